/** An angle, a scale, a number of classes and a margin enter; how sure a softmax is of the own class leaves, others at 90°. */

import { target } from './twoclasses.js';

/** P(θ) = 1/(1 + (C − 1)·e^{−s·target(θ)}); `asks` as in twoclasses.js. */
export const probability = (theta, s, C, asks) => 1 / (1 + Math.exp(Math.log(C - 1) - s * target(theta, asks)));

/** The angle at which P falls through one half, under ArcFace or CosFace; null where it never reaches it. */
export function halfWay(s, C, { loss, m }) {
  const [shift, lift] = loss === 'arcface' ? [m, 0] : [0, m];
  const level = Math.log(C - 1) / s + lift;
  return level > Math.cos(shift) ? null : Math.acos(level) - shift;
}

/** The scale that puts the half-way point at this angle; null where none does. */
export function scaleAtHalf(theta, C, asks) {
  const own = target(theta, asks);
  return own > 0 ? Math.log(C - 1) / own : null;
}

/** Fixed AdaCos: √2·ln(C − 1). */
export const fixedScale = (C) => Math.SQRT2 * Math.log(C - 1);

/** CosFace's lower bound on s for a probability P at the class centre. */
export const boundScale = (C, P) => ((C - 1) / C) * Math.log(((C - 1) * P) / (1 - P));
