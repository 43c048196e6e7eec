/** The similarities and their shares enter; a figure leaves: positives over negatives, each under a bar for its share. */

import { filled, percent, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { area, curve, dot, hatched, text } from './marks.js';
import { within } from './plot.js';
import { moved } from './unified_model.js';

const { max, min, round } = Math;
const BASE = { p: 1.78, n: 0 }; // a bar is as high as 1 for the whole gradient
const ENDS = [-0.24, 3.06];
const MEASURE = 1.38; // where M is measured, between both rows
const NAME = 0.24; // as high as a share in words
const CAPTION = 0.55; // how far above its line a row is named
const BAR = 9; // pixels wide
const APART = 38; // pixels between two shares in words
const LEAST = 0.005; // smaller shares are not written

export function dots(model) {
  const { words, unit, values, shares: { z } } = model;
  return {
    id: 'shares',
    title: words.shares,
    note: filled(words.shares_note, { pull: plain(values.gamma * z) }),
    wide: true,
    aspect: 3,
    plot: {
      x: { ends: [-1.04 * unit, 1.04 * unit], ticks: ticksOf(unit), label: words[`axis_${values.kind}`] },
      y: { ends: ENDS, ticks: [BASE.n, BASE.p], write: (v) => (v === BASE.n ? 'sₙ' : 'sₚ') },
    },
    draw: (pen, plot) => within(pen, plot, () => ground(pen, plot, model)),
    over: (pen, plot) => {
      measure(pen, plot, model);
      for (const side of ['p', 'n']) row(pen, plot, model, side);
    },
    handles: ['p', 'n'].flatMap((side) => handlesOf(model, side)),
    read: (x, y) => readOf(model, x, y),
    rows: () => rowsOf(model),
  };
}

const ticksOf = (unit) => [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((c) => c * unit);
const listOf = (model, side) => model[side === 'p' ? 'sp' : 'sn'];

/** Where negatives should not be, from min s_p − m on, both lines, and what bars and rows are. */
function ground(pen, plot, { sp, settings: { m }, unit, theme, words }) {
  const goal = min(...sp) - m;
  const reach = 1.04 * unit;
  hatched(pen, plot, [[goal, ENDS[0]], [goal + m, ENDS[0]], [goal + m, MEASURE], [goal, MEASURE]], theme);
  curve(pen, plot, [[goal + m, ENDS[0]], [goal + m, BASE.p]], { colour: theme.ink3, width: 1.25, dash: [5, 4] });
  curve(pen, plot, [[goal, ENDS[0]], [goal, MEASURE]], { colour: theme.ink3, width: 1.25 });
  const left = plot.X(-reach) + 10;
  const said = (line, y) => text(pen, line, left, y, { size: 13, colour: theme.ink2, halo: true, theme });
  for (const [side, line] of [['p', words.pulled], ['n', words.pushed]]) {
    curve(pen, plot, [[-reach, BASE[side]], [reach, BASE[side]]], { colour: theme.ctl, width: 1 });
    said(line, plot.Y(BASE[side] + CAPTION));
  }
  said(words.bars, plot.Y(ENDS[1]) + 20);
}

/** M: from where the nearest negative may come, min s_p − m, to where it is. */
function measure(pen, plot, { sp, sn, missed, shares, settings: { m }, theme, words }) {
  const [from, to] = [min(...sp) - m, max(...sn)];
  const colour = missed > 0 ? theme.ink : theme.ink3;
  const bar = BASE.n + max(...shares.n) + NAME;
  curve(pen, plot, [[to, MEASURE], [to, min(MEASURE, bar)]], { colour, width: 1.25, dash: [5, 4] });
  curve(pen, plot, [[from, MEASURE], [to, MEASURE]], { colour, width: 3 });
  const end = 6 / (plot.Y(0) - plot.Y(1));
  for (const x of [from, to]) curve(pen, plot, [[x, MEASURE - end], [x, MEASURE + end]], { colour, width: 2 });
  const left = min(plot.X(from), plot.X(to)) - 10;
  text(pen, filled(words.measure, { m: plain(missed) }), left, plot.Y(MEASURE) + 4, { align: 'right', colour, halo: true, theme });
}

/** Outlined: the share ω of the side's pull; filled: the pull Zω itself. */
function row(pen, plot, model, side) {
  const { theme, shares } = model;
  const list = listOf(model, side);
  const half = BAR / 2 / (plot.X(1) - plot.X(0));
  const base = BASE[side];
  list.forEach((s, i) => {
    const share = shares[side][i];
    const bar = (height) => [[s - half, base], [s - half, base + height], [s + half, base + height], [s + half, base]];
    area(pen, plot, bar(share), theme.bg);
    area(pen, plot, bar(share * shares.z), faded(theme.ink, 0.62));
    curve(pen, plot, bar(share), { colour: theme.ink, width: 1 });
  });
  list.forEach((s) => dot(pen, plot.X(s), plot.Y(base), { r: 6.5, theme }));
  written(pen, plot, list, shares[side], base, theme);
}

/** The shares in words, the greatest first, where there is room. */
function written(pen, plot, list, shares, base, theme) {
  const taken = [];
  const order = list.map((_, i) => i).sort((a, b) => shares[b] - shares[a]);
  for (const i of order) {
    const [x, y] = [plot.X(list[i]), plot.Y(base + shares[i])];
    if (shares[i] < LEAST || taken.some((other) => Math.abs(other - x) < APART)) continue;
    taken.push(x);
    text(pen, `${round(shares[i] * 100)}%`, x, min(y, plot.Y(base) - 8) - 5, { size: 13, align: 'center', halo: true, theme });
  }
}

const handlesOf = (model, side) => listOf(model, side).map((s, i) => ({
  id: `${side}${i + 1}`,
  name: filled(model.words[side === 'p' ? 'positive' : 'negative'], { i: i + 1, s: plain(s), share: percent(model.shares[side][i]) }),
  x: s,
  y: BASE[side],
  step: 0.01 * model.unit,
  moved: (x) => moved(model, `${side}${i + 1}`, x),
}));

/** The dot nearest to the pointer in its row. */
function readOf(model, x, y) {
  const side = y >= (MEASURE + BASE.p) / 2 ? 'p' : 'n';
  const list = listOf(model, side);
  const i = list.reduce((best, s, at) => (Math.abs(s - x) < Math.abs(list[best] - x) ? at : best), 0);
  if (Math.abs(list[i] - x) > 0.03 * model.unit) return [];
  const share = model.shares[side][i];
  return [`${side === 'p' ? 'sₚ' : 'sₙ'} ${i + 1} = ${plain(list[i])}`, `ω = ${percent(share)}`, `Zω = ${percent(share * model.shares.z)}`];
}

function rowsOf(model) {
  const { shares, settings: { gamma } } = model;
  const of = (side, sign) => listOf(model, side).map((s, i) => (
    [side === 'p' ? 's_p' : 's_n', i + 1, s, shares[side][i], sign * gamma * shares.z * shares[side][i]]));
  return [['side', 'number', 'similarity', 'share', 'gradient'], ...of('p', -1), ...of('n', 1)];
}
