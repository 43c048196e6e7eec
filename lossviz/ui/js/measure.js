/** A frame and its labels enter; how far each point is from its own class and from the nearest other one leaves. */

import { projected } from './projection.js';

const kept = new WeakMap();

/**
 * {kind: "angle" (radians) or "distance", to: "vector" or "mean", dim, own, other, next, nearest (class index)} per
 * point, or null where the frame has no classes, the labels are not known or the points are projected, so that their
 * angles are not those of the features. Best of the sub-centres counts. `next` is how far the nearest other class is, and
 * so is `other`, but for points whose own class is not trained: these have neither `own` nor `other`.
 */
export function measured(frame, header, labels) {
  const held = kept.get(frame);
  if (held && held.labels === labels) return held.result;
  const result = labels && !projected(header) ? measure(frame, header, labels) : null;
  kept.set(frame, { labels, result });
  return result;
}

function measure(frame, header, labels) {
  const learned = frame.vectors && header.scores;
  const sites = learned ? frame.vectors : frame.centres;
  if (!sites) return null;
  const angle = Boolean(learned) || header.metric === 'cosine';
  const { count, dim, classes } = frame;
  const subs = learned ? frame.subs : 1;
  const far = angle ? bent(frame, sites) : apart(frame, sites);
  const own = new Float32Array(count).fill(Infinity);
  const next = new Float32Array(count).fill(Infinity);
  const nearest = new Uint8Array(count);
  const point = new Float32Array(dim);
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < dim; d++) point[d] = frame.points[i * dim + d] * frame.unit;
    for (let k = 0; k < classes * subs; k++) {
      const cls = Math.floor(k / subs);
      const value = far(point, k);
      if (cls === labels[i]) own[i] = Math.min(own[i], value);
      else if (value < next[i]) { next[i] = value; nearest[i] = cls; }
    }
  }
  const other = next.map((value, i) => (Number.isFinite(own[i]) ? value : NaN));
  return { kind: angle ? 'angle' : 'distance', to: learned ? 'vector' : 'mean', dim, own, other, next, nearest };
}

/** The angle between a point and site k. */
function bent({ dim }, sites) {
  const norm = (k) => length(sites.subarray(k * dim, (k + 1) * dim));
  const lengths = Float32Array.from({ length: sites.length / dim }, (_, k) => norm(k));
  return (point, k) => {
    let dot = 0;
    for (let d = 0; d < dim; d++) dot += point[d] * sites[k * dim + d];
    return Math.acos(Math.min(1, Math.max(-1, dot / (lengths[k] * length(point) || 1e-9))));
  };
}

/** The distance between a point and site k. */
function apart({ dim }, sites) {
  return (point, k) => {
    let sum = 0;
    for (let d = 0; d < dim; d++) sum += (point[d] - sites[k * dim + d]) ** 2;
    return Math.sqrt(sum);
  };
}

function length(vector) {
  let sum = 0;
  for (const v of vector) sum += v * v;
  return Math.sqrt(sum);
}

const reached = new WeakMap();
const OUTMOST = 0.95;

/**
 * Where each class lies, also one that is not trained: {x, y, z} the sum of its points, `far` the radius within which all
 * but its outmost points lie, `lengths` of its points.
 */
export function reaches(frame, labels) {
  const held = reached.get(frame);
  if (held && held.labels === labels) return held.classes;
  const { count, dim, points, unit } = frame;
  let all = frame.classes;
  for (const label of labels) if (label >= all) all = label + 1;
  const classes = Array.from({ length: all }, () => ({ x: 0, y: 0, z: 0, far: 0, lengths: [] }));
  for (let i = 0; i < count; i++) { // written out: it is done for every frame while the picture moves
    const own = classes[labels[i]];
    if (!own) continue;
    const x = points[i * dim] * unit;
    const y = points[i * dim + 1] * unit;
    const z = dim > 2 ? points[i * dim + 2] * unit : 0;
    own.x += x;
    own.y += y;
    own.z += z;
    own.lengths.push(Math.sqrt(x * x + y * y + z * z));
  }
  for (const own of classes) {
    own.lengths = Float64Array.from(own.lengths).sort();
    own.far = own.lengths[Math.floor((own.lengths.length - 1) * OUTMOST)] ?? 0;
  }
  reached.set(frame, { labels, classes });
  return classes;
}

/** The mean of the values that are finite; NaN of none. */
export function mean(values) {
  const finite = values.filter(Number.isFinite);
  return finite.reduce((sum, v) => sum + v, 0) / finite.length;
}

/** The middle one of the finite values, or the mean of the two in the middle; NaN of none. */
export function median(values) {
  const sorted = Float32Array.from(values).filter(Number.isFinite).sort();
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** How many values fall into each of `bins` equal parts of 0 … `most`; what lies beyond counts in the last. */
export function histogram(values, bins, most) {
  const counts = new Array(bins).fill(0);
  for (const v of values) if (Number.isFinite(v)) counts[Math.min(bins - 1, Math.floor((v / most) * bins))] += 1;
  return counts;
}
