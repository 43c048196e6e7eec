/** A tape's header and a frame enter; whether the picture is a projection, and the sentence that says so, leaves. */

import { filled } from './numbers.js';

const DRAWN = 3;

const dimension = (header) => header.recipe?.dim ?? 0;

/** True where the features have more dimensions than can be drawn. */
export const projected = (header) => header.projected ?? dimension(header) > DRAWN;

/** "Projected from 16 dimensions …" or nothing; with the share of the variance that is seen, where known. */
export function projectionNote(header, frame, words) {
  if (!projected(header)) return '';
  const share = frame?.readings.variance_shown;
  const sentence = Number.isFinite(share) ? words.projected_share : words.projected;
  return filled(sentence, { dim: dimension(header), share: Math.round(share * 100) });
}
