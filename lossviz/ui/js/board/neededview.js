/** The settings enter; two figures leave: the scale that a number of classes needs, and the margin that fits them. */

import { filled, plain, short } from '../numbers.js';
import { faded } from '../theme.js';
import { leastAngle, neededScale, spread } from './arrangements.js';
import { named } from './labels.js';
import { curve, dot } from './marks.js';
import { boundScale } from './ownprobability.js';
import { within } from './plot.js';
import { DIMS, LEAST_C, LEAST_S, MOST_C, MOST_S, clamped, rowsOf, scaleName } from './scale_settings.js';

const { log10 } = Math;
const HIGHEST = 1000; // the scale where curves are cut off
const WHOLE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const CLASSES = [...WHOLE, ...Array.from({ length: 33 }, (_, i) => Math.round(13 * (MOST_C / 13) ** (i / 32)))];
const MOST_M = { arcface: 2.2, cosface: 1.6 };
const across = (label) => ({
  ends: [log10(LEAST_C) - 0.05, log10(MOST_C) + 0.05],
  ticks: [3, 10, 100, 1000, 10000].map(log10),
  write: (v) => Math.round(10 ** v).toLocaleString('en'),
  label,
});

let kept = {};

/** {2, 3, high}: [[C, s]…] for a probability, up to where they leave the picture. */
export function neededLines(P, codes) {
  if (kept.P === P) return kept.lines;
  const upTo = (dim, list) => {
    const line = [];
    for (const C of list) {
      line.push([C, neededScale(spread(C, dim, codes), P)]);
      if (line.at(-1)[1] > HIGHEST) break;
    }
    return line;
  };
  const lines = { 2: upTo(2, CLASSES), 3: upTo(3, WHOLE), high: CLASSES.map((C) => [C, boundScale(C, P)]) };
  kept = { P, lines };
  return lines;
}

/** What fits between class vectors at this angle. */
export const fits = (angle, kind) => (kind === 'arcface' ? angle : 1 - Math.cos(angle));

const fitting = {};

/** {2, 3, high}: [[C, m]…] for a loss; `beyond`: an upper bound in 3-D where no arrangement is in the table. */
export function fittingLines(kind, codes) {
  if (fitting[kind]) return fitting[kind];
  const sphere = WHOLE.map((C) => [C, fits(leastAngle(spread(C, 3, codes)), kind)]);
  const simplex = CLASSES.map((C) => [C, fits(Math.acos(-1 / (C - 1)), kind)]);
  const circle = CLASSES.map((C) => [C, fits((2 * Math.PI) / C, kind)]);
  fitting[kind] = { 2: circle, 3: sphere, high: simplex, beyond: CLASSES.filter((C) => C >= 12).map((C) => [C, fits(fejesToth(C), kind)]) };
  return fitting[kind];
}

/** No C points on the sphere can all lie farther apart (Fejes Tóth 1943); twelve reach it. */
export function fejesToth(C) {
  const cotangent = 1 / Math.tan(((C / (C - 2)) * Math.PI) / 6);
  return Math.acos((cotangent ** 2 - 1) / 2);
}

export function neededFigure(model) {
  const { words, values: { p }, s, C, codes, rows } = model;
  const lines = neededLines(p, codes);
  const needed = rows && neededScale(rows, p);
  return {
    id: 'needed',
    title: filled(words.needed, { p: short(p) }),
    note: needed === null ? words.unknown : filled(words.needed_here, { s: plain(needed) }),
    aspect: 1.25,
    plot: {
      x: across(words.classes_axis),
      y: { ends: [0, log10(HIGHEST)], ticks: [0, 1, 2, 3], write: (v) => (10 ** v).toLocaleString('en'), label: words.scale_axis },
    },
    draw: () => {},
    over: (pen, plot) => over(pen, plot, lines, s, model, (v) => log10(v)),
    handles: [{
      id: 'point-s', x: log10(C), y: log10(s), step: 0.02, name: filled(words.needed_handle, { C, s: scaleName(s) }),
      moved: (x, y) => ({ classes: classesAt(x, C), s: clamped(10 ** y, LEAST_S, MOST_S, 2) }),
    }],
    read: (x) => readOut(x, words, (number, dim) => plain(neededScale(rowsOf(number, dim, codes), p)), codes),
    rows: () => tableOf(lines, 's'),
  };
}

