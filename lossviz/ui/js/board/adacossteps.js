/** Cosines of samples to other class vectors, their angle and a scale enter; the scales that dynamic AdaCos takes leave, and its rest. */

import { logMean, nearest } from './arrangements.js';
import { fixedScale } from './ownprobability.js';

const RUN_AWAY = 1e6;
const SLACK = 1e-12;
const FINE = 1e-5;

/** s' = ln B / cos(min(π/4, θ_med)), without a cap; s itself for ln B ≤ 0. */
export function nextScale(s, rows, theta) {
  const logB = logMean(rows, s);
  return logB > 0 ? logB / Math.cos(Math.min(Math.PI / 4, theta)) : s;
}

/** From the fixed scale on; it ends early once a scale passes a million. */
export function scales(C, rows, theta, steps) {
  const found = [fixedScale(C)];
  while (found.length <= steps && found.at(-1) < RUN_AWAY) found.push(nextScale(found.at(-1), rows, theta));
  return found;
}

/** The scale at which it comes to rest, however slowly; null where it grows without bound: see lossviz.geometry.adacos_steps. */
export function restOf(C, rows, theta) {
  if (Math.max(...rows.map(nearest)) >= Math.cos(Math.min(Math.PI / 4, theta)) - SLACK) return null;
  const grows = (s) => nextScale(s, rows, theta) > s;
  let [low, high] = [0, fixedScale(C)];
  while (grows(high)) [low, high] = [high, 8 * high];
  while (high - low > FINE * high) {
    const middle = (low + high) / 2;
    if (grows(middle)) low = middle;
    else high = middle;
  }
  return high;
}
