/** A loss's margin and the sites of its classes enter; where training asks for more than inference leaves. */

import { AFFINE, NEAREST } from './sites.js';

export const MOST = 16;
const MEASURES = { angle: 1, cosine: 2, distance: 3, factor: 4, combined: 5, arc: 6, likeness: 7 };

/**
 * The same as `lead` below: above 0 where training is content with a place. `first` and `next` are the scores of the
 * best class and the second best, `m` the best one's margin, `squared` the place's own ‖q‖².
 */
export const LEAD = `
const float PI = 3.14159265;
float bent(float c) { return acos(clamp(c, -1.0, 1.0)); }
float psi(float a, float m) {
  float k = min(floor(m * a / PI), m - 1.0);
  return (mod(k, 2.0) == 0.0 ? 1.0 : -1.0) * cos(m * a) - 2.0 * k;
}
float arc(float own, float other, float m) {
  return 2.0 * m * m - pow(max(other, -m), 2.0) - pow(min(own, 1.0) - 1.0, 2.0);
}
float likeness(float score, float squared) { return 1.0 / (1.0 + max(squared - 2.0 * score, 0.0)); }
float lead(float first, float next, float m, float squared) {
  if (measure == 1) return bent(next) - bent(first) - m;
  if (measure == 3) return sqrt(-next) - sqrt(-first) - m;
  if (measure == 4) return (more.x * first + psi(bent(first), m)) / (1.0 + more.x) - next;
  if (measure == 5) return cos(min(more.x * bent(first) + m, PI)) - more.y - next;
  if (measure == 6) return arc(first, next, m);
  if (measure == 7) return arc(likeness(first, squared), likeness(next, squared), m);
  return first - next - m;
}`;

const bent = (c) => Math.acos(Math.min(1, Math.max(-1, c)));

/** SphereFace's ψ(θ) for a factor m. */
function psi(a, m) {
  const k = Math.min(Math.floor((m * a) / Math.PI), m - 1);
  return (k % 2 ? -1 : 1) * Math.cos(m * a) - 2 * k;
}

const LEADS = {
  angle: (first, next, m) => bent(next) - bent(first) - m,
  cosine: (first, next, m) => first - next - m,
  factor: (first, next, m, [easing]) => (easing * first + psi(bent(first), m)) / (1 + easing) - next,
  combined: (first, next, m, [factor, cosine]) => Math.cos(Math.min(factor * bent(first) + m, Math.PI)) - cosine - next,
  arc: (first, next, m) => 2 * m * m - Math.max(next, -m) ** 2 - (Math.min(first, 1) - 1) ** 2,
};

/** How far a direction of class k leads beyond its margin; without a zone, its plain lead. */
export function lead(zone, first, next, k) {
  return zone ? LEADS[zone.measure](first, next, zone.margins[k % MOST], zone.more) : first - next;
}

/** What the shaders take of a zone. */
export const zoneUniforms = (zone) => ({
  measure: zone ? MEASURES[zone.measure] : 0,
  'margins[0]': Float32Array.from(zone?.margins ?? new Array(MOST).fill(0)),
  more: zone?.more ?? [0, 0],
});

/**
 * The zone over these sites in which training is not content: {measure, margins per class, more}, or null.
 * `asked`: {measure, value, knobs} as they are now, a turned knob counted; `readings`: of the frame.
 */
export function zoneOf(asked, sites, { sizes, readings } = {}) {
  const made = asked && sites && ZONES[asked.measure]?.(asked, sites, sizes, readings ?? {});
  if (!made) return null;
  const { measure, m, more = [0, 0] } = made;
  return { measure, more, margins: Array.from({ length: MOST }, (_, k) => (Array.isArray(m) ? m[k] ?? m[0] : m)) };
}

const directed = ({ mode, unit }) => unit && mode !== AFFINE && mode !== NEAREST;
const positive = (measure) => ({ value }, sites) => (directed(sites) && value > 0 ? { measure, m: value } : null);

const ZONES = {
  angle: positive('angle'),
  cosine: positive('cosine'),
  lead: (asked, sites) => (asked.knobs.level === 'class' ? ZONES.cosine(asked, sites) : null),
  sized: ({ knobs }, sites, sizes) => (directed(sites) && sizes ? { measure: 'angle', m: bySize(knobs, sizes) } : null),
  factor({ value, knobs: { lam } }, sites, sizes, readings) {
    const easing = typeof lam === 'number' ? lam : readings.lambda ?? 0;
    return directed(sites) && value > 1 ? { measure: 'factor', m: value, more: [easing, 0] } : null;
  },
  combined: ({ knobs: { m1, m2, m3 } }, sites) =>
    (directed(sites) && (m1 !== 1 || m2 > 0 || m3 > 0) ? { measure: 'combined', m: m2, more: [m1, m3] } : null),
  arc({ value, knobs: { similarity } }, sites) {
    if (!(value > 0)) return null;
    if (similarity === 'cosine') return directed(sites) ? { measure: 'arc', m: value } : null;
    return sites.mode === AFFINE ? { measure: 'likeness', m: value } : null;
  },
  distance: (asked, sites) => (asked.value > 0 ? apart(asked, sites) : null),
  triplet: (asked, sites) => (asked.value > 0 && (asked.knobs.p ?? 2) === 2 ? apart(asked, sites) : null),
};

/** A margin between distances to two means; of directions those that go by the angle, or by 1 − cosθ = D²/2. */
function apart({ value: m, knobs: { distance = 'euclidean' } }, sites) {
  if (sites.mode === NEAREST) return { measure: distance === 'sqeuclidean' ? 'cosine' : 'distance', m };
  if (!directed(sites) || distance === 'euclidean') return null;
  return { measure: distance === 'angle' ? 'angle' : 'cosine', m: distance === 'sqeuclidean' ? m / 2 : m };
}

/** One margin for each class, the less the larger it is: a·n^(−λ) + b, or from m_max down to m_min. */
export function bySize({ a, b, lam, m_min, m_max }, sizes) {
  const shrunk = sizes.map((n) => Math.max(1, n) ** -lam);
  const given = [a, b].map((v) => (typeof v === 'number' ? v : null));
  if (given.some((v) => v !== null)) return shrunk.map((v) => (given[0] ?? 0) * v + (given[1] ?? 0));
  const [low, high] = [Math.min(...shrunk), Math.max(...shrunk)];
  return shrunk.map((v) => m_min + (m_max - m_min) * (high > low ? (v - low) / (high - low) : 1));
}
