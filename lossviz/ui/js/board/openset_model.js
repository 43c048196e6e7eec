/** What Python handed of the losses, and the settings, enter; the curves of the chosen pairs and the place on them leave. */

import { atRate } from './openset_rates.js';

export const DASHES = [[], [8, 4], [3, 3], [10, 3, 2, 3]];

/**
 * The scene with losses: [{name, pairs: [of one class, of two], curve {thresholds, far, tar}, numbers, known, foreign,
 * told, dash, bins, edges, cosine}], one: that looked at, or null where there is nothing to see of it, and here:
 * {threshold, far, tar} on its curve.
 */
export function modelOf(scene) {
  const { given, values } = scene;
  const losses = (given.losses ?? []).map((loss, i) => ({ ...loss, ...groupOf(loss, values.pairs), dash: DASHES[i] }));
  const looked = losses[given.at] ?? null;
  const one = looked?.curve.far.length ? looked : null;
  return { ...scene, losses, looked, one, here: one && atRate(one.curve, values.far) };
}

function groupOf({ groups }, group) {
  const { curve: [thresholds, far, tar], ...rest } = groups[group];
  return { ...rest, curve: { thresholds, far, tar } };
}

/** Why there is nothing to see, or an empty text. */
export function emptyWords({ looked, one, words }) {
  if (one) return '';
  if (!looked) return words.waiting;
  return looked.pairs[0] ? words.no_different : words.no_same;
}

/** A figure of which nothing is known yet. */
export const emptyFigure = (id, title, model, plot) => ({
  id, title, note: emptyWords(model), plot, draw: () => {}, rows: () => [],
});
