/** A frame's sites enter; what says how sure an answer among the classes is, and how to compute it, leaves. */

import { AFFINE, NEAREST } from './sites.js';

/**
 * {kind: "softmax", scale}: the probability of the best class under the softmax of scale × score, free of margins;
 * {kind: "nearer"}: by what share of the way to the next class, in distance or angle, the best is nearer;
 * null where neither says anything. A scale is that of the frame (AdaCos), the knob's (`knobs`, as dragged), or the
 * mean length of the features where that takes its place (SphereFace).
 */
export function certaintyOf(sites, { vectors, readings }, header, knobs) {
  if (!sites) return null;
  const learned = vectors && header.scores;
  if (!learned) return { kind: 'nearer' };
  if (sites.mode === AFFINE) return 'gamma' in knobs ? null : { kind: 'softmax', scale: 1 };
  if (sites.mode === NEAREST || !sites.unit) return null;
  const scale = [readings.scale, knobs.s, readings.feature_length].find(Number.isFinite);
  return scale ? { kind: 'softmax', scale } : { kind: 'nearer' };
}

/** A lost or unwanted certainty leaves every region as it is. */
export const certaintyUniforms = (certainty, { confidence }) =>
  ({ confidence: certainty ? confidence : 0, scale: certainty?.scale ?? 1 });

/** How strong a colour is by how sure the answer is: palest where two classes are alike. */
export const STRENGTH = 'float strength(float sure) { return 0.15 + 1.5 * sure * sure; }';

/** What the programs of regions do for each kind: before, for each score `s`, and at last; `sure` in 0…1 leaves. */
export const CERTAIN = {
  none: { start: '', each: '', end: () => 'float sure = 1.0;' },
  softmax: {
    start: 'float sum = 0.0, peak;',
    each: 'peak = max(best, s); sum = sum * exp(scale * (best - peak)) + exp(scale * (s - peak));',
    end: () => 'float sure = 1.0 / max(sum, 1.0);',
  },
  nearer: {
    start: '',
    each: '',
    end: (mode) => `float sure = 1.0 - ${mode === NEAREST ? 'sqrt(best / next)'
      : 'acos(clamp(best, -1.0, 1.0)) / max(acos(clamp(next, -1.0, 1.0)), 1e-6)'};`,
  },
};
