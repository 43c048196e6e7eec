/** The state of a panel enters; arrows, centres, badges, the margin's measure and the hovered ring are drawn. */

import { place } from './camera.js';
import { reaches } from './measure.js';
import { mark } from './names.js';
import { kept } from './sight.js';
import { faded, mixed, onto } from './theme.js';
import { flags, tip } from './tips.js';
import { strength } from './turn.js';

const BADGE = 10;
const ARROW = 0.62;
const MIDDLE = 50; // the point whose scatter about the circle is none

/** {x, y, r, away}: pixels inside the panel where each class has its badge; `away`: none of the class is in sight. */
export const badgePlaces = (state) => kept(spots(state), state);

/** In the plane none on top of another. */
function spots(state) {
  const { view, compact } = state;
  const r = compact ? Math.min(8.5, Math.max(6.5, view.half * 0.06)) : BADGE;
  if (view.turn) return flags(state, r);
  const taken = [];
  for (const { x, y, push } of anchors(state, r)) {
    taken.push(free({ angle: Math.atan2(y, x), far: Math.hypot(x, y) + push }, taken, r, view));
  }
  return taken.map(({ angle, far }) => ({ x: view.x + far * Math.cos(angle), y: view.y - far * Math.sin(angle), r }));
}

/** At the arrow's end on the circle, on the island where there is one, beyond the end of a ray otherwise. y is up. */
function anchors({ view, from, to, now, t, vectors, centresNow, layers, labels }, r) {
  const round = view.circle >= 0.5;
  const source = centresNow && !round ? centresNow : vectors ?? centresNow;
  if (!source) return [];
  const stride = source === vectors ? now.subs * to.dim : to.dim;
  const ends = !round && !centresNow && labels ? [reaches(from, labels), reaches(to, labels)] : null;
  return Array.from({ length: to.classes }, (_, k) => {
    const [x, y] = [source[k * stride], source[k * stride + 1]];
    if (round) return outward(x, y, view.round + r + Math.min(10, view.half * 0.06));
    if (centresNow) return { x: x * view.plane, y: y * view.plane, push: layers.centres ? r + 8 : 0 };
    if (!ends) return outward(x, y, view.half * 0.93);
    const [a, b] = [ends[0][k], ends[1][k]];
    return outward(mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.far, b.far, t) * view.plane + r + 6);
  });
}

const mix = (a, b, t) => a + (b - a) * t;

function outward(x, y, far) {
  const length = Math.hypot(x, y) || 1e-9;
  return { x: (x / length) * far, y: (y / length) * far, push: 0 };
}

/** Moves a badge outwards until it touches no earlier one, or inwards where it would leave the panel. */
function free({ angle, far }, taken, r, view) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const from = (t, out) => Math.hypot(t.far * Math.cos(t.angle) - out * c, t.far * Math.sin(t.angle) - out * s);
  const hits = (out) => taken.some((t) => from(t, out) < 2 * r + 3);
  const inside = (out) => Math.abs(view.x + out * c - view.width / 2) < view.width / 2 - r - 2
    && Math.abs(view.y - out * s - view.height / 2) < view.height / 2 - r - 2;
  let out = far;
  while (hits(out) && (inside(out) || !inside(far))) out += r / 2;
  if (!inside(out) && inside(far)) { out = far; while (hits(out) && out > -far) out -= r / 2; }
  return { angle, far: out };
}

/** Draws one panel's overlay; the pen's origin is the panel's corner. `state` as for the picture, with `sites`. */
export function drawOverlay(pen, state) {
  const { view } = state;
  pen.save();
  pen.beginPath();
  pen.roundRect(0, 0, view.width, view.height, 8);
  pen.clip();
  if (state.layers.centres && state.centresNow && view.circle < 0.5) centres(pen, state);
  if (state.layers.vectors > 0 && state.vectors) arrows(pen, state);
  badges(pen, state);
  const flat = view.circle === 1 && !view.turn;
  if (state.zone && state.layers.margin === 1 && flat && !state.compact) marginMeasure(pen, state);
  if (state.ring) ring(pen, state);
  pen.restore();
}

function arrows(pen, { view, to, now, vectors, shown, layers, theme }) {
  const { dim } = to;
  const each = Array.from({ length: vectors.length / dim }, (_, i) => vectors.subarray(i * dim, (i + 1) * dim));
  const norms = each.map((vector) => Math.hypot(...vector) || 1e-9);
  const longest = Math.max(...norms);
  each.forEach((vector, i) => {
    const plane = (view.half * ARROW * norms[i]) / longest;
    const far = plane * (1 - view.circle) + view.round * 0.955 * view.circle;
    const { x, y, depth } = tip(view, vector, far);
    const there = view.turn ? strength(depth) : 1;
    const opacity = layers.vectors * there * Math.max(0.15, shown[Math.floor(i / now.subs)] ?? 1);
    arrow(pen, view.x, view.y, x, y, faded(theme.bg, 0.75 * opacity), 3, 11.25);
    arrow(pen, view.x, view.y, x, y, faded(theme.ink, opacity), 1.5, 9);
  });
}

