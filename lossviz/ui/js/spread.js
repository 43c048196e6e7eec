/** A frame's points, labels and class vectors enter; how tight and how far apart its classes lie leaves, in radians. */

/** {fisher, to_centre, apart}: NaN where there are no class vectors, or no labels. */
export function spreadOf(frame, labels) {
  const centres = meanDirections(frame, labels);
  return {
    fisher: fisher(frame, labels),
    to_centre: frame.vectors ? mean(toCentre(frame, centres)) : NaN,
    apart: frame.vectors ? mean(nearestVectors(frame)) : NaN,
  };
}

/** Angular Fisher score: scatter about the class means over the scatter of the means about the mean, by 1 − cosine. */
function fisher({ points, count, dim, classes }, labels) {
  const at = (i) => points.subarray(i * dim, (i + 1) * dim);
  const [all, sizes] = [new Float64Array(dim), new Float64Array(classes)];
  const sums = Array.from({ length: classes }, () => new Float64Array(dim));
  for (let i = 0; i < count; i++) {
    sizes[labels[i]] += 1;
    for (let d = 0; d < dim; d++) { all[d] += at(i)[d]; sums[labels[i]][d] += at(i)[d]; }
  }
  let [within, between] = [0, 0];
  for (let i = 0; i < count; i++) within += 1 - cosine(at(i), sums[labels[i]]);
  sums.forEach((sum, k) => { between += sizes[k] * (1 - cosine(sum, all)); });
  return within / between;
}

/** The mean of each class's unit vectors. */
function meanDirections({ points, count, dim, classes }, labels) {
  const sums = Array.from({ length: classes }, () => new Float64Array(dim));
  for (let i = 0; i < count; i++) {
    const one = points.subarray(i * dim, (i + 1) * dim);
    const length = Math.hypot(...one) || 1;
    for (let d = 0; d < dim; d++) sums[labels[i]][d] += one[d] / length;
  }
  return sums;
}

/** Per class the angle between its mean direction and its vector, the nearest of its sub-centres. */
function toCentre({ vectors, subs, dim }, centres) {
  return centres.map((centre, k) => {
    const own = Array.from({ length: subs }, (_, s) => vectors.subarray((k * subs + s) * dim, (k * subs + s + 1) * dim));
    return Math.min(...own.map((vector) => angle(vector, centre)));
  });
}

/** Per class the angle between its vectors and the nearest vector of another class. */
function nearestVectors({ vectors, subs, dim, classes }) {
  const all = Array.from({ length: classes * subs }, (_, i) => vectors.subarray(i * dim, (i + 1) * dim));
  return Array.from({ length: classes }, (_, k) => {
    const own = all.slice(k * subs, (k + 1) * subs);
    const others = all.filter((_, i) => Math.floor(i / subs) !== k);
    return Math.min(...own.flatMap((a) => others.map((b) => angle(a, b))));
  });
}

function cosine(a, b) {
  let [dot, aa, bb] = [0, 0, 0];
  for (let d = 0; d < a.length; d++) { dot += a[d] * b[d]; aa += a[d] ** 2; bb += b[d] ** 2; }
  return dot / (Math.sqrt(aa * bb) || 1);
}

const angle = (a, b) => Math.acos(Math.min(1, Math.max(-1, cosine(a, b))));
const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;
