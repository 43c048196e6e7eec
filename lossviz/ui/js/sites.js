/** A frame enters; what each class is scored by leaves: its vectors or its centre, and how to read them. */

import { projected } from './projection.js';

export const AFFINE = 0;
export const DIRECTION = 1;
export const NEAREST = 2;
export const SPHERE = 3;

/** Most class vectors (sub-centres counted) for which a region program is written. */
export const MOST_SITES = 64;

/**
 * {mode, subs, values [x, y, b, class] per site, those of one class side by side}, or null where no regions can be
 * drawn: in a projection they would lie, and in space they would hide what lies in them.
 * AFFINE scores w·x + b, DIRECTION w·x/‖x‖, NEAREST −‖x − c‖. On the unit circle only directions are left, and on the
 * sphere, where values are [x, y, z, class].
 */
export function sitesOf(frame, header, circle) {
  const deep = frame.dim > 2;
  if (projected(header) || (deep && !circle)) return null;
  const learned = frame.vectors && header.scores;
  const source = learned ? frame.vectors : frame.centres;
  if (!source || source.length / frame.dim > MOST_SITES) return null;
  const subs = learned ? frame.subs : 1;
  const linear = learned && header.scores === 'linear';
  const cosine = learned ? header.scores === 'cosine' : header.metric === 'cosine' || circle;
  const flat = linear && !circle ? AFFINE : cosine || linear ? DIRECTION : NEAREST;
  const mode = deep ? SPHERE : flat;
  return { mode, values: packed(frame, source, subs, { mode, cosine }), subs, unit: cosine };
}

function packed({ dim, bias }, source, subs, { mode, cosine }) {
  const values = new Float32Array((source.length / dim) * 4);
  for (let i = 0; i < source.length / dim; i++) {
    const at = source.subarray(i * dim, i * dim + dim);
    const length = cosine ? Math.hypot(...at) || 1e-9 : 1;
    const cls = Math.floor(i / subs);
    const third = dim > 2 ? at[2] / length : mode === AFFINE && bias ? bias[cls] : 0;
    values.set([at[0] / length, at[1] / length, third, cls], 4 * i);
  }
  return values;
}

/** Sites on the way from one frame to the next; the later ones where the two do not match. */
export function between(from, to, t) {
  if (!from || !to || from.mode !== to.mode || from.values.length !== to.values.length || t >= 1) return to;
  const values = to.values.map((v, i) => (i % 4 === 3 ? v : from.values[i] + (v - from.values[i]) * t));
  return { ...to, values };
}
