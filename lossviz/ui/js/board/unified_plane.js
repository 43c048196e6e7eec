/** The sets enter; ℓ/γ over the hardest pair's similarities leaves as a heat map, in which a fold appears as γ grows. */

import { filled, plain, short } from '../numbers.js';
import { bands, boundary, colourScale, dot, sequential } from './marks.js';
import { within } from './plot.js';
import { heightOf, shifted } from './unified_model.js';

const { max, min } = Math;
const LEVELS = [0.02, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const ALONG = Array.from({ length: 21 }, (_, i) => (i - 10) / 10);

export function plane(model) {
  const { words, theme, sp, sn, unit, coarse, settings: { m } } = model;
  const [hardestN, hardestP] = [max(...sn), min(...sp)];
  const height = (x, y) => heightOf(model, x - y + m);
  const levels = LEVELS.map((level) => level * unit);
  const axis = (label) => ({ ends: [-unit, unit], ticks: [-1, -0.5, 0, 0.5, 1].map((c) => c * unit), label });
  return {
    id: 'plane',
    title: words.plane,
    note: filled(words.height_note, { height: plain(height(hardestN, hardestP)), hinge: plain(max(0, model.missed)) }),
    aspect: 1.25,
    plot: { x: axis(words.axis_n), y: axis(words.axis_p), square: true, side: 44 },
    draw: (pen, plot) => within(pen, plot, () => bands(pen, plot, height, levels, sequential(theme), coarse)),
    over: (pen, plot) => {
      within(pen, plot, () => boundary(pen, plot, [[-unit, m - unit], [unit, m + unit]], theme, [8, 4]));
      colourScale(pen, plot, levels, sequential(theme), theme, short);
      dot(pen, plot.X(hardestN), plot.Y(hardestP), { r: 7, theme });
    },
    handles: [{
      id: 'pair', name: filled(words.pair, { sn: plain(hardestN), sp: plain(hardestP) }), x: hardestN, y: hardestP, step: 0.01 * unit,
      moved: (x, y) => shifted(model, x - hardestN, y - hardestP),
    }],
    read: (x, y) => [`max sₙ = ${plain(x)}, min sₚ = ${plain(y)}`, `ℓ/γ = ${plain(height(x, y))}`, `[M]₊ = ${plain(max(0, x - y + m))}`],
    rows: () => [['max_s_n', 'min_s_p', 'L_by_gamma', 'hinge'], ...ALONG.flatMap((p) => ALONG.map((n) => (
      [n * unit, p * unit, height(n * unit, p * unit), max(0, (n - p) * unit + m)])))],
  };
}
