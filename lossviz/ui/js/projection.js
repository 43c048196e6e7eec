/** A tape's header and a frame enter; whether the picture is a projection, and the sentence that says so, leaves. */

import { filled } from './numbers.js';

const DRAWN = 3;

const dimension = (header) => header.recipe?.dim ?? 0;

/** True where the features have more dimensions than can be drawn. */
export const projected = (header) => header.projected ?? dimension(header) > DRAWN;

/** "Projected from 16 dimensions …" or nothing; with the share of a frame's variance that is seen, where it is known. */
export function projectionNote(header, frame, words) {
  if (!projected(header)) return '';
  const share = frame?.readings.variance_shown;
  const known = Number.isFinite(share);
  return filled(known ? words.projected_share : words.projected, { dim: dimension(header), share: Math.round(share * 100) });
}
