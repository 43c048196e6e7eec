/** Class sizes and a rule enter; the margins that they give leave as two figures: against the size, and what each asks. */

import { degrees, filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { marginRule } from './classsizes.js';
import { named } from './labels.js';
import { curve, dot, sampled, text } from './marks.js';
import { probability } from './ownprobability.js';
import { within } from './plot.js';
import { clamped, rad, scaleName } from './scale_settings.js';
import { asking } from './twoclasses.js';

const NUMBERS = [1, 2, 3, 4, 5];
const MOST_N = 1e5;
const { log10, max } = Math;

/** [{number, n, m}…] of the five classes, and the rule itself. */
export function sizesOf(values) {
  const counts = NUMBERS.map((number) => values[`n${number}`]);
  const rule = marginRule(counts, values);
  return { rule, classes: NUMBERS.map((number, i) => ({ number, n: counts[i], m: rule(counts[i]) })) };
}

export function sizesFigure({ words, values, theme }) {
  const { rule, classes } = sizesOf(values);
  const [least, most] = [Math.min(...classes.map(({ n }) => n)), max(...classes.map(({ n }) => n))];
  const ends = values.rule === 'ab' ? [1, MOST_N] : [least, most];
  const line = sampled((x) => rule(10 ** x), ends.map(log10), 120);
  return {
    id: 'sizes',
    title: words.sizes,
    note: words[`sizes_${values.rule}`],
    aspect: 1.25,
    plot: {
      x: { ends: [-0.1, log10(MOST_N) + 0.1], ticks: [0, 1, 2, 3, 4, 5], write: (v) => (10 ** v).toLocaleString('en'), label: words.size_axis },
      y: { ends: [0, 1.12 * max(0.1, ...line.map(([, m]) => m))], label: words.margin_axis_arcface },
    },
    draw: () => {},
    over: (pen, plot) => {
      within(pen, plot, () => curve(pen, plot, line, { colour: theme.ink, width: 2.5 }));
      for (const { number, n, m } of classes) dot(pen, plot.X(log10(n)), plot.Y(m), { label: String(number), theme });
    },
    handles: classes.map(({ number, n, m }) => ({
      id: `n${number}`, x: log10(n), y: m, step: 0.05, name: filled(words.size_handle, { number, n: n.toLocaleString('en'), m: plain(m) }),
      moved: (x) => ({ [`n${number}`]: sizeAt(x, n) }),
    })),
    read: (x) => readOut(10 ** x, ends, rule),
    rows: () => [['class', 'n', 'm'], ...classes.map(({ number, n, m }) => [number, n, m])],
  };
}

function readOut(n, [low, high], rule) {
  if (n < low || n > high) return [];
  return [`n = ${Math.round(n).toLocaleString('en')}`, `m = ${rule(n).toFixed(3)} rad = ${degrees(rule(n))}`];
}

function sizeAt(x, n) {
  const to = Math.round(10 ** x);
  return clamped(to === n && Math.abs(x - log10(n)) > 0.01 ? n + Math.sign(x - log10(n)) : to, 1, MOST_N, 0);
}

/** P(θ) of ArcFace with each class's own margin: where its samples must lie to be as sure. */
export function asksFigure({ words, values, theme, s, C }) {
  const { classes } = sizesOf(values);
  const lines = classes.map(({ number, m }) => {
    const asks = asking({ loss: 'arcface', m });
    return { number, P: (v) => probability(rad(v), s, C, asks) };
  });
  return {
    id: 'asks',
    title: words.asks,
    note: filled(words.asks_note, { s: scaleName(s), C: C.toLocaleString('en') }),
    aspect: 1.25,
    plot: {
      x: { ends: [0, 120], ticks: [0, 30, 60, 90, 120], write: (v) => `${v}°`, label: words.own_angle },
      y: { ends: [0, 1.02], ticks: [0, 0.25, 0.5, 0.75, 1], label: words.own_probability },
    },
    draw: () => {},
    over: (pen, plot) => {
      within(pen, plot, () => {
        curve(pen, plot, [[0, 0.5], [120, 0.5]], { colour: faded(theme.ink, 0.22), width: 1 });
        for (const { P } of lines) curve(pen, plot, sampled(P, [0, 120], 120), { colour: theme.ink, width: 2 });
      });
      for (const [i, { number, P }] of lines.entries()) badge(pen, plot, number, P, 0.86 - 0.17 * i, theme);
    },
    read: (v) => (v < 0 || v > 120 ? [] : [
      `θ = ${plain(v)}°`, ...lines.map(({ number, P }) => `${filled(words.size_name, { number })}: P = ${P(v).toFixed(3)}`),
    ]),
    rows: () => [
      ['theta_deg', ...NUMBERS.map((number) => `P_${number}`)],
      ...Array.from({ length: 121 }, (_, v) => [v, ...lines.map(({ P }) => P(v))]),
    ],
  };
}

/** The class's number on its curve, each at its own height so that curves that lie close keep theirs apart. */
function badge(pen, plot, number, P, height, theme) {
  const at = Array.from({ length: 481 }, (_, i) => i / 4).find((v) => P(v) < height);
  if (at) dot(pen, plot.X(at), plot.Y(P(at)), { label: String(number), r: 9, theme });
}
