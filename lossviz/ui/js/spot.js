/** A panel's state at a moment and a point enter; where that point is drawn leaves. */

import { coordinates, place } from './camera.js';

/** [x, y, depth] of point `i` on its way from frame to frame; null if there is none, or if its class is hidden. */
export function placed(state, i) {
  const { view, from, to, t, labels, shown } = state;
  if (i >= to.count || (labels && (shown[labels[i]] ?? 1) < 0.5)) return null;
  const [a, b] = [coordinates(from, i), coordinates(to, i)];
  return place(view, a.map((v, axis) => v + (b[axis] - v) * t), i);
}
