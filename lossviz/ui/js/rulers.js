/** A loss's settings enter; how it measures from one point to another, and what lies at a value of it, leaves. */

const clamped = (v) => Math.min(1, Math.max(-1, v));

/** ‖a − b‖ in the norm p. */
function span(a, b, p = 2) {
  if (p === 2) return Math.hypot(...a.map((v, i) => v - b[i]));
  return a.reduce((sum, v, i) => sum + Math.abs(v - b[i]) ** p, 0) ** (1 / p);
}

function cosine(a, b) {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths ? clamped(a.reduce((sum, v, i) => sum + v * b[i], 0) / lengths) : 0;
}

const radius = (value) => (value >= 0 ? { radius: value } : null);
const angle = (value) => (value >= 0 && value <= Math.PI ? { angle: value } : null);
const opened = (c) => (Math.abs(c) <= 1 ? { angle: Math.acos(c) } : null);

/** `of(a, b)`; `back(value)` → {radius} or {angle} at which it is that, or null; `sign` 1 where more is farther. */
const FREE = {
  euclidean: (p) => ({ of: (a, b) => span(a, b, p), back: radius, sign: 1, p }),
  sqeuclidean: () => ({ of: (a, b) => span(a, b) ** 2, back: (v) => radius(Math.sqrt(v)), sign: 1 }),
};
const DIRECTED = {
  euclidean: () => ({ of: (a, b) => Math.sqrt(2 - 2 * cosine(a, b)), back: (v) => opened(1 - (v * v) / 2), sign: 1 }),
  sqeuclidean: () => ({ of: (a, b) => 2 - 2 * cosine(a, b), back: (v) => opened(1 - v / 2), sign: 1 }),
  cosine: () => ({ of: (a, b) => 1 - cosine(a, b), back: (v) => opened(1 - v), sign: 1 }),
  angle: () => ({ of: (a, b) => Math.acos(cosine(a, b)), back: angle, sign: 1 }),
};
const SIMILAR = {
  cosine: { of: cosine, back: opened, sign: -1 },
  inverse: {
    of: (a, b) => 1 / (1 + span(a, b) ** 2),
    back: (v) => (v > 0 && v <= 1 ? radius(Math.sqrt(1 / v - 1)) : null),
    sign: -1,
  },
};

/** The ruler of a loss with these settings; null for one that nobody could read off the picture. */
export function rulerOf({ similarity, distance = 'euclidean', normalize = false, variant, p = 2 }) {
  if (similarity) return SIMILAR[similarity] ?? null;
  const measure = variant === 'hinge_sq' ? 'sqeuclidean' : distance;
  if (normalize && p !== 2) return null;
  return ((normalize ? null : FREE[measure]) ?? DIRECTED[measure])?.(p) ?? null;
}
