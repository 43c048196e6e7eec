/** Mouse, pen and fingers on a plane enter; zoom, shift and the hovered point leave. */

import { place } from './camera.js';

const GRASP = 12;

/** `panel()` → {view, now} as drawn; `moved()` after the camera changed; `hover(index | null, at)`. */
export function listen(plane, camera, { panel, moved, hover }) {
  const held = new Map();
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
    if (event.target !== plane || !panel()) return;
    held.set(event.pointerId, local(event));
    plane.setPointerCapture(event.pointerId);
  });

  plane.addEventListener('pointermove', (event) => {
    if (!panel()) return;
    const now = local(event);
    if (!held.has(event.pointerId)) { point(now); return; }
    const before = [...held.values()];
    held.set(event.pointerId, now);
    const after = [...held.values()];
    drag(before, after);
  });

  function drag(before, after) {
    const { half } = panel().view;
    const [a, b] = [middle(before), middle(after)];
    if (before.length > 1) camera.magnify(spread(after) / (spread(before) || 1), ...halves(b));
    if (camera.zoom > 1) camera.shift((b[0] - a[0]) / half, (a[1] - b[1]) / half);
    hover(null);
    moved();
  }

  const release = (event) => held.delete(event.pointerId);
  plane.addEventListener('pointerup', (event) => {
    release(event);
    if (event.pointerType === 'touch' && panel()) point(local(event));
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

/** The index of the point under the pointer, or null. */
function nearest({ view, now, shown, labels }, [x, y]) {
  let best = null;
  let reach = GRASP * GRASP;
  for (let i = 0; i < now.count; i++) {
    if (labels && (shown[labels[i]] ?? 1) < 0.5) continue;
    const [px, py] = place(view, now.points[i * now.dim] * now.unit, now.points[i * now.dim + 1] * now.unit, i);
    const far = (px - x) ** 2 + (py - y) ** 2;
    if (far < reach) { reach = far; best = i; }
  }
  return best;
}
