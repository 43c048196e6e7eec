/** The sets enter; ℓ/γ against M leaves as a figure, with the hinge that it becomes and the band that it must keep to. */

import { axisEnd, filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { named } from './labels.js';
import { area, boundary, curve as line, dot, sampled } from './marks.js';
import { within } from './plot.js';
import { heightOf, shifted } from './unified_model.js';

const { abs, max } = Math;
const hinge = (missed) => max(0, missed);

export function curve(model) {
  const { words, theme, missed, bound, unit } = model;
  const span = axisEnd(max(unit, abs(missed) * 1.02));
  const top = axisEnd(span + bound);
  const height = (x) => heightOf(model, x);
  return {
    id: 'height',
    title: words.height,
    note: filled(words.height_note, { height: plain(height(missed)), hinge: plain(hinge(missed)) }),
    aspect: 1.25,
    plot: { x: { ends: [-span, span], label: words.axis_missed }, y: { ends: [-0.03 * top, top], label: 'ℓ/γ' } },
    draw: (pen, plot) => within(pen, plot, () => {
      const upper = [[-span, bound], [0, bound], [span, span + bound]];
      area(pen, plot, [...upper, [span, span], [0, 0], [-span, 0]], faded(theme.ink, theme.zone));
      line(pen, plot, upper, { colour: theme.ctl, width: 1 });
    }),
    over: (pen, plot) => {
      within(pen, plot, () => drawn(pen, plot, height, span, theme));
      named(pen, namesOf(plot, height, model, span), plot.box, theme);
      dot(pen, plot.X(missed), plot.Y(height(missed)), { r: 7, theme });
    },
    handles: [{
      id: 'missed', name: filled(words.all_negatives, { m: plain(missed) }), x: missed, y: height(missed), step: 0.01 * unit,
      moved: (x) => shifted(model, x - missed, 0),
    }],
    read: (x) => [`M = ${plain(x)}`, `ℓ/γ = ${plain(height(x))}`, `[M]₊ = ${plain(hinge(x))}`],
    rows: () => [['M', 'L_by_gamma', 'hinge', 'upper_bound'],
      ...sampled(height, [-span, span], 80).map(([x, y]) => [x, y, hinge(x), hinge(x) + bound])],
  };
}

const corner = (span) => [[-span, 0], [0, 0], [span, span]];

function drawn(pen, plot, height, span, theme) {
  boundary(pen, plot, sampled(height, [-span, span]), theme);
  line(pen, plot, corner(span), { colour: theme.ink, width: 1.5, dash: [5, 4] });
}

function namesOf(plot, height, { bound, words }, span) {
  const placed = (f) => sampled(f, [-span, span], 120).map(([x, y]) => [plot.X(x), plot.Y(y)]);
  return [
    { words: 'ℓ/γ', points: placed(height) },
    { words: '[M]₊', points: placed(hinge) },
    { words: words.upper, points: placed((x) => hinge(x) + bound) },
  ];
}
