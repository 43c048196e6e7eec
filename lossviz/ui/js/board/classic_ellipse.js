/** Points of two features enter; they are drawn with every metric's ellipse, and once more as one metric sees them. */

import { filled, percent, plain } from '../numbers.js';
import { crowd, named } from './crowd.js';
import { axesOf, learned, leftOut, OBJECTIVES, problem, rootOf } from './classic_solvers.js';
import { curve, DASHES, text } from './marks.js';
import { within } from './plot.js';

export const METHODS = ['euclid', 'nca', 'lmnn', 'itml', 'mmc'];
const LABELS = Array.from({ length: 16 }, (_, i) => Math.floor(i / 8));
const REACH = 3;
const UNIT = 100; // places are written in hundredths
const SIZE = 1; // radius of the circle with the area of every ellipse
const SMALL = 7;

let known = {};

/** The metric of every method, learned when a point has moved. */
function learnedAll(places) {
  if (known.places !== places) {
    const at = places.split('_').map((written) => written / UNIT);
    const points = LABELS.map((_, i) => [at[2 * i], at[2 * i + 1]]);
    const given = problem(points, LABELS);
    known = { places, points, given, metrics: Object.fromEntries(METHODS.map((id) => [id, learned(id, given)])) };
  }
  return known;
}

export function figures(scene) {
  const state = learnedAll(scene.values.places);
  return [features(scene, state), seen(scene, state)];
}

const plane = { x: { ends: [-REACH, REACH], label: 'x₁' }, y: { ends: [-REACH, REACH], label: 'x₂' }, square: true };

function features({ values, words, theme }, { points, metrics }) {
  return {
    id: 'features',
    title: words.toy,
    note: words.toy_note,
    plot: plane,
    draw: (pen, plot) => within(pen, plot, () => {
      METHODS.forEach((id, n) => ellipse(pen, plot, metrics[id], { dash: DASHES[n], bold: id === values.method, theme }));
      crowd(pen, plot, { points, labels: LABELS }, { r: SMALL, theme });
    }),
    over: (pen, plot) => tips(pen, plot, metrics, values.method, words, theme),
    handles: points.map(([x, y], i) => ({
      id: `point${i}`, name: filled(words.point, { n: (i % 8) + 1, c: LABELS[i] }), x, y, step: 0.05,
      moved: (u, v) => ({ places: written(points, i, [u, v]) }),
    })),
    rows: () => [['point', 'class', 'x1', 'x2'], ...points.map((point, i) => [i, LABELS[i], ...point])],
  };
}

const written = (points, moved, place) => points.flatMap((point, i) => (i === moved ? place : point))
  .map((value) => Math.round(Math.min(REACH, Math.max(-REACH, value)) * UNIT)).join('_');

/** All directions at the same distance from the middle, scaled to the area of a circle. */
function rim(metric) {
  const { half: [long, short], along: [x, y] } = axesOf(metric);
  const size = SIZE / Math.sqrt(long * short);
  return Array.from({ length: 121 }, (_, k) => {
    const [p, q] = [size * long * Math.cos((k * Math.PI) / 60), size * short * Math.sin((k * Math.PI) / 60)];
    return [p * x - q * y, p * y + q * x];
  });
}

function ellipse(pen, plot, metric, { dash, bold, theme }) {
  curve(pen, plot, rim(metric), { colour: theme.bg, width: bold ? 6 : 4 });
  curve(pen, plot, rim(metric), { colour: bold ? theme.accent : theme.ink2, width: bold ? 3 : 1.5, dash });
}

/** Each metric's name at the farthest place of its ellipse that is in sight, in turns on both sides. */
function tips(pen, { X, Y, box }, metrics, chosen, words, theme) {
  const inside = ([x, y]) => x > box.x + 28 && x < box.x + box.width - 28 && y > box.y + 20 && y < box.y + box.height - 12;
  METHODS.forEach((id, n) => {
    const half = rim(metrics[id]).filter(([x, y], k) => (n % 2 ? k <= 30 || k > 90 : k > 30 && k <= 90) && inside([X(x), Y(y)]));
    if (!half.length) return;
    const [x, y] = id === 'euclid' ? [0, -SIZE] : half.reduce((far, at) => (Math.hypot(...at) > Math.hypot(...far) ? at : far));
    text(pen, words[id], X(x), Y(y) + 4, { size: 13, weight: id === chosen ? 600 : 400, align: 'center', halo: true, theme });
  });
}

/** The points through M^½, where the ellipse is a circle and distances are plain. */
function seen({ values, words, theme, held }, { points, metrics }) {
  const [a, b, c] = rootOf(metrics[values.method]);
  const moved = points.map(([x, y]) => [a * x + b * y, b * x + c * y]);
  const half = Math.max(REACH, ...moved.flat().map(Math.abs)) * 1.05;
  const ends = { ends: [-half, half] };
  return {
    id: 'seen',
    title: filled(words.seen, { method: words[values.method] }),
    plot: { x: { ...ends, label: ' ' }, y: ends, square: true },
    draw: (pen, plot) => within(pen, plot, () => {
      curve(pen, plot, rim([1, 0, 1]), { colour: theme.accent, width: 3 });
      crowd(pen, plot, { points: moved, labels: LABELS }, { r: SMALL, theme });
      if (held.pointed >= 0) named(pen, plot.X(moved[held.pointed][0]), plot.Y(moved[held.pointed][1]), '', SMALL, theme);
    }),
    rows: () => [['point', 'class', 'x1', 'x2'], ...moved.map((point, i) => [i, LABELS[i], ...point])],
  };
}

export function tables({ values, words }) {
  const { metrics, given } = learnedAll(values.places);
  const row = (id) => {
    const { half: [long, short] } = axesOf(metrics[id]);
    const objective = OBJECTIVES[id] ? plain((id === 'nca' ? -1 : 1) * OBJECTIVES[id](metrics[id], given)) : '–';
    return [words[id], `${plain(long / short)} : 1`, percent(leftOut(metrics[id], given)), objective];
  };
  return [{ head: [words.metric, words.ratio, words.own, words.objective], rows: METHODS.map(row) }];
}
