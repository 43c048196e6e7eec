/** What a loss asks enters; the plane of both angles, or of both cosines, leaves as a figure with regions and margin. */

import { degrees } from '../numbers.js';
import { faded } from '../theme.js';
import { deg, rad, ruleOf, saidOf, sampleAt, sampleHandle } from './asked.js';
import { named } from './labels.js';
import { area, boundary as strong, curve, hatched } from './marks.js';
import { within } from './plot.js';
import { anglesOf, nearestTurn, throughout } from './samples.js';
import { boundary, edge, fallbackFrom, swapped, target } from './twoclasses.js';
import { badge, measure, pointer, sample, track } from './twomarks.js';

const { PI, cos, acos } = Math;
const FREE = ['softmax', 'normalized_softmax'];
const STEP = PI / 360;

/** By picture: how an angle lies on an axis and back, the axis, and where the signs of both classes stand. */
const KINDS = {
  angles: {
    of: deg, back: rad, column: 'theta_deg_', step: 1, badge: [12, 168], label: [18, -18],
    axis: { ends: [0, 180], ticks: [0, 45, 90, 135, 180], write: (v) => `${v}°` },
  },
  cosines: {
    of: cos, back: acos, column: 'cos_theta_', step: 0.02, badge: [0.87, -0.87], label: [-22, 18],
    axis: { ends: [-1, 1], ticks: [-1, -0.5, 0, 0.5, 1] },
  },
};

export function plane(model, id) {
  const { words, alone, one, theta1, theta2, turn } = model;
  const kind = KINDS[id];
  const place = (at) => anglesOf(at, model.apart).map(kind.of);
  const handle = sampleHandle(model, [theta1, theta2].map(kind.of), kind.step, (...at) => nearestTurn(place, at, turn));
  return {
    id,
    title: words[id],
    note: alone ? ruleOf(one) : '',
    plot: { x: { ...kind.axis, label: words[`${id}_1`] }, y: { ...kind.axis, label: words[`${id}_2`] }, square: true },
    draw: (pen, plot) => { if (alone) within(pen, plot, () => regions(pen, plot, kind, model)); },
    over: (pen, plot) => over(pen, plot, kind, place, model),
    handles: [handle],
    pick: handle.moved,
    pointed: (x, y) => sampleAt(model, kind.back(x), kind.back(y)),
    read: (x, y) => saidOf(model, kind.back(x), kind.back(y)),
    rows: () => rowsOf(model, kind),
  };
}

/** The margin lies below; what a class keeps is laid upon it. Where both keep a place, both colours show. */
function regions(pen, plot, kind, { one, theme, colours }) {
  const [low, high] = kind.axis.ends;
  hatched(pen, plot, [[low, low], [high, low], [high, high], [low, high]], theme);
  const kept = [regionOf(one.asks, kind), regionOf(swapped(one.asks), kind).map(flipped)];
  for (const region of kept) area(pen, plot, region, theme.bg);
  kept.forEach((region, k) => area(pen, plot, region, faded(colours[k].badge, theme.tint)));
}

const flipped = ([x, y]) => [y, x];

/** Class 1's region as corners: from its boundary to θ₂ = π. */
function regionOf(asks, { of }) {
  const rim = anglesAlong(asks).filter(Number.isFinite).map((theta) => [of(theta), of(acos(Math.min(1, Math.max(-1, target(theta, asks)))))]);
  return [...rim, [of(PI), of(PI)], [of(0), of(PI)]];
}

/** θ₁ from 0 to π, 2 · `dense` for each degree, with a NaN where the target logit jumps. */
export function anglesAlong(asks, dense = 1) {
  const all = Array.from({ length: 360 * dense + 1 }, (_, i) => (i * STEP) / dense);
  const jump = asks.loss === 'arcface' ? fallbackFrom(asks) : PI;
  const after = all.findIndex((theta) => theta > jump + 1e-9);
  return after < 0 ? all : [...all.slice(0, after), jump - 1e-9, NaN, jump + 1e-9, ...all.slice(after)];
}

/** Class 1's boundary as [θ₁, θ₂], from the very θ₁ at which it begins; a NaN where it breaks off or jumps. */
function boundaryLine(asks) {
  const at = (theta) => (Number.isNaN(boundary(theta, asks)) ? null : [theta, boundary(theta, asks)]);
  return throughout(anglesAlong(asks), at, [NaN, NaN]);
}

function over(pen, plot, kind, place, model) {
  const { shown, alone, theme, apart, turn } = model;
  const turns = Array.from({ length: 361 }, (_, i) => rad(i) + apart / 2);
  track(pen, plot, turns.map(place), theme);
  within(pen, plot, () => shown.forEach((line) => both(pen, plot, kind, line, alone, theme)));
  const [near, far] = kind.badge;
  badge(pen, plot.X(near), plot.Y(far), 1, model);
  badge(pen, plot.X(far), plot.Y(near), 2, model);
  if (alone) gapOf(pen, plot, kind, place, model);
  else nameAll(pen, plot, kind, shown, theme);
  if (model.pointed) pointer(pen, model.pointed.map((theta, i) => plot[i ? 'Y' : 'X'](kind.of(theta))), model);
  const [x, y] = place(turn);
  sample(pen, [plot.X(x), plot.Y(y)], model);
}

/** The boundaries of both classes; those of a loss without a margin are one line. */
function both(pen, plot, { of }, { loss, asks, dash }, alone, theme) {
  const draw = (points) => (alone ? strong(pen, plot, points, theme) : curve(pen, plot, points, { colour: theme.ink, width: 2, dash }));
  draw(boundaryLine(asks).map((point) => point.map(of)));
  if (!FREE.includes(loss)) draw(boundaryLine(swapped(asks)).map((point) => flipped(point.map(of))));
}

/** Every loss's name at its boundary of class 1, clear of those of class 2. */
function nameAll(pen, plot, { of }, shown, theme) {
  const seen = ([x, y]) => [plot.X(x), plot.Y(y)];
  const lines = shown.map(({ name, asks }) => ({ words: name, points: boundaryLine(asks).map((point) => seen(point.map(of))) }));
  const also = shown.map(({ asks }) => boundaryLine(swapped(asks)).map((point) => seen(flipped(point.map(of)))));
  named(pen, lines, plot.box, theme, { also });
}

/** How wide the margin is for samples on the circle between both class vectors. */
function gapOf(pen, plot, kind, place, { one, apart, theme }) {
  const [first, second] = [edge(apart, one.asks), edge(apart, swapped(one.asks))];
  if (FREE.includes(one.loss) || first === null || apart - first - second < 1e-6) return;
  const [from, to] = [first - apart / 2, apart / 2 - second];
  const points = Array.from({ length: 25 }, (_, i) => place(from + ((to - from) * i) / 24));
  measure(pen, plot, points, degrees(to - from), theme, kind.label);
}

/** θ₁ against θ₂ on class 1's boundary, as the axes have them. */
function rowsOf({ shown }, { of, column }) {
  const head = [`${column}1`, ...shown.map(({ loss }) => `${column}2_${loss}`)];
  const thetas = Array.from({ length: 181 }, (_, i) => rad(i));
  return [head, ...thetas.map((theta) => [of(theta), ...shown.map(({ asks }) => found(of(boundary(theta, asks))))])];
}

const found = (value) => (Number.isFinite(value) ? value : '');
