/** A scene enters; the similarities that take part, what the loss makes of them, and moves of them leave. */

import { companyOf, gap, gapBound, shares, unified, violation } from './comparison.js';

const { max, min, round } = Math;
const indices = (count) => Array.from({ length: count }, (_, i) => i + 1);
const rounded = (value) => round(value * 1000) / 1000;

/**
 * `sp`, `sn` as the loss sees them, `cosines` {sp, sn}; `unit`: the similarity of a cosine of 1; `shares`; `missed`: M;
 * `above`(M): how far ℓ/γ lies above the hinge; `bound`: how far at most.
 */
export function modelOf({ values, words, theme, coarse }) {
  const { gamma, m, K, L, kind, length } = values;
  const settings = { gamma, m };
  const unit = kind === 'inner' ? length : 1;
  const cosines = { sp: indices(K).map((i) => values[`p${i}`]), sn: indices(L).map((j) => values[`n${j}`]) };
  const [sp, sn] = [cosines.sp.map((s) => unit * s), cosines.sn.map((s) => unit * s)];
  const company = companyOf(sp, sn, settings);
  return {
    values, words, theme, coarse, settings, unit, cosines, sp, sn,
    loss: unified(sp, sn, settings),
    shares: shares(sp, sn, settings),
    missed: violation(sp, sn, settings),
    above: (missed) => gap(missed, company, gamma),
    bound: gapBound(K, L, gamma),
  };
}

/** ℓ/γ where the hardest pair misses the margin by `missed`. */
export const heightOf = ({ above }, missed) => max(0, missed) + above(missed);

/** One similarity, as dragged to a place on the axis. */
export const moved = ({ unit }, name, s) => ({ [name]: rounded(clamped(s / unit)) });

/** All negatives by `dn` and all positives by `dp` (similarities), as far as the first of a side comes to ±1. */
export const shifted = ({ unit, cosines: { sp, sn } }, dn, dp) => ({
  ...together('n', sn, dn / unit),
  ...together('p', sp, dp / unit),
});

function together(side, cosines, by) {
  const step = clampedTo(by, -1 - min(...cosines), 1 - max(...cosines));
  return Object.fromEntries(cosines.map((c, i) => [`${side}${i + 1}`, rounded(c + step)]));
}

const clampedTo = (value, low, high) => max(low, min(high, value));
const clamped = (value) => clampedTo(value, -1, 1);
