/** Similarities sp, sn of one comparison and settings enter; the unified loss, what it becomes and its gradient leave. */

import { sigmoid, softplus } from './logistic.js';

const { exp, log, log1p, max, min } = Math;

const sum = (values) => values.reduce((total, value) => total + value, 0);

function logSumExp(values) {
  const most = max(...values);
  return most + log(sum(values.map((value) => exp(value - most))));
}

/** How far log Σ exp lies above the maximum, exact where it is tiny. */
function excess(values) {
  const [most, ...behind] = [...values].sort((a, b) => b - a);
  return log1p(sum(behind.map((value) => exp(value - most))));
}

function softmax(values) {
  const most = max(...values);
  const shares = values.map((value) => exp(value - most));
  const total = sum(shares);
  return shares.map((share) => share / total);
}

const exponent = (sp, sn, { gamma, m }) => (
  logSumExp(sn.map((s) => gamma * (s + m))) + logSumExp(sp.map((s) => -gamma * s)));

/** ln[1 + Σ_j Σ_i e^{γ(s_n^j − s_p^i + m)}]. */
export const unified = (sp, sn, settings) => softplus(exponent(sp, sn, settings));

/** M: by how much the hardest pair misses the margin. */
export const violation = (sp, sn, { m }) => max(...sn) - min(...sp) + m;

/** What the other pairs add to the exponent γM of the hardest one, 0 … ln KL. */
export const companyOf = (sp, sn, { gamma }) => (
  excess(sn.map((s) => gamma * s)) + excess(sp.map((s) => -gamma * s)));

/** ℓ/γ − [M]₊ for M = `missed`, without the cancellation of subtracting one from the other. */
export function gap(missed, company, gamma) {
  const z = gamma * missed + company;
  return (missed > 0 ? company + log1p(exp(-z)) : softplus(z)) / gamma;
}

/** How large `gap` is at most. */
export const gapBound = (positives, negatives, gamma) => log1p(positives * negatives) / gamma;

/** −ln of the softmax probability of the logit scale·(s_p − margin) among scale·s_n. */
export function softmaxOfTarget(sp, sn, scale, margin = 0) {
  const target = scale * (sp - margin);
  return logSumExp([...sn.map((s) => scale * s), target]) - target;
}

/** Z, and by side the shares ω of γZ that every similarity is pulled with. */
export const shares = (sp, sn, settings) => ({
  z: sigmoid(exponent(sp, sn, settings)),
  p: softmax(sp.map((s) => -settings.gamma * s)),
  n: softmax(sn.map((s) => settings.gamma * s)),
});
