/** Two classes on the sphere: what each keeps, seen from a turn and a tilt that a drag of the ground changes. */

import { faded, mixed } from '../theme.js';
import { deg, rad, ruleOf, saidOf, sampleHandle, tenth } from './asked.js';
import { anglesAlong } from './angleplane.js';
import { named } from './labels.js';
import { bands, curve } from './marks.js';
import { behind, pointOf, seen, throughout, vectorsOf } from './samples.js';
import { boundary, swapped, target } from './twoclasses.js';
import { badge, pointer, sample } from './twomarks.js';

const { PI, sin, cos, acos, atan2, hypot, min, max } = Math;
const REACH = 1.12;
const DENSE = 3; // a cap of a few degrees is round as well
const GRIP = 150; // pixels of a drag for a radian
const NOWHERE = [NaN, NaN, NaN];
const FREE = ['softmax', 'normalized_softmax'];

export function sphere(model) {
  const { words, alone, one, apart, turn, values } = model;
  const ends = { ends: [-REACH, REACH] };
  const view = { turn: rad(values.turn), tilt: rad(values.tilt) };
  const [x, y] = seen([sin(turn), cos(turn), 0], view.turn, view.tilt);
  return {
    id: 'sphere',
    title: words.sphere,
    note: alone ? ruleOf(one) : '',
    plot: { x: ends, y: ends, square: true },
    draw: (pen, plot) => { if (alone) caps(pen, plot, view, model); },
    over: (pen, plot) => over(pen, plot, view, model),
    handles: [sampleHandle(model, [x, y], 0.02, (px, py) => turnAt(px, py, view))],
    swept: (dx, dy) => ({ turn: around(values.turn + deg(dx / GRIP)), tilt: min(90, max(-90, tenth(values.tilt + deg(dy / GRIP)))) }),
    pointed: (px, py) => anglesAt(px, py, view, model),
    read: (px, py) => saidOf(model, ...(anglesAt(px, py, view, model) ?? [NaN, NaN])),
    rows: () => rowsOf(model),
  };
}

/** A turn of −180° to 180°. */
const around = (turn) => tenth(turn - 360 * Math.round(turn / 360));

const cosinesOf = ([right, up], [[x1, y1], [x2, y2]]) => [right * x1 + up * y1, right * x2 + up * y2];
const clamped = (value) => min(1, max(-1, value));

/** The direction, in the plane of the class vectors, of the place on the sphere's front that is pointed at. */
function turnAt(x, y, { turn, tilt }) {
  const length = max(1, hypot(x, y) * 1.000001);
  const [right, up] = behind(x / length, y / length, turn, tilt);
  return atan2(right, up);
}

/** Who keeps each place of the front, in flat colours; the margin is hatched once nothing moves. */
function caps(pen, plot, view, model) {
  const { width, height } = plot.box;
  const key = JSON.stringify([view, model.one.asks, model.apart, model.coarse, model.theme.bg, width, height]);
  if (key !== kept.key) {
    Object.assign(kept.canvas, { width: plot.box.x * 2 + width, height: plot.box.y * 2 + height });
    paint(kept.canvas.getContext('2d'), plot, view, model);
    kept.key = key;
  }
  pen.drawImage(kept.canvas, 0, 0, kept.canvas.width, kept.canvas.height);
}

const kept = { key: '', canvas: document.createElement('canvas') }; // a pointer that passes over changes none of it

function paint(pen, plot, view, { one, apart, theme, colours, coarse }) {
  const who = keeper(one.asks, apart, view);
  const unit = plot.X(1) - plot.X(0);
  const zone = mixed(theme.bg, theme.ink, theme.zone);
  const paints = [zone, mixed(zone, theme.ink, theme.hatch), colours[0].ground, colours[1].ground,
    mixed(colours[0].ground, colours[1].badge, theme.tint)];
  const kind = (x, y) => {
    const kept = who(x, y);
    if (kept) return kept + 1;
    return kept === 0 && !coarse && Math.floor((x + 9 - y) * unit) % 7 === 0 ? 1 : kept;
  };
  bands(pen, plot, kind, [0.5, 1.5, 2.5, 3.5], paints, coarse);
}

const FINE = 2048; // steps of a cosine in a unit

/** (x, y) → 1, 2, 0 or 3 as `whose`, NaN beside the sphere: without an arccosine or an array for every pixel. */
function keeper(asks, apart, { turn, tilt }) {
  const [own, other] = [asks, swapped(asks)].map((each) => Float64Array.from({ length: 2 * FINE + 1 }, (_, i) => target(acos(i / FINE - 1), each)));
  const [[x1, y1], [x2, y2]] = vectorsOf(apart);
  const [ct, st, cl, sl] = [cos(turn), sin(turn), cos(tilt), sin(tilt)];
  return (x, y) => {
    const depth = 1 - x * x - y * y;
    if (depth < 0) return NaN;
    const near = Math.sqrt(depth) * cl - y * sl;
    const [right, up] = [x * ct + near * st, near * ct - x * st];
    const [c1, c2] = [right * x1 + up * y1, right * x2 + up * y2];
    return (own[Math.round((clamped(c1) + 1) * FINE)] >= c2 ? 1 : 0) + (other[Math.round((clamped(c2) + 1) * FINE)] >= c1 ? 2 : 0);
  };
}

