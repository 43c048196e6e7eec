/** One pair of similarities (s_n, s_p) and settings enter; losses, gradients, boundaries and descents leave. */

const softplus = (z) => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
const sigmoid = (z) => (z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z)));

/** The straight margin that is tangent to circle loss's arc: 1 − 2m. */
export const tangent = (m) => 1 - 2 * m;

/**
 * By loss: exponent(sn, sp, settings), 0 on the boundary; loss; gradient → [∂L/∂s_n, ∂L/∂s_p]. settings: gamma, m, and
 * `detached`: whether circle loss's weights α count as constants (Sun et al. 2020, eq. 9 and 10). AM-Softmax, triplet
 * and unified loss have the margin 1 − 2m, so that all share the point T = (m, 1 − m).
 */
export const LOSSES = {
  triplet: {
    exponent: (sn, sp, { m }) => sn - sp + tangent(m),
    loss: (sn, sp, { m }) => Math.max(0, sn - sp + tangent(m)),
    gradient: (sn, sp, { m }) => (sn - sp + tangent(m) > 0 ? [1, -1] : [0, 0]),
  },
  am: {
    exponent: (sn, sp, { gamma, m }) => gamma * (sn - sp + tangent(m)),
    loss: (sn, sp, settings) => softplus(LOSSES.am.exponent(sn, sp, settings)),
    gradient: (sn, sp, settings) => {
      const pull = settings.gamma * sigmoid(LOSSES.am.exponent(sn, sp, settings));
      return [pull, -pull];
    },
  },
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

const relu = (v) => Math.max(0, v);

/** s_p on the boundary for an s_n, or NaN: the arc s_n² + (s_p − 1)² = 2m², the line s_p = 1 − m left of it. */
export function boundarySp(loss, sn, m) {
  if (loss !== 'circle') return sn + tangent(m);
  if (m < 0) return NaN;
  return 1 - Math.sqrt(sn <= -m ? m * m : 2 * m * m - sn * sn);
}

/**
 * The way of a pair released at [sn, sp] under gradient descent on L/γ: `frames` places, in steps of `dt`, clamped to
 * s_n ≥ 0 and s_p ≤ 1; it rests where it meets the boundary. Triplet's gradient has no γ.
 */
export function descent(loss, [sn, sp], settings, frames, dt) {
  const { exponent, gradient } = LOSSES[loss];
  const unit = loss === 'triplet' ? 1 : settings.gamma;
  const way = [[sn, sp]];
  while (way.length < frames) {
    if (exponent(sn, sp, settings) <= 0) way.push([sn, sp]);
    else {
      const [dn, dp] = gradient(sn, sp, settings);
      [sn, sp] = [Math.max(0, sn - (dt * dn) / unit), Math.min(1, sp - (dt * dp) / unit)];
      way.push([sn, sp]);
    }
  }
  return way;
}
