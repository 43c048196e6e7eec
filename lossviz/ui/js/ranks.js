/** A frame's points and labels enter; who is near whom leaves: recall@5, MAP@R and each point's ten nearest. */

export const NEAREST = 10;
const FIVE = 5;
const BATCH = 40;

/** Unit vectors for the cosine metric, so that near neighbours keep their order; else the stored whole numbers. */
function placed({ points, count, dim }, cosine) {
  const at = Float64Array.from(points);
  if (!cosine) return at;
  for (let i = 0; i < count; i++) {
    const one = at.subarray(i * dim, (i + 1) * dim);
    const length = Math.hypot(...one) || 1;
    for (let d = 0; d < dim; d++) one[d] /= length;
  }
  return at;
}

/**
 * Yields after every forty points, so that others may use the time; returns {recall, map, nearest}: shares 0…1, and
 * the indices of the ten nearest, those of one point side by side. Equal distances go by index. R is how many others
 * a point's class has; a point without any counts for nothing.
 */
export function* ranked(frame, labels, cosine) {
  const { count, dim } = frame;
  const at = placed(frame, cosine);
  const others = sizes(labels, count);
  const keys = new Keys(count);
  const nearest = new Uint16Array(count * NEAREST);
  let [found, precision, asked] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (i % BATCH === BATCH - 1) yield;
    const own = others[labels[i]] - 1;
    const near = keys.sorted(at, i, dim, Math.max(own, NEAREST));
    nearest.set(near.slice(0, NEAREST), i * NEAREST);
    if (!own) continue;
    asked += 1;
    if (near.slice(0, FIVE).some((j) => labels[j] === labels[i])) found += 1;
    precision += averagePrecision(near, own, (j) => labels[j] === labels[i]);
  }
  return { recall: found / asked, map: precision / asked, nearest };
}

/** The mean over the first R places of the precision up to each place that is right. */
function averagePrecision(near, R, right) {
  let [hits, sum] = [0, 0];
  for (let place = 0; place < R; place++) if (right(near[place])) sum += (hits += 1) / (place + 1);
  return sum / R;
}

function sizes(labels, count) {
  const found = new Uint32Array(256);
  for (let i = 0; i < count; i++) found[labels[i]] += 1;
  return found;
}

/** Distances that carry the index of their point in their last bits, so that numbers alone can be sorted. */
class Keys {
  constructor(count) {
    this.count = count;
    this.bits = 2 ** Math.ceil(Math.log2(count)) - 1;
    this.keys = new Float64Array(count);
    this.words = new Uint32Array(this.keys.buffer);
    this.low = new Uint8Array(Uint16Array.of(1).buffer)[0] ? 0 : 1;
  }

  /** The indices of the `most` nearest to point `i`, the nearest first, itself left out. */
  sorted(at, i, dim, most) {
    const { keys, words, low, bits, count } = this;
    for (let j = 0; j < count; j++) {
      let square = 0;
      for (let d = 0; d < dim; d++) square += (at[j * dim + d] - at[i * dim + d]) ** 2;
      keys[j] = j === i ? Infinity : square;
    }
    for (let j = 0; j < count; j++) {
      if (j !== i) words[2 * j + low] = (words[2 * j + low] & ~bits) | j;
    }
    const wanted = Math.min(most, count - 1);
    smallest(keys, wanted);
    keys.subarray(0, wanted).sort();
    return Array.from({ length: wanted }, (_, place) => words[2 * place + low] & bits);
  }
}

/** Brings the `wanted` smallest to the front, in any order. */
function smallest(keys, wanted) {
  let [low, high] = [0, keys.length - 1];
  while (low < high) {
    const pivot = keys[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (keys[i] < pivot) i += 1;
      while (keys[j] > pivot) j -= 1;
      if (i <= j) { [keys[i], keys[j]] = [keys[j], keys[i]]; i += 1; j -= 1; }
    }
    if (wanted - 1 <= j) high = j;
    else if (wanted - 1 >= i) low = i;
    else return;
  }
}

/** The mean share of its ten nearest that a point has in both spaces. */
export function overlap(a, b) {
  if (a.length !== b.length) return NaN;
  let common = 0;
  for (let at = 0; at < a.length; at += NEAREST) {
    const known = new Set(a.subarray(at, at + NEAREST));
    for (const j of b.subarray(at, at + NEAREST)) if (known.has(j)) common += 1;
  }
  return common / a.length;
}
