/** The sets enter; how far ℓ/γ lies above the hinge, against γ, leaves as a figure with the bound that it stays below. */

import { filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { companyOf, gap, gapBound } from './comparison.js';
import { named } from './labels.js';
import { area, boundary, curve, dot } from './marks.js';
import { within } from './plot.js';

const { log10, max, min } = Math;
const [LOW, HIGH] = [0.25, 512]; // γ, as far as the knob goes
const [FINEST, MOST] = [1e-4, 20]; // of a gap, as far as it is drawn
const GAMMAS = Array.from({ length: 161 }, (_, i) => LOW * (HIGH / LOW) ** (i / 160));
const written = (v) => (v < 0 ? (10 ** v).toFixed(-v) : String(10 ** v));

export function closing(model) {
  const { words, theme, values: { gamma, K, L }, missed, above, bound, sp, sn } = model;
  const gapAt = (g) => gap(missed, companyOf(sp, sn, { gamma: g }), g);
  const boundAt = (g) => gapBound(K, L, g);
  const here = [log10(gamma), log10(max(FINEST, above(missed)))];
  return {
    id: 'closing',
    title: words.closing,
    note: filled(words.closing_note, { gap: precise(above(missed)), bound: precise(bound) }),
    aspect: 1.25,
    plot: {
      x: { ends: [log10(LOW), log10(HIGH)], ticks: [0, 1, 2], write: written, label: 'γ' },
      y: { ends: [log10(FINEST), log10(MOST)], ticks: [-4, -3, -2, -1, 0, 1], write: written, label: 'ℓ/γ − [M]₊' },
    },
    draw: (pen, plot) => within(pen, plot, () => {
      const limit = logged(boundAt);
      area(pen, plot, [[log10(LOW), log10(FINEST)], ...limit, [log10(HIGH), log10(FINEST)]], faded(theme.ink, theme.zone));
      curve(pen, plot, limit, { colour: theme.ink, width: 1.5, dash: [5, 4] });
    }),
    over: (pen, plot) => {
      within(pen, plot, () => boundary(pen, plot, logged(gapAt), theme));
      const placed = (f) => logged(f).map(([x, y]) => [plot.X(x), plot.Y(y)]);
      named(pen, [{ words: 'ln(1 + KL)/γ', points: placed(boundAt) }, { words: 'ℓ/γ − [M]₊', points: placed(gapAt) }], plot.box, theme);
      dot(pen, plot.X(here[0]), plot.Y(here[1]), { r: 7, theme });
    },
    handles: [{
      id: 'gamma', name: filled(words.scale, { gamma: plain(gamma) }), x: here[0], y: here[1], step: 0.05,
      moved: (x) => ({ gamma: Number(max(LOW, min(HIGH, 10 ** x)).toPrecision(3)) }),
    }],
    read: (x) => [`γ = ${plain(10 ** x)}`, `ℓ/γ − [M]₊ = ${precise(gapAt(10 ** x))}`, `ln(1 + KL)/γ = ${precise(boundAt(10 ** x))}`],
    rows: () => [['gamma', 'gap', 'bound'], ...GAMMAS.map((g) => [g, gapAt(g), boundAt(g)])],
  };
}

/** The curve by powers of ten; what is too small to be drawn runs along below the frame. */
const logged = (f) => GAMMAS.map((g) => [log10(g), log10(max(FINEST / 10, f(g)))]);

/** 0.201, 0.0043, 2.1e−9: three digits, however small. */
export function precise(value) {
  if (value === 0 || value >= 1e-3) return String(Number(value.toPrecision(3)));
  return value.toExponential(1).replace('-', '−');
}
