/** A tape's header enters; whether its pictures are projections, and the sentence that says so, leaves. */

import { filled } from './numbers.js';

const DRAWN = 3;

const dimension = (header) => header.recipe?.dim ?? 0;

/** True where the features have more dimensions than can be drawn. */
export const projected = (header) => header.projected ?? dimension(header) > DRAWN;

/** "Projected from 16 dimensions …" or nothing. `shares`: of the variance on each drawn axis, where the run says so. */
export function projectionNote(header, words) {
  if (!projected(header)) return '';
  const kept = (header.shares ?? []).reduce((sum, share) => sum + share, 0);
  const note = kept > 0 ? words.projected_share : words.projected;
  return filled(note, { dim: dimension(header), share: Math.round(kept * 100) });
}
