/** Mouse, pen and fingers on a plane enter; zoom, shift, turn, the hovered and the picked point leave. */

import { coordinates, place } from './camera.js';

const GRASP = 12;
const HIDDEN = 10; // pixels by which the farthest point must be nearer to the pointer than the nearest one
const TAP = 8;

/**
 * `panel()` → {view, now} as drawn; `moved()` after the camera changed; `hover(index | null, at)`; `pick(index | null, at)`
 * for a click or a tap on a point, or on empty ground.
 */
export function listen(plane, camera, { panel, moved, hover, pick }) {
  const held = new Map();
  let travelled = 0;
  const local = (event) => {
    const box = plane.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const halves = ([x, y]) => {
    const { view } = panel();
    return [(x - view.width / 2) / view.half, (view.height / 2 - y) / view.half];
  };

  plane.addEventListener('wheel', (event) => {
    if (!panel() || (camera.zoom === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    camera.magnify(Math.exp(-event.deltaY * 0.0016), ...halves(local(event)));
    moved();
  }, { passive: false });

  plane.addEventListener('pointerdown', (event) => {
    if (event.target !== plane || !panel() || event.button) return;
    if (!held.size) travelled = 0;
    held.set(event.pointerId, local(event));
    plane.setPointerCapture(event.pointerId);
  });

  plane.addEventListener('pointermove', (event) => {
    if (!panel()) return;
    const now = local(event);
    if (!held.has(event.pointerId)) { if (onBadge(panel(), now)) hover(null, now); else point(now); return; }
    const before = [...held.values()];
    held.set(event.pointerId, now);
    const after = [...held.values()];
    drag(before, after, event.shiftKey);
  });

  /** In space one finger turns, with Shift it shifts; two magnify and shift. */
  function drag(before, after, aside) {
    const { half, round, turn } = panel().view;
    const [a, b] = [middle(before), middle(after)];
    const [right, down] = [b[0] - a[0], b[1] - a[1]];
    travelled += Math.abs(right) + Math.abs(down);
    if (before.length > 1) camera.magnify(spread(after) / (spread(before) || 1), ...halves(b));
    if (turn && before.length === 1 && !aside) camera.turn(-right / round, down / round);
    else if (camera.zoom > 1) camera.shift(right / half, -down / half);
    hover(null);
    moved();
  }

  // a badge's button is wider than its disc, for fingers: a mouse beside the disc means the point that is ringed there
  plane.addEventListener('click', (event) => {
    if (!panel() || event.pointerType !== 'mouse' || !event.target.closest('.badge')) return;
    const at = local(event);
    const found = onBadge(panel(), at) ? null : nearest(panel(), at);
    if (found === null) return;
    event.stopPropagation();
    pick(found, at);
  }, true);

  const release = (event) => held.delete(event.pointerId);
  plane.addEventListener('pointerup', (event) => {
    const alone = held.size === 1 && held.has(event.pointerId);
    release(event);
    if (!alone || travelled >= TAP || !panel()) return;
    const at = local(event);
    if (event.pointerType === 'touch') point(at);
    pick(nearest(panel(), at), at);
  });
  plane.addEventListener('pointercancel', release);
  plane.addEventListener('pointerleave', () => hover(null));
  plane.addEventListener('dblclick', (event) => {
    if (event.target !== plane) return;
    camera.reset();
    moved();
  });

  function point(at) {
    const found = nearest(panel(), at);
    hover(found, at);
  }
}

const middle = (points) => [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
const spread = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]);

const onBadge = ({ badges }, [x, y]) => badges.some((spot) => !spot.away && Math.hypot(spot.x - x, spot.y - y) <= spot.r);

/** The index of the visible point under the pointer, or null; what is far counts as farther from the pointer. */
export function nearest({ view, now, shown, labels }, [x, y]) {
  let best = null;
  let reach = GRASP;
  for (let i = 0; i < now.count; i++) {
    if (labels && (shown[labels[i]] ?? 1) < 0.5) continue;
    const [px, py, depth] = place(view, coordinates(now, i), i);
    const away = Math.hypot(px - x, py - y);
    const far = view.turn && away < GRASP ? away + (HIDDEN * (1 - depth)) / 2 - HIDDEN : away;
    if (far < reach) { reach = far; best = i; }
  }
  return best;
}
