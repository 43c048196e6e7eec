/** Cosines of samples to other class vectors, their angle and a scale enter; the scales that dynamic AdaCos takes leave. */

import { logMean } from './arrangements.js';
import { fixedScale } from './ownprobability.js';

const RUN_AWAY = 1e6;

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
