/** Badges wherever their classes lie enter; they leave inside the panel, and marked where nothing of a class is. */

import { coordinates, place } from './camera.js';

const EDGE = 2;

/** A badge beyond the edge waits at it while points of its class are in the panel, so that all that is seen is named. */
export function kept(spots, state) {
  const { view } = state;
  const moved = spots.map((spot) => {
    const within = (v, most) => Math.min(most - spot.r - EDGE, Math.max(spot.r + EDGE, v));
    return { ...spot, x: within(spot.x, view.width), y: within(spot.y, view.height) };
  });
  const beyond = spots.map(({ x, y }) => !inside(view, x, y));
  if (!state.labels || !beyond.includes(true)) return moved;
  const seen = inSight(state);
  return moved.map((spot, k) => ({ ...spot, away: beyond[k] && !seen.has(k) }));
}

/** The classes with a point inside the panel. */
function inSight({ view, now, labels }) {
  const seen = new Set();
  for (let i = 0; i < now.count; i++) {
    if (seen.has(labels[i])) continue;
    const [x, y] = place(view, coordinates(now, i), i);
    if (inside(view, x, y)) seen.add(labels[i]);
  }
  return seen;
}

const inside = ({ width, height }, x, y) => x > 0 && x < width && y > 0 && y < height;
