/** A curve of thresholds and rates, and one of these, enter; the other two at the same place leave. */

/** From before all places of a curve to behind them: what reads a place off it stays at its ends. */
export const EVERY = [-Infinity, Infinity];

/** {threshold, far, tar} at a false accept rate: on the straight line between the two points about it. */
export function atRate({ thresholds, far, tar }, rate) {
  const i = far.findLastIndex((value) => value <= rate);
  return between({ thresholds, far, tar }, i, far, rate);
}

/** The same at a threshold; these fall along the curve. */
export function atThreshold({ thresholds, far, tar }, threshold) {
  const i = thresholds.findLastIndex((value) => value >= threshold);
  return between({ thresholds, far, tar }, i, thresholds, threshold);
}

function between({ thresholds, far, tar }, at, along, value) {
  const i = Math.max(0, at);
  const j = Math.min(far.length - 1, i + 1);
  const t = along[j] === along[i] ? 0 : Math.min(1, Math.max(0, (value - along[i]) / (along[j] - along[i])));
  const mix = (values) => values[i] + (values[j] - values[i]) * t;
  return { threshold: mix(thresholds), far: mix(far), tar: mix(tar) };
}

const A = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239];
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1];
const C = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783];
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;

const polynomial = (parts, x) => parts.reduce((sum, part) => sum * x + part, 0);

/** The normal deviate of a share, by Acklam's approximation, exact to 1.2e-9 of its value. */
export function deviate(share) {
  if (share <= 0) return -Infinity;
  if (share >= 1) return Infinity;
  if (share > 0.5) return -deviate(1 - share);
  if (share < TAIL) {
    const q = Math.sqrt(-2 * Math.log(share));
    return polynomial(C, q) / polynomial(D, q);
  }
  const q = share - 0.5;
  return (q * polynomial(A, q * q)) / polynomial(B, q * q);
}

/** The share of a deviate: `deviate` turned round, by halving. */
export function shareOf(value) {
  let [low, high] = [0, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (deviate(middle) < value) low = middle; else high = middle;
  }
  return (low + high) / 2;
}

/** A rate as the link keeps it: four digits that mean something, within 0 … 1. */
export const kept = (rate) => Number(Math.min(1, Math.max(0, rate)).toPrecision(4));
