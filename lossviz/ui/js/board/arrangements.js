/** A number of classes and a dimension enter; evenly spread class vectors leave as cosines, with the scales they need. */

import { softplus } from './logistic.js';

const STEPS = 60;

/**
 * Rows of [cosine, how many others lie there], one row for each kind of class: the simplex for d ≥ C − 1, the circle, and
 * `codes` {C: unit vectors in 3-D}. null where no arrangement is known.
 */
export function spread(C, d, codes) {
  if (d >= C - 1) return [[[-1 / (C - 1), C - 1]]];
  if (d === 2) return [onCircle(C, 0)];
  const vectors = d === 3 ? codes[C] : null;
  return vectors ? vectors.map((own, i) => alone(vectors, own, i)) : null;
}

/** The same seen from samples that lie θ off their own class vector: see lossviz.geometry.adacos_steps. */
export function leaning(C, d, theta, codes) {
  if (d >= C) return [[[-Math.cos(theta) / (C - 1), C - 1]]];
  if (d === 2) return [onCircle(C, theta)];
  const vectors = d === 3 ? codes[C] : null;
  return vectors ? vectors.map((own, i) => alone(vectors, leant(vectors, own, i, theta), i)) : null;
}

/** From a sample θ off its class vector; on the vector itself both sides are alike. */
function onCircle(C, theta) {
  const at = (j) => Math.cos((2 * Math.PI * j) / C - theta);
  if (theta) return Array.from({ length: C - 1 }, (_, j) => [at(j + 1), 1]);
  return Array.from({ length: Math.floor(C / 2) }, (_, j) => [at(j + 1), 2 * (j + 1) === C ? 1 : 2]);
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const alone = (vectors, from, own) => vectors.flatMap((other, j) => (j === own ? [] : [[dot(from, other), 1]]));

/** Turned by θ towards the nearest other class vector; of several that lie alike the first. */
function leant(vectors, own, i, theta) {
  const cosines = vectors.map((other, j) => (j === i ? -Infinity : dot(own, other)));
  const first = cosines.findIndex((cosine) => cosine >= Math.max(...cosines) - 1e-9);
  const aside = vectors[first].map((x, k) => x - cosines[first] * own[k]);
  const length = Math.hypot(...aside);
  return own.map((x, k) => Math.cos(theta) * x + (Math.sin(theta) * aside[k]) / length);
}

/** The largest cosine of a row. */
export const nearest = (row) => row.reduce((most, [cosine]) => Math.max(most, cosine), -1);

/** ln Σ_j e^{s(c_j − by)} of a row, and its slope in s. */
function logSum(row, s, by) {
  const top = s * (nearest(row) - by);
  let [sum, slope] = [0, 0];
  for (const [cosine, many] of row) {
    const weight = many * Math.exp(s * (cosine - by) - top);
    sum += weight;
    slope += weight * (cosine - by);
  }
  return [top + Math.log(sum), slope / sum];
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** ln Σ_j e^{s·c_j} of every row: all that a loss needs of an arrangement, whatever the margin. */
export const logSums = (rows, s) => rows.map((row) => logSum(row, s, 0)[0]);

/** The loss of samples on their class vectors, the own logit being s·target, from those sums. */
export const lossOf = (sums, s, target) => mean(sums.map((sum) => softplus(sum - s * target)));

/** The least probability of the own class at a class vector. */
export const centreProbability = (rows, s) => Math.min(...rows.map((row) => 1 / (1 + Math.exp(logSum(row, s, 1)[0]))));

/** The least s at which every class has probability P at its vector; Newton's steps from the left, as in Python. */
export const neededScale = (rows, P) => Math.max(...rows.map((row) => needed(row, Math.log((1 - P) / P))));

function needed(row, wanted) {
  let s = 0;
  for (let i = 0; i < STEPS; i++) {
    const [over, slope] = logSum(row, s, 1);
    const step = (wanted - over) / slope;
    if (step <= 1e-12 * Math.max(s, 1)) break;
    s += step;
  }
  return s;
}

/** The least angle between class vectors. */
export const leastAngle = (rows) => Math.acos(Math.max(...rows.map(nearest)));

/** ln of the mean over rows of Σ_j e^{s·c_j}. */
export function logMean(rows, s) {
  const logs = rows.map((row) => logSum(row, s, 0)[0]);
  const top = Math.max(...logs);
  return top + Math.log(mean(logs.map((log) => Math.exp(log - top))));
}
