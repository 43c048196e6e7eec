/** The labelled points of a frame enter; how alike pairs of one class and of two classes are leaves. */

import { trainedPart } from './strangers.js';

export const MOST_PAIRS = 50_000;

const known = new WeakMap();

/**
 * {kind: "cosine" or "distance", positive, negative: Float32Arrays of one value a pair, shown, all: numbers of pairs}.
 * Of more than MOST_PAIRS pairs always the same ones, spread evenly over the list of all.
 */
export function pairsOf(frame, labels, metric) {
  const held = known.get(frame);
  if (held && held.labels === labels && held.metric === metric) return held.found;
  const part = trainedPart(frame, labels);
  const found = compared(part.frame, part.labels, metric);
  known.set(frame, { labels, metric, found });
  return found;
}

function compared(frame, labels, metric) {
  const { first, second, all } = chosen(frame.count);
  const values = [new Float32Array(first.length), new Float32Array(first.length)];
  const filled = [0, 0];
  const like = metric === 'cosine' ? cosine(frame) : distance(frame);
  for (let p = 0; p < first.length; p++) {
    const apart = labels[first[p]] === labels[second[p]] ? 0 : 1;
    values[apart][filled[apart]++] = like(first[p], second[p]);
  }
  const [positive, negative] = values.map((list, apart) => list.subarray(0, filled[apart]));
  return { kind: metric === 'cosine' ? 'cosine' : 'distance', positive, negative, shown: first.length, all };
}

const lists = new Map();

/** {first, second: indices of each pair, all: how many pairs `count` points have}. */
function chosen(count) {
  if (lists.has(count)) return lists.get(count);
  const all = (count * (count - 1)) / 2;
  const shown = Math.min(all, MOST_PAIRS);
  const stride = shown < all ? coprime(Math.round(all * 0.618), all) : 1;
  const [first, second] = [new Uint32Array(shown), new Uint32Array(shown)];
  for (let p = 0; p < shown; p++) [first[p], second[p]] = pair((p * stride) % all);
  const list = { first, second, all };
  lists.set(count, list);
  return list;
}

/** Pair `at` of the list (0, 1), (0, 2), (1, 2), (0, 3) … */
function pair(at) {
  let later = Math.floor((1 + Math.sqrt(1 + 8 * at)) / 2);
  if ((later * (later - 1)) / 2 > at) later -= 1;
  return [at - (later * (later - 1)) / 2, later];
}

/** The next number from `n` on that shares no factor with `all`, so that its multiples come to every place once. */
function coprime(n, all) {
  const common = (a, b) => (b ? common(b, a % b) : a);
  while (common(n, all) > 1) n += 1;
  return n;
}

function cosine({ points, count, dim }) {
  const units = Float32Array.from(points);
  for (let i = 0; i < count; i++) {
    const at = units.subarray(i * dim, (i + 1) * dim);
    const length = Math.sqrt(at.reduce((sum, v) => sum + v * v, 0)) || 1;
    for (let d = 0; d < dim; d++) at[d] /= length;
  }
  return (i, j) => {
    let sum = 0;
    for (let d = 0; d < dim; d++) sum += units[i * dim + d] * units[j * dim + d];
    return sum;
  };
}

function distance({ points, dim, unit }) {
  return (i, j) => {
    let sum = 0;
    for (let d = 0; d < dim; d++) sum += (points[i * dim + d] - points[j * dim + d]) ** 2;
    return unit * Math.sqrt(sum);
  };
}
