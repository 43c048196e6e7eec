/** Class vectors on the sphere and a margin's zone enter; the widest cap that fits each class's region leaves. */

import { turned } from './turn.js';
import { faded } from './theme.js';
import { SPHERE } from './sites.js';
import { lead } from './zones.js';

const HALVINGS = 40;
const PARTS = 72;
const BEHIND = 0.3; // the far half's share of its strength

/** How far from its own class vector, towards another one `theta` away, training is content; null where nowhere. */
export function room(zone, theta, k) {
  const content = (a) => lead(zone, Math.cos(a), Math.cos(theta - a), k) >= 0;
  if (!content(0)) return null;
  let [inside, outside] = [0, theta];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    if (content(middle)) inside = middle; else outside = middle;
  }
  return inside;
}

/** [{k, at, radius}] per class vector: the cap's middle and its radius in radians, where there is room for one. */
export function capsOf({ mode, values }, zone) {
  if (mode !== SPHERE) return [];
  const sites = Array.from({ length: values.length / 4 }, (_, i) => ({
    at: [...values.subarray(4 * i, 4 * i + 3)], k: values[4 * i + 3],
  }));
  return sites.flatMap(({ at, k }) => {
    const rooms = sites.filter((other) => other.k !== k).map((other) => room(zone, between(at, other.at), k));
    return rooms.length && rooms.every((r) => r !== null) ? [{ k, at, radius: Math.min(...rooms) }] : [];
  });
}

const between = (a, b) => Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));

/** Draws the caps' rims; those on the far side, and of hidden classes, faintly. */
export function drawCaps(pen, { view, theme, layers, shown }, caps) {
  for (const { k, at, radius } of caps) {
    const opacity = 0.8 * layers.margin * Math.max(0.15, shown[k] ?? 1);
    drawCircle(pen, view, at, radius, { theme, opacity });
  }
}

/** A circle on the sphere around a direction. */
export function drawCircle(pen, view, at, radius, { theme, opacity = 1, dash = [] }) {
  const rim = rimOf(at, radius).map((p) => turned(view.turn, p));
  pen.save();
  pen.setLineDash(dash);
  for (const front of [false, true]) {
    pen.strokeStyle = faded(theme.ink, opacity * (front ? 1 : BEHIND));
    pen.lineWidth = 1.25;
    pen.beginPath();
    rim.forEach(([x, y, near], i) => {
      const [a, b, before] = rim[(i || rim.length) - 1];
      if ((near + before > 0) !== front) return;
      pen.moveTo(view.x + a * view.round, view.y - b * view.round);
      pen.lineTo(view.x + x * view.round, view.y - y * view.round);
    });
    pen.stroke();
  }
  pen.restore();
}

/** Directions at an angle around another. */
function rimOf(direction, radius) {
  const length = Math.hypot(...direction) || 1e-9;
  const [x, y, z] = direction.map((v) => v / length);
  const side = Math.abs(z) < 0.9 ? [-y, x, 0] : [0, -z, y];
  const norm = Math.hypot(...side);
  const a = side.map((v) => v / norm);
  const b = [y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]];
  const [c, s] = [Math.cos(radius), Math.sin(radius)];
  return Array.from({ length: PARTS }, (_, i) => {
    const [u, v] = [Math.cos((2 * Math.PI * i) / PARTS) * s, Math.sin((2 * Math.PI * i) / PARTS) * s];
    return [0, 1, 2].map((axis) => [x, y, z][axis] * c + a[axis] * u + b[axis] * v);
  });
}
