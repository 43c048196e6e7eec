/**
 * Two features: points with labels enter, the metric M that each method learns leaves, as lossviz/classic defines it.
 *
 * M is 2 × 2 and symmetric, [a, b, c] for [[a, b], [b, c]], and positive: three numbers, found by the simplex of Nelder and
 * Mead, since every method's objective is a short sum over these few points.
 */

const { exp, log, max, min, sqrt, abs } = Math;
const REACH = 4; // a metric stretches by e⁴ at most: where classes part wholly, NCA knows no end
const ROUNDS = 400;
const TARGETS = 3;
const MU = 0.5;
const GAMMA = 1;

export const squared = ([a, b, c], [x, y]) => a * x * x + 2 * b * x * y + c * y * y;
const between = ([x, y], [u, v]) => [x - u, y - v];

/** All that the objectives need of the points: every pair's difference, and who is of one class. */
export function problem(points, labels) {
  const n = points.length;
  const pairs = [];
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) pairs.push({ v: between(points[i], points[j]), same: labels[i] === labels[j] });
  const plain = points.map((p) => points.map((q) => squared([1, 0, 1], between(p, q))));
  const targets = points.map((_, i) => [...points.keys()].filter((j) => j !== i && labels[j] === labels[i])
    .sort((j, k) => plain[i][j] - plain[i][k]).slice(0, TARGETS));
  const lengths = pairs.map(({ v }) => squared([1, 0, 1], v)).filter((d) => d > 0).sort((p, q) => p - q);
  return { points, labels, pairs: pairs.filter(({ v }) => v[0] || v[1]), targets, bounds: [percentile(lengths, 5), percentile(lengths, 95)] };
}

/** As numpy's percentile: linear between the two nearest. */
function percentile(sorted, q) {
  const at = ((sorted.length - 1) * q) / 100;
  const [low, high] = [Math.floor(at), Math.ceil(at)];
  return sorted.length ? sorted[low] + (sorted[high] - sorted[low]) * (at - low) : 1;
}

/** By method: what M makes small. */
export const OBJECTIVES = {
  nca: (M, { points, labels }) => -points.reduce((sum, p, i) => {
    const far = points.map((q, j) => (j === i ? Infinity : squared(M, between(p, q))));
    const least = min(...far);
    const weights = far.map((d) => exp(least - d));
    const own = weights.reduce((part, w, j) => part + (labels[j] === labels[i] ? w : 0), 0);
    return sum + own / weights.reduce((whole, w) => whole + w, 0);
  }, 0) / points.length,
  lmnn: (M, { points, labels, targets }) => points.reduce((sum, p, i) => {
    const far = points.map((q) => squared(M, between(p, q)));
    return sum + targets[i].reduce((part, j) => {
      const pushed = far.reduce((hinges, d, l) => hinges + (labels[l] === labels[i] ? 0 : max(0, 1 + far[j] - d)), 0);
      return part + (1 - MU) * far[j] + MU * pushed;
    }, 0);
  }, 0),
  itml: (M, { pairs, bounds: [upper, lower] }) => M[0] + M[2] - log(determinant(M)) - 2 + GAMMA * pairs.reduce((sum, { v, same }) => {
    const ratio = same ? max(1, squared(M, v) / upper) : min(1, squared(M, v) / lower);
    return sum + ratio - log(ratio) - 1;
  }, 0),
  mmc: (M, { pairs }) => {
    const near = pairs.reduce((sum, { v, same }) => sum + (same ? squared(M, v) : 0), 0);
    const apart = pairs.reduce((sum, { v, same }) => sum + (same ? 0 : sqrt(squared(M, v))), 0);
    return near / apart ** 2;
  },
};

const determinant = ([a, b, c]) => a * c - b * b;

/** M = LLᵀ of L = [[eᵖ, 0], [q, eʳ]], so that any three numbers are a metric. */
const metricOf = ([p, q, r]) => [exp(2 * p), q * exp(p), q * q + exp(2 * r)];

/** The metric of a method; Euclid's is the identity. */
export function learned(method, given) {
  const objective = OBJECTIVES[method];
  if (!objective) return [1, 0, 1];
  const cost = (at) => {
    const over = max(abs(at[0]), abs(at[2])) - REACH;
    const value = objective(metricOf(at), given);
    return over > 0 || !Number.isFinite(value) ? 1e9 + max(0, over) : value;
  };
  const once = simplex(cost, [0, 0, 0], 0.5);
  return metricOf(simplex(cost, once, 0.1));
}

/** The place of least cost that the simplex finds from `start` on. */
function simplex(cost, start, size) {
  const corner = (at) => ({ at, value: cost(at) });
  let corners = [corner(start), ...start.map((_, k) => corner(start.map((x, i) => x + (i === k ? size : 0))))];
  for (let round = 0; round < ROUNDS; round++) {
    corners.sort((p, q) => p.value - q.value);
    const [best, second, worst] = [corners[0], corners.at(-2), corners.at(-1)];
    if (abs(worst.value - best.value) < 1e-10 * (1 + abs(best.value))) break;
    const middle = start.map((_, i) => corners.slice(0, -1).reduce((sum, { at }) => sum + at[i], 0) / (corners.length - 1));
    const along = (far) => corner(middle.map((x, i) => x + far * (worst.at[i] - x)));
    const turned = along(-1);
    let next = turned;
    if (turned.value < best.value) {
      const farther = along(-2);
      if (farther.value < turned.value) next = farther;
    } else if (turned.value >= second.value) next = along(turned.value < worst.value ? -0.5 : 0.5);
    if (next.value < worst.value) corners[corners.length - 1] = next;
    else corners = corners.map(({ at }) => corner(at.map((x, i) => best.at[i] + 0.5 * (x - best.at[i]))));
  }
  return corners.reduce((least, each) => (each.value < least.value ? each : least)).at;
}

/** The metric's half axes: lengths [long, short] of the ellipse vᵀMv = 1, and the long one's direction. */
export function axesOf([a, b, c]) {
  const [mean, gap] = [(a + c) / 2, sqrt(((a - c) / 2) ** 2 + b * b)];
  const [low, high] = [mean - gap, mean + gap];
  const along = b === 0 ? (a <= c ? [1, 0] : [0, 1]) : [b, low - a];
  const length = Math.hypot(...along);
  return { half: [1 / sqrt(low), 1 / sqrt(high)], along: along.map((x) => x / length) };
}

/** M^½ of determinant 1, [a, b, c]: the map through which the metric sees, its size left out. */
export function rootOf(M) {
  const s = sqrt(determinant(M));
  const t = sqrt(M[0] + M[2] + 2 * s) * sqrt(s);
  return [(M[0] + s) / t, M[1] / t, (M[2] + s) / t];
}

/** The share of points whose 5 nearest others, by M, vote for their class. */
export function leftOut(M, { points, labels }) {
  const right = points.filter((p, i) => {
    const near = [...points.keys()].filter((j) => j !== i).sort((j, k) => squared(M, between(p, points[j])) - squared(M, between(p, points[k])));
    const own = near.slice(0, 5).filter((j) => labels[j] === labels[i]).length;
    return own > 2;
  });
  return right.length / points.length;
}
