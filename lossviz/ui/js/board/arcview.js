/** Two classes on the circle: class vectors, what each class keeps and the gap between, as a figure with handles. */

import { degrees, filled } from '../numbers.js';
import { faded } from '../theme.js';
import { deg, saidOf, sampleHandle, tenth } from './asked.js';
import { arrow, hatch, text } from './marks.js';
import { anglesOf, sectorsOf, shadowOf, vectorsOf } from './samples.js';
import { edge, gap, swapped, whose } from './twoclasses.js';
import { badge, measure, pointer, sample } from './twomarks.js';

const { PI, sin, cos, atan2, hypot, min, max, round } = Math;
const [REACH, SOFT] = [1.22, 1.62]; // half of what the picture shows: of the unit circle alone, and of unequal vectors
const [SHORTEST, LONGEST] = [0.4, 1.5];
const [NARROWEST, WIDEST] = [5, 180];
const INNERMOST = 0.3;

export function arc(model) {
  const { words, alone, one, apart, turn } = model;
  const lengths = one.loss === 'softmax' && alone ? [model.values.n1, model.values.n2] : [1, 1];
  const reach = one.loss === 'softmax' && alone ? SOFT : REACH;
  const ends = { ends: [-reach, reach] };
  const handle = sampleHandle(model, [sin(turn), cos(turn)], 0.02, atan2);
  return {
    id: 'circle',
    title: words.circle,
    note: noteOf(model),
    plot: { x: ends, y: ends, square: true },
    draw: (pen, plot) => (alone ? kept(pen, plot, one.asks, [0, 1], model) : rings(pen, plot, model)),
    over: (pen, plot) => over(pen, plot, lengths, model),
    handles: [
      ...vectorsOf(apart).map((way, i) => vectorHandle(model, way, i, lengths)),
      handle,
    ],
    pick: handle.moved,
    pointed: (x, y) => (hypot(x, y) > 0.05 ? anglesOf(atan2(x, y), apart) : null),
    read: (x, y) => (hypot(x, y) > 0.05 ? saidOf(model, ...anglesOf(atan2(x, y), apart)) : []),
    rows: () => rowsOf(model),
  };
}

/** The angle between class vectors, and how much of it the chosen loss leaves to nobody. */
function noteOf({ alone, one, apart, words }) {
  if (!alone) return filled(words.apart, { apart: degrees(apart) });
  const free = gap(apart, one.asks);
  return filled(free === null ? words.gap_all : words.gap_of, { gap: degrees(free), apart: degrees(apart) });
}

/** Both class vectors move together: they stay on both sides of the upward direction. Lengths matter to softmax only. */
function vectorHandle({ words, apart, values }, [x, y], i, lengths) {
  const length = lengths[i];
  const moved = (px, py) => {
    const half = Math.abs(atan2(i ? px : -px, py));
    return {
      theta: min(WIDEST, max(NARROWEST, tenth(deg(2 * half)))),
      [`n${i + 1}`]: values.loss === 'softmax' ? min(LONGEST, max(SHORTEST, round(hypot(px, py) * 100) / 100)) : values[`n${i + 1}`],
    };
  };
  const name = filled(words.vector, { k: i + 1, apart: degrees(apart), length: length.toFixed(2) });
  return { id: `w${i + 1}`, name, x: x * length, y: y * length, step: 0.02, moved };
}

/** What each class keeps between two radii, and the hatched rest. */
function kept(pen, plot, asks, [inner, outer], { apart, theme, colours }) {
  const kinds = sectorsOf((turn) => whose(...anglesOf(turn, apart), asks));
  for (const { kind, from, to } of kinds) {
    const rim = rimOf(plot, from, to, inner, outer);
    path(pen, rim);
    pen.fillStyle = { 0: faded(theme.ink, theme.zone), 1: colours[0].ground, 2: colours[1].ground, 3: colours[0].ground }[kind];
    pen.fill();
    if (kind === 3) { pen.fillStyle = faded(colours[1].badge, theme.tint); pen.fill(); }
    if (kind === 0) hatchedWithin(pen, plot, rim, theme);
  }
  borders(pen, plot, kinds, inner, outer, theme);
}

