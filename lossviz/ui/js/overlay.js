/** The state of a panel enters; what lies over its points is drawn: arrows, centres, badges, and what the loss asks. */

import { drawPull } from './arrows.js';
import { drawCaps } from './caps.js';
import { drawGaps } from './gaps.js';
import { drawLinks, drawPicked } from './links.js';
import { reaches } from './measure.js';
import { mark } from './names.js';
import { drawRings } from './ringing.js';
import { blooms, drawRose } from './rose.js';
import { kept } from './sight.js';
import { drawSigns } from './signs.js';
import { isStranger, strangerMeans } from './strangers.js';
import { mixed, onto } from './theme.js';
import { flags } from './tips.js';
import { crossesOf, drawTrails } from './trails.js';
import { strength } from './turn.js';
import { drawShares, drawVectors } from './vectors.js';

const BADGE = 10;

/** {x, y, r, away}: pixels inside the panel where each class has its badge; `away`: none of the class is in sight. */
export const badgePlaces = (state) => kept(spots(state), state);

/** In the plane none on top of another. */
function spots(state) {
  const { view, compact } = state;
  const r = compact ? Math.min(8.5, Math.max(6.5, view.half * 0.06)) : BADGE;
  if (view.turn) return flags(state, r);
  const taken = [];
  for (const { x, y, push } of [...anchors(state, r), ...outside(state, r)]) {
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

/** Classes that are not trained have their badges on their means, on the circle outside those of the others. */
const outside = (state, r) => strangerMeans(state).map(([x, y]) => (state.view.circle >= 0.5
  ? outward(x, y, state.view.round + r + Math.min(10, state.view.half * 0.06))
  : { x: x * state.view.plane, y: y * state.view.plane, push: 0 }));

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
  if (state.signs) drawSigns(pen, state);
  if (state.layers.rose && blooms(state)) drawRose(pen, state);
  if (state.layers.trails) drawTrails(pen, state);
  if (state.layers.centres && state.centresNow && view.circle < 0.5) centres(pen, state);
  if (state.rings) drawRings(pen, state);
  drawLinks(pen, state);
  drawCaps(pen, state, state.caps);
  if (state.layers.vectors > 0 && state.vectors) drawVectors(pen, state);
  if (state.pull) drawPull(pen, state);
  badges(pen, state);
  if (state.layers.vectors > 0 && state.vectors) drawShares(pen, state);
  if (state.zone && state.layers.margin === 1 && !state.compact) drawGaps(pen, state, state.gaps);
  if (state.ring) ring(pen, state);
  drawPicked(pen, state);
  pen.restore();
}

function centres(pen, { view, to, centresNow, theme }) {
  for (const [colour, width] of [[theme.bg, 4.5], [theme.ink, 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const { x, y } of crossesOf(view, centresNow, to.dim)) {
      pen.moveTo(x - 5, y - 5); pen.lineTo(x + 5, y + 5);
      pen.moveTo(x + 5, y - 5); pen.lineTo(x - 5, y + 5);
    }
    pen.stroke();
  }
}

function badges(pen, { badges: places, header, shown, theme }) {
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  let size = 0; // a font takes long to set
  fromBehind(places).forEach(([k, { x, y, r, depth = 1 }]) => {
    const colour = mixed(theme.bg, theme.classes[k % theme.classes.length], strength(depth) / 2 + 0.5);
    const on = (shown[k] ?? 1) > 0.5;
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    const hollow = isStranger(header, k);
    pen.fillStyle = on && !hollow ? colour : theme.bg;
    pen.fill();
    pen.lineWidth = on && hollow ? 2.5 : 1.5;
    pen.strokeStyle = on && !hollow ? theme.bg : colour;
    pen.stroke();
    if (r !== size) pen.font = `650 ${(size = r) * 1.42}px ${theme.font}`;
    pen.fillStyle = !on ? theme.ink3 : hollow ? theme.ink : onto(colour);
    pen.fillText(mark(header, k), x, y + 0.5);
  });
}

/** [class, badge] pairs of those in sight or reached by the keyboard, the nearest last. */
const fromBehind = (places) => [...places.entries()]
  .filter(([, { away, reached }]) => !away || reached)
  .sort(([, a], [, b]) => (a.depth ?? 0) - (b.depth ?? 0));

function ring(pen, { ring: [x, y], theme }) {
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  for (const [colour, width] of [[theme.bg, 4], [theme.ink, 2]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
}
