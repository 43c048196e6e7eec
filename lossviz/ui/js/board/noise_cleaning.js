/** The digits of a model enter; precision, recall and F of the cleaning leave as curves over the threshold. */

import { filled, percent } from '../numbers.js';
import { emptyFigure } from './noise_angles.js';
import { named } from './labels.js';
import { curve, dot } from './marks.js';
import { cleaning } from './noise_model.js';
import { within } from './plot.js';

const STEP = 1; // degree
const KINDS = ['precision', 'recall', 'f'];
const DASHES = { precision: [], recall: [8, 4], f: [2, 4] };

export function curvesFigure(model) {
  const { words, digits, theme, threshold } = model;
  if (!digits) return emptyFigure('cleaning', words.curves, words);
  const points = swept(digits);
  const lines = KINDS.map((kind) => ({ kind, words: words[kind], points: points.map((at) => [at.threshold, at[kind]]) }));
  return {
    id: 'cleaning',
    title: words.curves,
    note: words.curves_note,
    aspect: 1.4,
    plot: {
      x: { ends: [0, 90], ticks: [0, 15, 30, 45, 60, 75, 90], write: (v) => `${v}°`, label: words.threshold_axis },
      y: { ends: [0, 1.04], ticks: [0, 0.25, 0.5, 0.75, 1], write: (v) => `${v * 100}%`, label: words.of_wrong },
    },
    draw: () => {},
    over: (pen, plot) => {
      within(pen, plot, () => {
        if (threshold !== null) curve(pen, plot, [[threshold, 0], [threshold, 1.04]], { colour: theme.accent, width: 2 });
        for (const { kind, points: line } of lines) curve(pen, plot, line, { colour: theme.ink, width: 2, dash: DASHES[kind] });
      });
      named(pen, lines.map(({ words: said, points: line }) => ({ words: said, points: line.map(([x, y]) => [plot.X(x), plot.Y(y)]) })), plot.box, theme);
      if (threshold === null || threshold > 90) return;
      const now = cleaning(digits, threshold);
      for (const kind of KINDS) if (Number.isFinite(now[kind])) dot(pen, plot.X(threshold), plot.Y(now[kind]), { theme });
    },
    read: (x) => readOut(x, digits, words),
    rows: () => [['threshold_deg', 'suspects', ...KINDS], ...points.map((at) => [at.threshold, at.suspects, ...KINDS.map((kind) => at[kind])])],
  };
}

let known = {};

/** The cleaning at every whole degree; worked out once for a run. */
function swept(digits) {
  if (known.digits !== digits) {
    const thresholds = Array.from({ length: 90 / STEP + 1 }, (_, i) => i * STEP);
    known = { digits, points: thresholds.map((threshold) => ({ threshold, ...cleaning(digits, threshold) })) };
  }
  return known.points;
}

function readOut(x, digits, words) {
  if (x < 0 || x > 90) return [];
  const at = cleaning(digits, x);
  return [filled(words.threshold, { angle: x.toFixed(1) }), ...KINDS.map((kind) => `${words[kind]}: ${percent(at[kind])}`)];
}
