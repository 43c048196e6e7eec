/** What each loss asks enters; target logits, or their slopes, against the own angle leave as a figure, and λ's annealing. */

import { degrees, filled, plain, short } from '../numbers.js';
import { faded } from '../theme.js';
import { deg, rad, sampleHandle } from './asked.js';
import { named, placed } from './labels.js';
import { curve, dot, text } from './marks.js';
import { within } from './plot.js';
import { asking, easing, fallbackFrom, flatPoints, slope, target } from './twoclasses.js';
import { pointer, sample } from './twomarks.js';

const { PI, min, max, floor, ceil, log10 } = Math;
const VALUES = { logit: target, slope };
const THETAS = Array.from({ length: 721 }, (_, i) => (i * PI) / 720);
const DEEPEST = -2.4; // where curves of all losses are cut off, or SphereFace's would press the others flat
const PLAIN = asking({ loss: 'softmax' });

export function curves(model) {
  const { words, shown, alone, values, theta1, apart } = model;
  const value = VALUES[values.curve];
  const drawn = shown.map((line) => ({ ...line, asks: { ...line.asks, ratio: 1 } }));
  const ends = endsOf(drawn, value, alone);
  return {
    id: 'curve',
    title: words[values.curve],
    note: values.curve === 'slope' ? words.slope_note : '',
    wide: values.loss !== 'sphereface',
    aspect: values.loss === 'sphereface' ? 1.25 : 2.5,
    plot: {
      x: { ends: [0, 180], ticks: [0, 30, 60, 90, 120, 150, 180], write: (v) => `${v}°`, label: words.own_angle },
      y: { ends, label: words[`${values.curve}_axis`] },
    },
    draw: () => {},
    over: (pen, plot) => over(pen, plot, drawn, value, model),
    handles: [sampleHandle(model, [deg(theta1), value(theta1, drawn[0].asks)], 1, (x) => rad(x) - apart / 2)],
    read: (x) => (x < 0 || x > 180 ? [] : [`θ = ${degrees(rad(x))}`, ...drawn.map((line) => `${line.name} ${plain(value(rad(x), line.asks))}`)]),
    rows: () => rowsOf(drawn, value, values.curve),
  };
}

/** From the lowest value of a curve to the highest, with some room. */
function endsOf(drawn, value, alone) {
  const all = drawn.flatMap(({ asks }) => THETAS.map((theta) => value(theta, asks)));
  const [low, high] = [min(-1, ...all), max(value === slope ? 0 : 1, ...all)];
  const deepest = alone ? low : max(low, DEEPEST);
  return [deepest - 0.06 * (high - deepest), high + 0.06 * (high - deepest)];
}

function over(pen, plot, drawn, value, model) {
  const { theme, alone, theta1, words } = model;
  const [low, high] = plot.axes.y.ends;
  within(pen, plot, () => {
    curve(pen, plot, [[0, 0], [180, 0]], { colour: faded(theme.ink, 0.14), width: 1 });
    curve(pen, plot, [[deg(theta1), low], [deg(theta1), high]], { colour: faded(theme.ink, 0.35), width: 1 });
    if (alone) alongside(pen, plot, drawn[0], value, theme);
    for (const { asks, dash } of drawn) curve(pen, plot, lineOf(asks, value), { colour: theme.ink, width: alone ? 2.5 : 2, dash: alone ? [] : dash });
  });
  const taken = alone ? turningPoints(pen, plot, drawn[0], value, words, theme) : [];
  named(pen, namesOf(plot, drawn, value, model), plot.box, theme, { taken });
  if (model.pointed) ringsAt(pen, plot, drawn, value, model);
  sample(pen, [plot.X(deg(theta1)), plot.Y(max(low, value(theta1, drawn[0].asks)))], model);
}

/** On every curve, the own angle of the place that is pointed at. */
function ringsAt(pen, plot, drawn, value, model) {
  const [theta] = model.pointed;
  within(pen, plot, () => drawn.forEach(({ asks }) => pointer(pen, [plot.X(deg(theta)), plot.Y(value(theta, asks))], model)));
}

/** The curve, broken where it jumps. */
function lineOf(asks, value) {
  const jump = asks.loss === 'arcface' && asks.m ? fallbackFrom(asks) : null;
  const points = THETAS.map((theta) => [deg(theta), value(theta, asks)]);
  if (jump === null) return points;
  const sides = [jump - 1e-9, jump + 1e-9].map((theta) => [deg(theta), value(theta, asks)]);
  const after = points.findIndex(([x]) => x > deg(jump));
  return [...points.slice(0, after), sides[0], [NaN, NaN], sides[1], ...points.slice(after)];
}

/** For one loss: the plain cosine beside it, and what cos(θ + m) would do past π − m. */
function alongside(pen, plot, { loss, asks }, value, theme) {
  const faint = { colour: theme.ink3, width: 1.5, dash: [3, 3] };
  if (loss !== 'softmax' && loss !== 'normalized_softmax') curve(pen, plot, lineOf(PLAIN, value), faint);
  if (loss === 'arcface' && asks.m) curve(pen, plot, without(asks, value), faint);
}

