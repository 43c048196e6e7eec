/** A frame enters; what each class is scored by leaves: its vectors or its centre, and how to read them. */

export const AFFINE = 0;
export const DIRECTION = 1;
export const NEAREST = 2;

/** Most class vectors (sub-centres counted) for which a region program is written. */
export const MOST_SITES = 64;

/**
 * {mode, subs, values [x, y, b, class] per site, those of one class side by side}, or null where the plane is
 * not the whole space.
 * AFFINE scores w·x + b, DIRECTION w·x/‖x‖, NEAREST −‖x − c‖. On the unit circle only directions are left.
 */
export function sitesOf(frame, header, circle) {
  if (frame.dim !== 2) return null;
  const learned = frame.vectors && header.scores;
  const source = learned ? frame.vectors : frame.centres;
  if (!source || source.length / 2 > MOST_SITES) return null;
  const subs = learned ? frame.subs : 1;
  const linear = learned && header.scores === 'linear';
  const cosine = learned ? header.scores === 'cosine' : header.metric === 'cosine' || circle;
  const mode = linear && !circle ? AFFINE : cosine || linear ? DIRECTION : NEAREST;
  const values = new Float32Array((source.length / 2) * 4);
  for (let i = 0; i < source.length / 2; i++) {
    const [x, y] = [source[2 * i], source[2 * i + 1]];
    const length = cosine ? Math.hypot(x, y) || 1e-9 : 1;
    const cls = Math.floor(i / subs);
    values.set([x / length, y / length, mode === AFFINE && frame.bias ? frame.bias[cls] : 0, cls], 4 * i);
  }
  return { mode, values, subs, unit: cosine };
}

/** Sites on the way from one frame to the next; the later ones where the two do not match. */
export function between(from, to, t) {
  if (!from || !to || from.mode !== to.mode || from.values.length !== to.values.length || t >= 1) return to;
  const values = to.values.map((v, i) => (i % 4 === 3 ? v : from.values[i] + (v - from.values[i]) * t));
  return { ...to, values };
}

/** The margin that can be drawn over these sites: {measure, value}, or null. */
export function zoneOf(margin, sites, value) {
  if (!margin || !sites || !(value > 0)) return null;
  const fits = margin.measure === 'distance' ? sites.mode === NEAREST : sites.mode === DIRECTION && sites.unit;
  return fits ? { measure: margin.measure, value } : null;
}
