/** What two runs came to enters; per class a pale bar of the fixed margin beside a full one of the dynamic margin leaves. */

import { filled, percent } from '../numbers.js';
import { faded } from '../theme.js';
import { curve } from './marks.js';
import { colourOf } from './imbalance_sizes.js';

const WIDE = 0.4;
const KINDS = {
  right: { axis: { ends: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], write: (v) => `${v * 100}%` }, label: 'recall_axis', title: 'recall', say: percent },
  room: { axis: { ticks: [0, 30, 60, 90, 120], write: (v) => `${v}°` }, label: 'room_axis', title: 'room', say: (v) => `${v.toFixed(1)}°` },
};

/** `of`: "right", the share of test digits told right, or "room", the angle to the nearest other class vector. */
export function barsFigure(model, of) {
  const { words, runs, theme } = model;
  const kind = KINDS[of];
  const title = words[kind.title];
  if (!runs) return { id: of, title, note: words.waiting, aspect: 1.4, plot: { x: { ends: [0, 1] }, y: { ends: [0, 1] } }, draw: () => {}, rows: () => [] };
  const { fixed, dynamic } = runs;
  const ends = kind.axis.ends ?? [0, Math.max(90, 1.05 * Math.max(...fixed[of], ...dynamic[of]))];
  return {
    id: of,
    title,
    note: model.given.other ? words.other : of === 'room' ? words.room_note : words.pair,
    aspect: 1.4,
    plot: {
      x: { ends: [-0.6, fixed.sizes.length - 0.4], ticks: fixed.sizes.map((_, c) => c), write: String, label: words.class },
      y: { ...kind.axis, ends, label: words[kind.label] },
    },
    draw: (pen, plot) => fixed.sizes.forEach((_, c) => pair(pen, plot, c, fixed[of][c], dynamic[of][c], theme)),
    over: of === 'room' ? (pen, plot) => fixed.sizes.forEach((_, c) => ticks(pen, plot, c, fixed.own[c], dynamic.own[c], theme)) : undefined,
    read: (x) => readOut(Math.round(x), of, runs, kind, words),
    rows: () => [['class', 'n', 'fixed', 'dynamic'], ...fixed.sizes.map((n, c) => [c, n, fixed[of][c], dynamic[of][c]])],
  };
}

function pair(pen, { X, Y, box }, c, fixed, dynamic, theme) {
  const colour = colourOf(theme, c);
  const base = box.y + box.height;
  for (const [from, value, fill] of [[-WIDE, fixed, faded(colour, 0.4)], [0.02, dynamic, colour]]) {
    pen.fillStyle = fill;
    pen.fillRect(X(c + from), Y(value), X(c + from + WIDE - 0.02) - X(c + from), base - Y(value));
  }
}

/** The mean angle of a class's test digits to its own vector, as a tick in each bar. */
function ticks(pen, plot, c, fixed, dynamic, theme) {
  for (const [from, value] of [[-WIDE, fixed], [0.02, dynamic]]) {
    curve(pen, plot, [[c + from, value], [c + from + WIDE - 0.02, value]], { colour: theme.bg, width: 4 });
    curve(pen, plot, [[c + from, value], [c + from + WIDE - 0.02, value]], { colour: theme.ink, width: 2 });
  }
}

function readOut(c, of, { fixed, dynamic }, { say }, words) {
  if (!(c in fixed.sizes)) return [];
  const more = of === 'room'
    ? filled(words.own_is, { fixed: say(fixed.own[c]), dynamic: say(dynamic.own[c]) })
    : filled(words.precision_is, { fixed: say(fixed.precision[c]), dynamic: say(dynamic.precision[c]) });
  return [
    filled(words.of_class, { number: c, n: fixed.sizes[c] }),
    filled(words.fixed_is, { value: say(fixed[of][c]) }), filled(words.dynamic_is, { value: say(dynamic[of][c]) }), more,
  ];
}