function without(asks, value) {
  const bare = asking({ loss: 'combined_margin', m2: asks.m });
  const from = fallbackFrom(asks);
  return THETAS.filter((theta) => theta >= from).map((theta) => [deg(theta), value(theta, bare)]);
}

function namesOf(plot, drawn, value, { alone, words }) {
  const points = (line) => line.map(([x, y]) => [plot.X(x), plot.Y(y)]);
  const all = drawn.map(({ name, asks }) => ({ words: name, points: points(lineOf(asks, value)) }));
  if (!alone) return all;
  const [{ loss, asks }] = drawn;
  if (!loss.endsWith('softmax')) all.push({ words: words.cosine, points: points(lineOf(PLAIN, value)) });
  if (loss === 'arcface' && asks.m) all.push({ words: 'cos(θ + m)', points: points(without(asks, value)) });
  return all;
}

/** Where a curve jumps, and where it gives no pull; the places of the words leave. */
function turningPoints(pen, plot, { loss, asks }, value, words, theme) {
  if (loss === 'arcface' && asks.m) return jumpOf(pen, plot, asks, value, words, theme);
  const flat = flatPoints(asks);
  for (const theta of flat) dot(pen, plot.X(deg(theta)), plot.Y(value(theta, asks)), { shape: 'ring', theme });
  if (!flat.length) return [];
  const [x, y] = [plot.X(deg(flat[0])), plot.Y(value(flat[0], asks))];
  return [placed(pen, words.flat, x + 10, value === slope ? y + 18 : y - 8, theme)];
}

function jumpOf(pen, plot, asks, value, words, theme) {
  const from = fallbackFrom(asks);
  const [before, after] = [value(from - 1e-9, asks), value(from + 1e-9, asks)];
  curve(pen, plot, [[deg(from), before], [deg(from), after]], { colour: theme.ink, width: 1.5, dash: [2, 3] });
  for (const y of [before, after]) dot(pen, plot.X(deg(from)), plot.Y(y), { shape: 'ring', r: 4, theme });
  if (value === slope) return [];
  const said = asks.easy ? filled(words.jump, { size: plain(after - before) }) : words.fallback;
  const [x, y] = [plot.X(deg(from)) - 10, plot.Y(min(before, after))];
  return [placed(pen, said, x, asks.easy ? y + 14 : y + 5, theme, 'right')];
}

function rowsOf(drawn, value, kind) {
  const degreesOf = Array.from({ length: 181 }, (_, i) => i);
  return [['theta_deg', ...drawn.map(({ loss }) => `${kind}_${loss}`)],
    ...degreesOf.map((v) => [v, ...drawn.map(({ asks }) => value(rad(v), asks))])];
}

const [FIRST, LAST] = [1, 6000];
const tens = (low, high) => Array.from({ length: floor(log10(high)) - ceil(log10(low)) + 1 }, (_, i) => i + ceil(log10(low)));
const RESTS = 199 / 0.12; // the iteration at which λ reaches 5

/** λ against the iteration, both by powers of ten: SphereFace begins as a plain softmax and ends with a sixth of ψ. */
export function annealing({ words, theme, values }) {
  const iterations = Array.from({ length: 161 }, (_, i) => FIRST * (LAST / FIRST) ** (i / 160));
  const write = (v) => Math.round(10 ** v).toLocaleString('en');
  return {
    id: 'annealing',
    title: words.annealing,
    note: filled(words.annealing_note, { t: Math.ceil(RESTS).toLocaleString('en') }),
    aspect: 1.25,
    plot: {
      x: { ends: [log10(FIRST), log10(LAST)], ticks: tens(FIRST, LAST), write, label: words.iteration },
      y: { ends: [0, 3.1], ticks: [0, 1, 2, 3], write, label: words.easing },
    },
    draw: () => {},
    over: (pen, plot) => {
      curve(pen, plot, iterations.map((t) => [log10(t), log10(easing(t))]), { colour: theme.ink, width: 2.5 });
      levelOf(pen, plot, values.lam, words, theme);
    },
    read: (x) => [`t = ${Math.round(10 ** x).toLocaleString('en')}`, `λ = ${plain(easing(10 ** x))}`],
    rows: () => [['iteration', 'lambda'], ...[...new Set([0, ...iterations.map(Math.round)])].map((t) => [t, easing(t)])],
  };
}

/** The λ of the panel as a level, where it is large enough to be drawn. */
function levelOf(pen, plot, lam, words, theme) {
  if (lam < 1) return;
  const [y, said] = [log10(lam), filled(words.here, { lam: short(lam) })];
  curve(pen, plot, [[log10(FIRST), y], [log10(LAST), y]], { colour: theme.ink3, width: 1.5, dash: [5, 4] });
  text(pen, said, plot.X(0) + 8, plot.Y(y) - 7, { size: 13, colour: theme.ink2, halo: true, theme });
}