function rimOf({ X, Y }, from, to, inner, outer) {
  const count = Math.ceil(((to - from) / PI) * 90) + 2;
  const turns = Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
  const at = (r) => (turn) => [X(r * sin(turn)), Y(r * cos(turn))];
  return [...turns.map(at(outer)), ...turns.reverse().map(at(inner))];
}

function path(pen, corners) {
  pen.beginPath();
  corners.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}

function hatchedWithin(pen, plot, rim, theme) {
  pen.save();
  path(pen, rim);
  hatch(pen, plot, theme);
  pen.restore();
}

function borders(pen, { X, Y }, kinds, inner, outer, theme) {
  if (kinds.length < 2) return;
  pen.strokeStyle = theme.ink;
  pen.lineWidth = inner ? 1.5 : 2.5;
  pen.beginPath();
  for (const { from } of kinds) {
    pen.moveTo(X(inner * sin(from)), Y(inner * cos(from)));
    pen.lineTo(X(outer * sin(from)), Y(outer * cos(from)));
  }
  pen.stroke();
}

/** One ring for each loss, softmax innermost, with its name across the gap. */
function rings(pen, plot, model) {
  const step = (1 - INNERMOST) / model.shown.length;
  model.shown.forEach(({ asks }, i) => {
    const inner = INNERMOST + i * step;
    kept(pen, plot, asks, [inner + 0.012, inner + step], model);
  });
}

function over(pen, plot, lengths, model) {
  const { X, Y } = plot;
  const { alone, apart, turn, theme, shown } = model;
  pen.strokeStyle = faded(theme.ink, 0.35);
  pen.lineWidth = 1;
  pen.beginPath();
  pen.arc(X(0), Y(0), X(1) - X(0), 0, 2 * PI);
  pen.stroke();
  vectorsOf(apart).forEach(([x, y], i) => vector(pen, plot, [x * lengths[i], y * lengths[i]], i + 1, model));
  if (alone) gapArc(pen, plot, model);
  else ringNames(pen, plot, shown, theme);
  if (model.pointed) shadow(pen, plot, model);
  sample(pen, [X(sin(turn)), Y(cos(turn))], model);
}

/** A place that is pointed at beside the circle: its shadow in the plane of the class vectors. */
function shadow(pen, { X, Y }, model) {
  const [x, y] = shadowOf(...model.pointed.map(cos), model.apart);
  pointer(pen, [X(x), Y(y)], model);
}

function vector(pen, { X, Y }, [x, y], k, model) {
  const { theme } = model;
  arrow(pen, X(0), Y(0), X(x), Y(y), theme.bg, 4.5, 12);
  arrow(pen, X(0), Y(0), X(x), Y(y), theme.ink, 1.5, 9);
  const length = hypot(x, y);
  const out = 1 + 16 / (X(length) - X(0));
  badge(pen, X(x * out), Y(y * out), k, model);
}

function gapArc(pen, plot, { one, apart, theme }) {
  const [first, second] = [edge(apart, one.asks), edge(apart, swapped(one.asks))];
  if (!gap(apart, one.asks) || first === null) return;
  const [from, to] = [first - apart / 2, apart / 2 - second];
  if (to - from < 1e-3) return;
  const points = Array.from({ length: 31 }, (_, i) => from + ((to - from) * i) / 30).map((turn) => [0.68 * sin(turn), 0.68 * cos(turn)]);
  measure(pen, plot, points, degrees(to - from), theme, [0, -16]);
}

function ringNames(pen, { X, Y }, shown, theme) {
  const step = (1 - INNERMOST) / shown.length;
  shown.forEach(({ name }, i) => {
    const middle = INNERMOST + (i + 0.5) * step;
    text(pen, name, X(0), Y(middle) + 5, { size: 13, align: 'center', halo: true, theme });
  });
}

function rowsOf({ lines, apart }) {
  const head = ['loss', 'apart_deg', 'class_1_reaches_deg', 'class_2_reaches_deg', 'gap_deg'];
  const angle = (value) => (value === null ? '' : deg(value));
  return [head, ...lines.map(({ loss, asks }) => (
    [loss, deg(apart), angle(edge(apart, asks)), angle(edge(apart, swapped(asks))), angle(gap(apart, asks))]))];
}
