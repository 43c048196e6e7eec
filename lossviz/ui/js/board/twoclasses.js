/** Two classes under one loss: angles and what the loss asks enter; target logit, slope, boundary and gap leave. Radians. */

const { PI, cos, sin, abs, acos, min } = Math;

export const LOSSES = ['softmax', 'normalized_softmax', 'sphereface', 'cosface', 'arcface', 'combined_margin'];
const FREE = ['softmax', 'normalized_softmax'];

/** What a loss asks: loss, m, lam, easy, m1, m2, m3, ratio (‖w₁‖/‖w₂‖, which softmax alone feels). */
const DEFAULTS = { m: 0, lam: 0, easy: false, m1: 1, m2: 0, m3: 0, ratio: 1 };
export const asking = (given) => ({ ...DEFAULTS, ...given });

/** What class 2 is asked. */
export const swapped = (asks) => ({ ...asks, ratio: 1 / asks.ratio });

/** SphereFace's (−1)^k cos(mθ) − 2k for θ in [kπ/m, (k + 1)π/m]. */
export function psi(theta, m) {
  const k = min(Math.floor((m * theta) / PI), m - 1);
  return (k % 2 ? -1 : 1) * cos(m * theta) - 2 * k;
}

/** Up to where ArcFace adds its margin; past it stands a fallback without angle. */
export const fallbackFrom = ({ m, easy }) => (easy ? PI / 2 : PI - m);

const TARGETS = {
  softmax: (theta, { ratio }) => ratio * cos(theta),
  normalized_softmax: (theta) => cos(theta),
  sphereface: (theta, { m, lam }) => (lam * cos(theta) + psi(theta, m)) / (1 + lam),
  cosface: (theta, { m }) => cos(theta) - m,
  arcface: (theta, { m, easy }) => {
    if (easy) return cos(theta) > 0 ? cos(theta + m) : cos(theta);
    return cos(theta) > cos(PI - m) ? cos(theta + m) : cos(theta) - m * sin(m);
  },
  combined_margin: (theta, { m1, m2, m3 }) => cos(m1 * theta + m2) - m3,
};

const SLOPES = {
  softmax: (theta, { ratio }) => -ratio * sin(theta),
  normalized_softmax: (theta) => -sin(theta),
  sphereface: (theta, { m, lam }) => -(lam * sin(theta) + m * abs(sin(m * theta))) / (1 + lam),
  cosface: (theta) => -sin(theta),
  arcface: (theta, { m, easy }) => -sin(cos(theta) > (easy ? 0 : cos(PI - m)) ? theta + m : theta),
  combined_margin: (theta, { m1, m2 }) => -m1 * sin(m1 * theta + m2),
};

/** What stands in the place of the own cosine at the own angle: class 1 is kept where it is above cosθ₂. */
export const target = (theta, asks) => TARGETS[asks.loss](theta, asks);

/** Its derivative by θ: how strongly a sample is turned towards its own class vector. */
export const slope = (theta, asks) => SLOPES[asks.loss](theta, asks);

/** The angles at which SphereFace gives no pull: kπ/m, as long as λ is 0. */
export const flatPoints = ({ loss, m, lam }) => (loss === 'sphereface' && !lam
  ? Array.from({ length: m - 1 }, (_, k) => ((k + 1) * PI) / m) : []);

/** θ₂ from which on class 1 keeps a sample at θ₁, or NaN where there is none. */
export const boundary = (theta1, asks) => acos(target(theta1, asks));

/** Whose a sample is: 1, 2, 0 (nobody's: it lies in the margin) or 3 (both classes keep it). */
export function whose(theta1, theta2, asks) {
  const own = target(theta1, asks) >= cos(theta2) ? 1 : 0;
  return own + (target(theta2, swapped(asks)) >= cos(theta1) ? 2 : 0);
}

const lead = (theta, apart, asks) => target(theta, asks) - cos(apart - theta);

/** How far class 1's region reaches from its class vector towards the other, `apart` away; null if it has none. */
export function edge(apart, asks) {
  if (FREE.includes(asks.loss)) return Math.atan2((asks.loss === 'softmax' ? asks.ratio : 1) - cos(apart), sin(apart));
  if (lead(0, apart, asks) < 0) return null;
  let [low, high] = [0, min(apart, (PI - asks.m2) / asks.m1)]; // past it cos(m₁θ + m₂) rises again
  for (let i = 0; i < 52; i++) {
    const middle = (low + high) / 2;
    if (lead(middle, apart, asks) >= 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Width of the arc between class vectors that no class keeps; below 0 where both do; null without regions. */
export function gap(apart, asks) {
  if (FREE.includes(asks.loss)) return 0;
  const reach = edge(apart, asks);
  return reach === null ? null : apart - 2 * reach;
}

/** The largest margin for which regions are left (combined: the largest m₃); null where every margin leaves some. */
export function widest(apart, { loss, m2 }) {
  if (loss === 'cosface') return 1 - cos(apart);
  if (loss === 'arcface') return apart;
  return loss === 'combined_margin' ? Math.max(0, cos(m2) - cos(apart)) : null;
}

/** SphereFace's weight of the plain cosine at an iteration: max(5, 1000 / (1 + 0.12 t)). */
export const easing = (iteration) => Math.max(5, 1000 / (1 + 0.12 * iteration));