function over(pen, plot, view, model) {
  const { theme, alone, shown, apart, turn } = model;
  wires(pen, plot, view, theme);
  const rims = shown.map((line) => rimsOf(line, apart).map((points) => front(points, view)));
  shown.forEach(({ dash }, i) => {
    const look = { colour: theme.ink, width: alone ? 2.5 : 2, dash: alone ? [] : dash };
    for (const points of rims[i]) curve(pen, plot, points, look);
  });
  if (!alone) nameAll(pen, plot, rims, model);
  vectorsOf(apart).forEach(([right, up], i) => marked([right, up, 0], (place) => badge(pen, ...place, i + 1, model)));
  marked([sin(turn), cos(turn), 0], (place) => sample(pen, place, model));
  if (model.pointed) marked(nearer(pointOf(...model.pointed, apart), view), (place) => pointer(pen, place, model));

  function marked(point, draw) {
    const [x, y, near] = seen(point, view.turn, view.tilt);
    pen.globalAlpha = near < -0.05 ? 0.35 : 1;
    draw([plot.X(x), plot.Y(y)]);
    pen.globalAlpha = 1;
  }
}

/** Every loss's name at its boundary of class 1, where that lies on the front. */
function nameAll(pen, { X, Y, box }, rims, { shown, theme }) {
  const lines = shown.map(({ name }, i) => ({ words: name, points: rims[i][0].map(([x, y]) => [X(x), Y(y)]) }));
  named(pen, lines, box, theme);
}

/** Of the two places with the same angles, above and below the plane of the class vectors, the one that is in front. */
function nearer([x, y, out], { turn, tilt }) {
  return [out, -out].map((height) => [x, y, height]).sort((a, b) => seen(b, turn, tilt)[2] - seen(a, turn, tilt)[2])[0];
}

/** Both classes' boundaries above and below the plane of the class vectors; one line where there is no margin. */
function rimsOf({ loss, asks }, apart) {
  const back = swapped(asks);
  const first = throughout(anglesAlong(asks, DENSE), (theta) => pointOf(theta, boundary(theta, asks), apart), NOWHERE);
  const mirrored = () => throughout(anglesAlong(back, DENSE), (theta) => pointOf(boundary(theta, back), theta, apart), NOWHERE);
  const second = FREE.includes(loss) ? [] : [mirrored()];
  return [first, ...second].flatMap((points) => [points, points.map(([x, y, out]) => [x, y, -out])]);
}

/** What of a line lies on the front. */
const front = (points, { turn, tilt }) => points.map((point) => seen(point, turn, tilt)).map(([x, y, near]) => (near >= -0.01 ? [x, y] : [NaN, NaN]));

function wires(pen, plot, view, theme) {
  const all = Array.from({ length: 91 }, (_, i) => (i * PI) / 45);
  const parallels = [-60, -30, 30, 60].map(rad).map((height) => all.map((a) => [cos(height) * sin(a), cos(height) * cos(a), sin(height)]));
  const meridians = [0, 30, 60, 90, 120, 150].map(rad).map((way) => all.map((a) => [cos(a) * sin(way), cos(a) * cos(way), sin(a)]));
  for (const line of [...parallels, ...meridians]) curve(pen, plot, front(line, view), { colour: faded(theme.ink, 0.14), width: 1 });
  curve(pen, plot, front(all.map((a) => [sin(a), cos(a), 0]), view), { colour: faded(theme.ink, 0.5), width: 1 });
  curve(pen, plot, all.map((a) => [sin(a), cos(a)]), { colour: faded(theme.ink, 0.35), width: 1 });
}

/** Both angles of the place on the front that is pointed at, or null beside the sphere. */
function anglesAt(x, y, { turn, tilt }, { apart }) {
  const place = behind(x, y, turn, tilt);
  return place && cosinesOf(place, vectorsOf(apart)).map((c) => acos(clamped(c)));
}

/** The boundary of class 1 on the upper half of the sphere, for every loss that is drawn. */
function rowsOf({ shown, apart }) {
  const points = shown.flatMap((line) => rimsOf(line, apart)[0].map((point) => [line.loss, ...point]));
  return [['loss', 'right', 'up', 'out'], ...points.filter(([, x]) => Number.isFinite(x))];
}