function arrow(pen, x0, y0, x1, y1, colour, width, head) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < head) return;
  const [c, s] = [(x1 - x0) / length, (y1 - y0) / length];
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1 - head * 0.8 * c, y1 - head * 0.8 * s);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x1, y1);
  for (const side of [-0.408, 0.408]) {
    pen.lineTo(x1 - head * (0.913 * c - side * s), y1 - head * (0.913 * s + side * c));
  }
  pen.closePath();
  pen.fill();
}

function centres(pen, { view, to, centresNow, theme }) {
  for (const [colour, width] of [[theme.bg, 4.5], [theme.ink, 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (let i = 0; i < centresNow.length; i += to.dim) {
      const [x, y] = place(view, centresNow.subarray(i, i + to.dim), MIDDLE);
      pen.moveTo(x - 5, y - 5); pen.lineTo(x + 5, y + 5);
      pen.moveTo(x + 5, y - 5); pen.lineTo(x - 5, y + 5);
    }
    pen.stroke();
  }
}

function badges(pen, { badges: places, header, shown, theme }) {
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  fromBehind(places).forEach(([k, { x, y, r, depth = 1 }]) => {
    const colour = mixed(theme.bg, theme.classes[k % theme.classes.length], strength(depth) / 2 + 0.5);
    const on = (shown[k] ?? 1) > 0.5;
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.fillStyle = on ? colour : theme.bg;
    pen.fill();
    pen.lineWidth = 1.5;
    pen.strokeStyle = on ? theme.bg : colour;
    pen.stroke();
    pen.font = `650 ${r * 1.42}px ${theme.font}`;
    pen.fillStyle = on ? onto(colour) : theme.ink3;
    pen.fillText(mark(header, k), x, y + 0.5);
  });
}

/** [class, badge] pairs of those in sight or reached by the keyboard, the nearest last. */
const fromBehind = (places) => [...places.entries()]
  .filter(([, { away, reached }]) => !away || reached)
  .sort(([, a], [, b]) => (a.depth ?? 0) - (b.depth ?? 0));

/** The margin as an arc with its size in degrees, once, in the widest gap between two class vectors. */
function marginMeasure(pen, { view, sites, zone, theme }) {
  const gap = widestGap(sites.values);
  const lead = zone.value / (2 * Math.sin(gap.width / 2)); // cos θ₁ − cos θ₂ = m, where θ₁ + θ₂ is the gap
  const width = zone.measure === 'angle' ? zone.value : 2 * Math.asin(Math.min(1, lead));
  if (!(width < gap.width)) return;
  const r = view.round * 0.66;
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(view.x, view.y, r, -(gap.middle + width / 2), -(gap.middle - width / 2));
  for (const end of [gap.middle - width / 2, gap.middle + width / 2]) {
    for (const [step, draw] of [[-7, 'moveTo'], [7, 'lineTo']]) {
      pen[draw](view.x + (r + step) * Math.cos(end), view.y - (r + step) * Math.sin(end));
    }
  }
  pen.stroke();
  const [x, y] = [view.x + (r + 22) * Math.cos(gap.middle), view.y - (r + 22) * Math.sin(gap.middle)];
  label(pen, `${Math.round((width * 180) / Math.PI)}°`, x, y, theme);
}

function label(pen, text, x, y, theme) {
  pen.font = `650 15px ${theme.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 6;
  pen.strokeStyle = theme.bg;
  pen.strokeText(text, x, y);
  pen.fillStyle = theme.ink;
  pen.fillText(text, x, y);
}

/** {middle, width} of the widest gap below 1.2 rad: a class without a neighbour has nothing to be measured against. */
export function widestGap(values) {
  const angles = [];
  for (let i = 0; i < values.length; i += 4) angles.push(Math.atan2(values[i + 1], values[i]));
  angles.sort((a, b) => a - b);
  let widest = { middle: 0, width: 0 };
  angles.forEach((a, i) => {
    const width = ((angles[(i + 1) % angles.length] - a) + 2 * Math.PI) % (2 * Math.PI);
    if (width > widest.width && width < 1.2) widest = { middle: a + width / 2, width };
  });
  return widest;
}

function ring(pen, { ring: [x, y], theme }) {
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  for (const [colour, width] of [[theme.bg, 4], [theme.ink, 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
}
