/** The state of a panel in space enters; where each class has its arrow's end and its badge leaves, in pixels. */

import { reaches } from './measure.js';
import { strangerMeans } from './strangers.js';
import { strength, turned } from './turn.js';

const SMALLEST = 0.78;

/** {x, y, depth}: the end of a way of `far` pixels from the origin along a direction of space. */
export function tip(view, direction, far) {
  const length = Math.hypot(...direction) || 1e-9;
  const [x, y, near] = turned(view.turn, direction).map((v) => (v * far) / length);
  return { x: view.x + x, y: view.y - y, depth: Math.min(1, Math.max(-1, near / view.reach)) };
}

/** {x, y, r, depth}: beside each arrow's end and not on it; the badges of what is far are smaller. */
export function flags(state, r) {
  return [...ends(state), ...outside(state)].map((end) => lifted(end, state.view, r));
}

/** On the sphere at the arrows' ends, in space on the class's mean, and along its ray where it has no centre. */
function ends({ view, from, to, now, t, vectors, centresNow, labels }) {
  const round = view.circle >= 0.5;
  const source = centresNow && !round ? centresNow : vectors ?? centresNow;
  if (!source) return [];
  const stride = source === vectors ? now.subs * to.dim : to.dim;
  const rays = !round && !centresNow && labels ? [reaches(from, labels), reaches(to, labels)] : null;
  return Array.from({ length: to.classes }, (_, k) => {
    const at = source.subarray(k * stride, k * stride + 3);
    if (round) return tip(view, at, view.round);
    if (!rays) return tip(view, at, centresNow ? Math.hypot(...at) * view.plane : view.reach);
    const [a, b] = [rays[0][k], rays[1][k]];
    const mean = ['x', 'y', 'z'].map((axis) => a[axis] + (b[axis] - a[axis]) * t);
    return tip(view, mean, (a.far + (b.far - a.far) * t) * view.plane);
  });
}

/** Classes that are not trained, at their means. */
const outside = (state) => strangerMeans(state).map((at) => (
  tip(state.view, at, state.view.circle >= 0.5 ? state.view.round : Math.hypot(...at) * state.view.plane)));

/** Outwards at the rim and upwards in the middle, in one smooth way, so that no badge jumps as the sphere turns. */
function lifted({ x, y, depth }, view, r) {
  const [right, down] = [(x - view.x) / view.reach, (y - view.y) / view.reach];
  const rim = Math.min(1, Math.hypot(right, down));
  const size = r * (SMALLEST + (1 - SMALLEST) * strength(depth));
  const away = size + 7;
  return { x: x + away * right, y: y + away * (down - (1 - rim)), r: size, depth };
}
