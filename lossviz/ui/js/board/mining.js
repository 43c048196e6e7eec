/** Distances and labels of a batch enter; difficulties, their counts and the triplets that each mining takes leave. */

/** ‖x_i − x_j‖ of all points [x, y]. */
export const distances = (points) => points.map(([x, y]) => points.map(([u, v]) => Math.hypot(x - u, y - v)));

/** Easy from d_ap + m on (loss 0), hard up to d_ap, semi-hard between (Schroff et al. 2015). */
export function difficulty(near, far, margin) {
  if (far >= near + margin) return 'easy';
  return far <= near ? 'hard' : 'semihard';
}

const indices = (labels) => labels.map((_, i) => i);
export const mates = (labels, a) => indices(labels).filter((j) => j !== a && labels[j] === labels[a]);
export const strangers = (labels, a) => indices(labels).filter((j) => labels[j] !== labels[a]);

/** Every ordered positive pair [a, p]. */
export const pairs = (labels) => indices(labels).flatMap((a) => mates(labels, a).map((p) => [a, p]));

const first = (places, better) => places.reduce((best, at) => (better(at, best) ? at : best));
export const farthest = (row, places) => first(places, (at, best) => row[at] > row[best]);
export const nearest = (row, places) => first(places, (at, best) => row[at] < row[best]);

/** By mining: (distances, labels, {margin, draw}) → triplets [a, p, n]. */
export const MININGS = {
  hard: (apart, labels) => indices(labels)
    .filter((a) => mates(labels, a).length && strangers(labels, a).length)
    .map((a) => [a, farthest(apart[a], mates(labels, a)), nearest(apart[a], strangers(labels, a))]),
  all: (apart, labels) => ofPairs(labels, (a, p, others) => others.map((n) => [a, p, n])),
  semihard: (apart, labels, { margin }) => ofPairs(labels, (a, p, others) => {
    const found = others.filter((n) => difficulty(apart[a][p], apart[a][n], margin) === 'semihard');
    return found.length ? [[a, p, nearest(apart[a], found)]] : [];
  }),
  random: (apart, labels, { draw }) => ofPairs(labels, (a, p, others) => (
    others.length ? [[a, p, others[lot(draw, a, p) % others.length]]] : [])),
};

/** What `taken(a, p, negatives of a)` gives for every ordered positive pair, in one list. */
const ofPairs = (labels, taken) => indices(labels).flatMap((a) => {
  const others = strangers(labels, a);
  return mates(labels, a).flatMap((p) => taken(a, p, others));
});

/** A whole number below 2³² that looks random, the same for the same three. */
export function lot(draw, a, p) {
  let h = (Math.imul(draw, 0x9e3779b1) + Math.imul(a, 0x85ebca77) + Math.imul(p, 0xc2b2ae3d)) >>> 0;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 0;
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39) >>> 0;
  return (h ^ (h >>> 15)) >>> 0;
}

/** How many of these triplets are easy, semi-hard and hard. */
export function counts(apart, triplets, margin) {
  const found = { easy: 0, semihard: 0, hard: 0 };
  for (const [a, p, n] of triplets) found[difficulty(apart[a][p], apart[a][n], margin)] += 1;
  return found;
}

/** {number, active (loss above 0), mean, meanActive} of [d(a,p) − d(a,n) + m]₊ over these triplets; means of none are 0. */
export function summary(apart, triplets, margin) {
  const terms = triplets.map(([a, p, n]) => Math.max(0, apart[a][p] - apart[a][n] + margin));
  const total = terms.reduce((sum, term) => sum + term, 0);
  const active = terms.filter((term) => term > 0).length;
  return { number: terms.length, active, mean: total / Math.max(terms.length, 1), meanActive: total / Math.max(active, 1) };
}
