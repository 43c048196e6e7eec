/** The sets enter; a table leaves: each loss that the unified loss can be, both values, their difference, and when it is 0. */

import { fixed } from '../numbers.js';
import { softmaxOfTarget } from './comparison.js';
import { precise } from './unified_closing.js';

const { abs, max, min } = Math;
const EXACT = 1e-9; // rounding of sums of powers of e

export function equalities(model) {
  const { words, loss } = model;
  const rows = reductions(model).map(({ name, value, needs }) => {
    const apart = abs(loss - value);
    const equal = apart < EXACT * max(1, loss);
    const difference = { words: equal ? '= 0' : precise(apart), mark: equal ? 'good' : 'faint' };
    return [name, exact(value), `ℓ = ${exact(loss)}`, difference, conditions(needs)];
  });
  return { head: [words.becomes, words.its_value, words.unified, words.apart, words.when], rows: [...rows, hardest(model)] };
}

/** Each with its own formula: what it needs of the settings, and its value for the least similar positive. */
function reductions({ words, values: { gamma, m, K, kind, length }, cosines: { sp, sn } }) {
  const near = min(...sp);
  const inner = { sp: length * near, sn: sn.map((s) => length * s) };
  const one = ['K = 1', K === 1];
  const none = ['m = 0', m === 0];
  const cosine = [words.cosine, kind === 'cosine'];
  return [
    { name: words.am, needs: [one, cosine], value: softmaxOfTarget(near, sn, gamma, m) },
    { name: words.norm, needs: [one, none, cosine], value: softmaxOfTarget(near, sn, gamma) },
    { name: words.softmax, needs: [one, none, ['γ = 1', gamma === 1], [words.inner, kind === 'inner']],
      value: softmaxOfTarget(inner.sp, inner.sn, 1) },
  ];
}

/** The batch-hard hinge, which ℓ/γ nears from above. */
function hardest({ words, loss, missed, above, bound, values: { gamma } }) {
  const apart = above(missed);
  const difference = { words: `${precise(apart)} ≤ ${precise(bound)}`, mark: apart < 1e-3 ? 'good' : '' };
  return [words.hard, exact(max(0, missed)), `ℓ/γ = ${exact(loss / gamma)}`, difference, 'γ → ∞'];
}

const conditions = (needs) => needs.map(([words, met]) => `${met ? '✓' : '✗'} ${words}`).join(' · ');
const exact = (value) => (value > 0 && value < 1e-3 ? precise(value) : fixed(value, 4));
