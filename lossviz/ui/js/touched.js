/** A panel at a moment and the picked point enter; its neighbours and its classes leave. */

import { coordinates } from './camera.js';
import { classesFrom, nearestTo } from './neighbours.js';
import { projected } from './projection.js';

const kept = new WeakMap();

/**
 * {picked, look} for panel `i`: the digit's point, in every panel that has the digit, and in the one where it was picked
 * {metric, neighbours, classes} of it; null where there is none.
 */
export function touched({ now, header }, i, picked) {
  const here = picked?.pack === header.pack && picked.point < now.count ? picked.point : null;
  return { picked: here, look: here !== null && picked.panel === i ? lookAt(now, header, here) : null };
}

/** What the picture itself tells of a frame's point. In a projection its classes cannot be told. */
function lookAt(frame, header, point) {
  const held = kept.get(frame);
  if (held?.point === point && held.header === header) return held.look;
  const at = coordinates(frame, point);
  const look = {
    metric: header.metric,
    neighbours: nearestTo(frame, at, header.metric, point),
    classes: projected(header) ? null : classesFrom(frame, header, at),
  };
  kept.set(frame, { point, header, look });
  return look;
}
