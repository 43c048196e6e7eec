/** A panel's state enters; by what its decision regions are drawn, and how sure they are, leaves. */

import { certaintyOf } from './certainty.js';

/** Whether this frame's regions are those of class means, in whose place neighbours can vote. */
export const votable = (frame, header) => frame.dim === 2 && !(frame.vectors && header.scores);

/**
 * {by: "vectors", "means", "neighbours" or null, voted, directions, certainty, zone}; `neighbours`: whether the reader
 * wants their votes where there is a choice. The margin is drawn against class means only.
 */
export function ruled({ now, header, sites, labels, zone, view, layers }, knobs, neighbours) {
  const free = votable(now, header);
  const voted = Boolean(sites && labels && free && neighbours);
  const certainty = voted ? { kind: 'votes' } : certaintyOf(sites, now, header, knobs);
  return {
    by: sites && (voted ? 'neighbours' : now.vectors && header.scores ? 'vectors' : 'means'),
    voted,
    directions: header.metric === 'cosine' || view.circle > 0.5,
    certainty: layers.confidence > 0 ? certainty : null,
    zone: voted ? null : zone,
  };
}
