/** What a run's frames say of each anchor enters; places in the plane, crossings of the boundary and means leave. */

import { LOSSES, boundary, line } from './similarities.js';
import { arcWords, lineWords } from './circle_settings.js';

/** [s_n, s_p] of every anchor of a frame's similarities: of its hardest pairs, or the means. */
const pairsOf = ({ spHard, snHard, spMean, snMean }, hard) => {
  const [sn, sp] = hard ? [snHard, spHard] : [snMean, spMean];
  return sn.map((value, i) => [value, sp[i]]);
};

/** Where every anchor is at a position between two frames. */
export function placesOf(frames, at, hard) {
  const [from, to] = [Math.floor(at), Math.ceil(at)].map((i) => pairsOf(frames[Math.min(i, frames.length - 1)], hard));
  const share = at % 1;
  return from.map(([sn, sp], i) => [sn + (to[i][0] - sn) * share, sp + (to[i][1] - sp) * share]);
}

/** Where anchors have crossed the boundary from outside, up to a position on the tape. */
export function crossings(frames, at, hard, exponent) {
  const found = [];
  for (let n = 1; n < frames.length && n <= at; n++) {
    const [before, after] = [pairsOf(frames[n - 1], hard), pairsOf(frames[n], hard)];
    before.forEach(([sn, sp], i) => {
      if (exponent(sn, sp) > 0 && exponent(...after[i]) <= 0) found.push(met([sn, sp], after[i], exponent));
    });
  }
  return found;
}

const HALVINGS = 12;

/** Where the straight way from a place outside to one inside meets the boundary. */
function met(outside, inside, exponent) {
  let [out, within] = [outside, inside];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = [(out[0] + within[0]) / 2, (out[1] + within[1]) / 2];
    if (exponent(...middle) > 0) out = middle; else within = middle;
  }
  return within;
}

/** The mean [s_n, s_p] of each frame over its anchors. */
export const meansOf = (frames, hard) => frames.map((frame) => {
  const pairs = pairsOf(frame, hard).filter(([sn, sp]) => Number.isFinite(sn) && Number.isFinite(sp));
  return [0, 1].map((axis) => pairs.reduce((sum, pair) => sum + pair[axis], 0) / pairs.length);
});

/** Similarities 1/(1 + D²) as distances. */
const apart = (s) => Math.sqrt(Math.max(0, 1 / s - 1));

/**
 * The boundary of a run's own loss in the plane: exponent(sn, sp), 0 on it; places(low); words. Triplet loss compares
 * distances, whose straight boundary is bent here. Of a loss that draws no boundary the diagonal s_p = s_n.
 */
export function rulesOf({ recipe: { loss, knobs } }) {
  if (loss === 'circle' || loss === 'circle_class') {
    const settings = { gamma: 1, m: knobs.m };
    return {
      exponent: (sn, sp) => LOSSES.circle.exponent(sn, sp, settings),
      places: (low) => boundary('circle', knobs.m, low),
      words: arcWords(knobs.m),
    };
  }
  if (loss.startsWith('triplet') && knobs.distance === 'euclidean' && !knobs.normalize && Number.isFinite(knobs.margin)) {
    return bent(knobs.margin);
  }
  const margin = loss === 'cosface' || loss === 'unified' ? knobs.m : 0;
  return { exponent: (sn, sp) => sn - sp + margin, places: (low) => line(margin, low), words: lineWords(margin) };
}

function bent(margin) {
  const on = (sn) => 1 / (1 + Math.max(0, apart(sn) - margin) ** 2);
  return {
    exponent: (sn, sp) => apart(sp) - apart(sn) + margin,
    places: () => Array.from({ length: 121 }, (_, i) => (i + 0.01) / 120).filter((sn) => apart(sn) >= margin).map((sn) => [sn, on(sn)]),
    words: `Dₙ − Dₚ = ${margin}`,
  };
}