export function fitsFigure(model) {
  const { words, values: { kind }, m, C, codes, rows } = model;
  const lines = fittingLines(kind, codes);
  const widest = `${fits(rows ? leastAngle(rows) : fejesToth(C), kind).toFixed(3)}${kind === 'arcface' ? ' rad' : ''}`;
  return {
    id: 'fits',
    title: words.fits,
    note: filled(rows ? words.fits_here : words.fits_below, { m: widest }),
    aspect: 1.25,
    plot: { x: across(words.classes_axis), y: { ends: [0, MOST_M[kind]], label: words[`margin_axis_${kind}`] } },
    draw: () => {},
    over: (pen, plot) => over(pen, plot, lines, m, model, (v) => v),
    handles: [{
      id: 'point-m', x: log10(C), y: m, step: 0.02, name: filled(words.fits_handle, { C, m: plain(m) }),
      moved: (x, y) => ({ classes: classesAt(x, C), m: clamped(y, 0, 1, 2) }),
    }],
    read: (x) => readOut(x, words, (number, dim) => fits(leastAngle(rowsOf(number, dim, codes)), kind).toFixed(3), codes),
    rows: () => tableOf(lines, 'm'),
  };
}

function tableOf(lines, what) {
  const at = (dim, C) => lines[dim].find(([c]) => c === C)?.[1] ?? '';
  return [['classes', `${what}_2d`, `${what}_3d`, `${what}_high`], ...CLASSES.map((C) => [C, ...DIMS.map((dim) => at(dim, C))])];
}

/** A step of a key moves by one class at least. */
function classesAt(x, C) {
  const to = Math.round(10 ** x);
  const way = Math.sign(x - log10(C));
  return clamped(to === C && Math.abs(x - log10(C)) > 0.01 ? C + way : to, LEAST_C, MOST_C, 0);
}

function readOut(x, words, value, codes) {
  const C = Math.round(10 ** x);
  if (C < LEAST_C || C > 500) return [];
  const dims = ['2', ...(codes[C] ? ['3'] : []), 'high'];
  return [`C = ${C}`, ...dims.map((dim) => `${words[`dim_${dim}`]}: ${value(C, dim)}`)];
}

function over(pen, plot, lines, value, { words, theme, dim, C }, up) {
  const drawn = ['high', '3', '2'].map((id) => ({ id, words: words[`dim_${id}`], points: lines[id].map(([c, v]) => [log10(c), up(v)]) }));
  const styleOf = (id) => (id === dim ? { colour: theme.ink, width: 2.5 } : { colour: theme.ink3, width: 1.5 });
  within(pen, plot, () => {
    curve(pen, plot, [[log10(C), plot.axes.y.ends[0]], [log10(C), plot.axes.y.ends[1]]], { colour: faded(theme.ink, 0.22), width: 1 });
    if (lines.beyond) curve(pen, plot, lines.beyond.map(([c, v]) => [log10(c), up(v)]), { ...styleOf('3'), dash: [3, 3] });
    for (const { id, points } of drawn) curve(pen, plot, points, styleOf(id));
    for (const [x, y] of drawn[1].points) small(pen, plot.X(x), plot.Y(y), styleOf('3').colour);
  });
  named(pen, drawn.map(({ words: name, points }) => ({ words: name, points: fine(points).map(([x, y]) => [plot.X(x), plot.Y(y)]) })), plot.box, theme);
  dot(pen, plot.X(log10(C)), plot.Y(up(value)), { r: 7, theme });
}

function small(pen, x, y, colour) {
  pen.beginPath();
  pen.arc(x, y, 2.5, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
}

/** Points between the points, so that names know where the line runs. */
const fine = (points) => points.flatMap(([x, y], i) => {
  const [nx, ny] = points[i + 1] ?? [x, y];
  return [0, 0.25, 0.5, 0.75].map((part) => [x + part * (nx - x), y + part * (ny - y)]);
});
