/** One pair of similarities (s_n, s_p) and settings enter; losses, gradients, boundaries and descents leave. */

import { sigmoid, softplus } from './logistic.js';

const ROUNDING = 1e-9; // what is less above the boundary counts as on it
const relu = (v) => Math.max(0, v);

/** The straight margin that is tangent to circle loss's arc: 1 − 2m. */
export const tangent = (m) => 1 - 2 * m;

/**
 * The straight margins M of s_p − s_n = M by loss. Triplet loss and AM-Softmax have the tangent one, so that they share
 * T = (m, 1 − m) with circle loss; unified loss has m itself. For one pair it is AM-Softmax with another margin.
 */
export const MARGINS = { triplet: tangent, am: tangent, unified: (m) => m };

/** Softplus of γ(s_n − s_p + M). */
const straight = (margin) => ({
  exponent: (sn, sp, { gamma, m }) => gamma * (sn - sp + margin(m)),
  loss: (sn, sp, { gamma, m }) => softplus(gamma * (sn - sp + margin(m))),
  gradient: (sn, sp, { gamma, m }) => {
    const pull = gamma * sigmoid(gamma * (sn - sp + margin(m)));
    return [pull, -pull];
  },
});

/**
 * By loss: exponent(sn, sp, settings), 0 on the boundary; loss; gradient → [∂L/∂s_n, ∂L/∂s_p]. settings: gamma, m, and
 * `detached`: whether circle loss's weights α count as constants (Sun et al. 2020, eq. 9 and 10).
 */
export const LOSSES = {
  triplet: {
    exponent: (sn, sp, { m }) => sn - sp + tangent(m),
    loss: (sn, sp, { m }) => relu(sn - sp + tangent(m)),
    gradient: (sn, sp, { m }) => (sn - sp + tangent(m) > ROUNDING ? [1, -1] : [0, 0]),
  },
  am: straight(MARGINS.am),
  unified: straight(MARGINS.unified),
  circle: {
    exponent: (sn, sp, { gamma, m }) => gamma * (relu(sn + m) * (sn - m) - relu(1 + m - sp) * (sp - 1 + m)),
    loss: (sn, sp, settings) => softplus(LOSSES.circle.exponent(sn, sp, settings)),
    gradient: (sn, sp, settings) => {
      const { gamma, m, detached } = settings;
      const z = gamma * sigmoid(LOSSES.circle.exponent(sn, sp, settings));
      if (detached) return [z * relu(sn + m), -z * relu(1 + m - sp)];
      return [sn > -m ? z * 2 * sn : 0, sp < 1 + m ? z * 2 * (sp - 1) : 0];
    },
  },
};

/** What a gradient is divided by so that losses can be compared: γ; triplet loss has none. */
export const unitOf = (loss, { gamma }) => (loss === 'triplet' ? 1 : gamma);

const STEPS = 96;

/** The boundary as places [s_n, s_p] from s_n = `low` on: a line, or circle loss's arc with the line left of it. */
export function boundary(loss, m, low) {
  if (loss !== 'circle') return line(MARGINS[loss](m), low);
  const left = [low, 1 - Math.abs(m)];
  // of a negative m the places where neither weight is above 0, and the exponent 0, fill a corner: this is its edge
  if (m < 0) return [left, [-m, 1 + m], [-m, 1]];
  return [...(low < -m ? [left] : []), ...arc(m)];
}

/** s_p = s_n + margin for s_n = low … 1. */
export const line = (margin, low) => [[low, low + margin], [1, 1 + margin]];

/** By its angle about (0, 1), from (−m, 1 − m) to s_p = 1, which it meets upright. */
function arc(m) {
  const radius = Math.SQRT2 * m;
  const angles = Array.from({ length: STEPS + 1 }, (_, i) => Math.PI * (-0.25 + (0.75 * i) / STEPS));
  return angles.map((angle) => [radius * Math.sin(angle), 1 - radius * Math.cos(angle)]);
}

/**
 * The way of a pair released at [sn, sp] under gradient descent on L/γ: `frames` places, in steps of `dt`, clamped to
 * s_n ≥ low and s_p ≤ 1; it rests where it meets the boundary.
 */
export function descent(loss, [sn, sp], settings, { frames, dt, low }) {
  const { exponent, gradient } = LOSSES[loss];
  const unit = unitOf(loss, settings);
  const way = [[sn, sp]];
  while (way.length < frames) {
    if (exponent(sn, sp, settings) > ROUNDING) {
      const [dn, dp] = gradient(sn, sp, settings);
      [sn, sp] = [Math.max(low, sn - (dt * dn) / unit), Math.min(1, sp - (dt * dp) / unit)];
    }
    way.push([sn, sp]);
  }
  return way;
}
