/** The settings enter; dynamic AdaCos leaves as two figures: its scale step by step, and the map that takes each to the next. */

import { filled, plain } from '../numbers.js';
import { nextScale, restOf, scales } from './adacossteps.js';
import { leaning } from './arrangements.js';
import { named } from './labels.js';
import { curve, dot, sampled, text } from './marks.js';
import { within } from './plot.js';
import { rad } from './scale_settings.js';

export const STEPS = 30;
export const CAP = 64; // where the loss stops its scale
const TOP = 1000;
const REFERENCES = [[10, '2'], [2000, 'high']];
const { log10, min, max } = Math;

let kept = {};

/** The walk of the settings, those beside it, and the map, made once for each C, dimension and angle. */
export function walks({ C, dim, d, codes, values: { theta } }) {
  const key = [C, dim, theta].join();
  if (kept.key === key) return kept;
  const angle = rad(theta);
  const rows = leaning(C, d, angle, codes);
  const others = REFERENCES.filter(([c, where]) => c !== C || where !== dim)
    .map(([c, where]) => ({ C: c, dim: where, walk: scales(c, leaning(c, where === 'high' ? c : Number(where), angle, codes), angle, STEPS) }));
  const walk = rows ? scales(C, rows, angle, STEPS) : [];
  const end = endOf(walk);
  const map = rows ? sampled((s) => nextScale(s, rows, angle), [0.02, end], rows[0].length > 500 ? 24 : 96) : [];
  kept = { key, walk, others, map, end, rest: rows && restOf(C, rows, angle) };
  return kept;
}

/** The map shows where the walk goes, up to a little above the cap. */
const endOf = (walk) => min(80, max(8, 1.5 * max(...walk, 0)));

function outcome({ walk, rest }, words) {
  if (!walk.length) return words.unknown;
  return rest === null ? words.runs_away : filled(words.settles, { s: plain(rest) });
}

const nameOf = (words, C, dim) => filled(words[`walk_${dim}`], { C: C.toLocaleString('en') });

export function stepsFigure(model) {
  const { words, at, C, dim } = model;
  const found = walks(model);
  const lines = [...(found.walk.length ? [{ C, dim, walk: found.walk, own: true }] : []), ...found.others];
  return {
    id: 'steps',
    title: words.steps,
    note: outcome(found, words),
    aspect: 1.25,
    plot: {
      x: { ends: [0, STEPS], ticks: [0, 5, 10, 15, 20, 25, 30], label: words.step_axis },
      y: { ends: [log10(0.7), log10(TOP)], ticks: [0, 1, 2, 3], write: (v) => (10 ** v).toLocaleString('en'), label: words.scale_axis },
    },
    draw: () => {},
    over: (pen, plot) => overSteps(pen, plot, lines, at, model),
    read: (x) => (x < 0 || x > STEPS ? [] : readOut(Math.round(x), lines, words)),
    rows: () => [
      ['step', ...lines.map((one) => `s_C${one.C}_${one.dim}`)],
      ...Array.from({ length: STEPS + 1 }, (_, t) => [t, ...lines.map((one) => one.walk[t] ?? '')]),
    ],
  };
}

const readOut = (t, lines, words) => [
  filled(words.step, { t }), ...lines.map((one) => `${nameOf(words, one.C, one.dim)}: ${plain(one.walk[t])}`),
];

function overSteps(pen, plot, lines, at, { words, theme }) {
  const points = ({ walk }) => walk.map((s, t) => [t, log10(s)]);
  within(pen, plot, () => {
    curve(pen, plot, [[0, log10(CAP)], [STEPS, log10(CAP)]], { colour: theme.ink3, width: 1.25, dash: [5, 4] });
    for (const one of lines) curve(pen, plot, points(one), { colour: theme.ink3, width: 1.5, dash: one.own ? [] : [8, 4] });
    const own = lines.find((one) => one.own);
    if (own) curve(pen, plot, points(own).slice(0, Math.round(at) + 1), { colour: theme.ink, width: 2.5 });
  });
  const cap = { words: words.cap, points: Array.from({ length: 31 }, (_, t) => [t, log10(CAP)]) };
  named(pen, [...lines.map((one) => ({ words: nameOf(words, one.C, one.dim), points: fine(points(one)) })), cap]
    .map((one) => ({ ...one, points: one.points.map(([x, y]) => [plot.X(x), plot.Y(y)]) })), plot.box, theme);
  for (const one of lines.filter(({ own }) => own)) {
    const t = Math.round(at);
    if (one.walk[t] <= TOP) dot(pen, plot.X(t), plot.Y(log10(one.walk[t])), { r: 6, theme });
  }
}

const fine = (points) => points.flatMap(([x, y], i) => {
  const [nx, ny] = points[i + 1] ?? [x, y];
  return [0, 0.5].map((part) => [x + part * (nx - x), y + part * (ny - y)]);
});

export function mapFigure(model) {
  const { words, at } = model;
  const found = walks(model);
  const { walk, map, end, rest } = found;
  return {
    id: 'map',
    title: words.map,
    note: rest === null ? outcome(found, words) : words.map_note,
    aspect: 1.25,
    plot: { x: { ends: [0, end], label: words.map_x }, y: { ends: [0, end], label: words.map_y } },
    draw: () => {},
    over: (pen, plot) => overMap(pen, plot, { walk, map, end, at }, model),
    read: (s) => (s < 0 || s > end || !map.length ? [] : [`s = ${plain(s)}`, `${words.map_y} = ${plain(nearest(map, s))}`]),
    rows: () => [['s', 's_next'], ...map],
  };
}

const nearest = (map, s) => map.reduce((best, each) => (Math.abs(each[0] - s) < Math.abs(best[0] - s) ? each : best))[1];

function overMap(pen, plot, { walk, map, end, at }, { words, theme }) {
  within(pen, plot, () => {
    curve(pen, plot, [[0, 0], [end, end]], { colour: theme.ink3, width: 1.25, dash: [5, 4] });
    curve(pen, plot, map, { colour: theme.ink2, width: 2 });
    curve(pen, plot, staircase(walk.slice(0, Math.round(at) + 1)), { colour: theme.ink, width: 1.75 });
  });
  text(pen, words.diagonal, plot.X(0.8 * end), plot.Y(0.8 * end) + 20, { size: 13, colour: theme.ink2, halo: true, theme });
  const here = walk[Math.round(at)];
  if (here <= end) dot(pen, plot.X(here), plot.Y(here), { r: 6, theme });
}

/** From the diagonal up or down to the map and across to the diagonal again. */
const staircase = (walk) => walk.flatMap((s, t) => (t + 1 < walk.length ? [[s, s], [s, walk[t + 1]]] : [[s, s]]));
