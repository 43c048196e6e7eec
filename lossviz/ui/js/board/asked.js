/** A page's settings enter; what its figures share leaves: what each loss asks, the class vectors, and one sample x. */

import { degrees, filled, plain, short } from '../numbers.js';
import { mixed } from '../theme.js';
import { LOSSES, asking, whose } from './twoclasses.js';
import { anglesOf, pointOf } from './samples.js';

const { PI } = Math;
export const ALL = 'all';
export const deg = (angle) => (angle * 180) / PI;
export const rad = (angle) => (angle * PI) / 180;

/** The setting that holds a number, rounded as the reader would write it. */
export const tenth = (value) => Math.round(value * 10) / 10;

const DASH = {
  arcface: [], cosface: [8, 4], sphereface: [3, 3], combined_margin: [10, 3, 2, 3], softmax: [2, 4], normalized_softmax: [1, 3],
};

/**
 * values, theme, words and coarse as they came; apart, turn (radians), theta1, theta2 of x; lines: what is drawn;
 * pointed: [θ₁, θ₂] of the place that is pointed at in any figure.
 */
export function modelOf({ values, theme, words, coarse, held }) {
  const [apart, turn] = [rad(values.theta), rad(values.x)];
  const [theta1, theta2] = anglesOf(turn, apart);
  const alone = values.loss !== ALL;
  const lines = LOSSES.map((loss) => lineOf(loss, values, words));
  const shown = alone ? lines.filter(({ loss }) => loss === values.loss) : lines;
  const colours = [1, 2].map((k) => ({ badge: theme.classes[k] ?? theme.ink, ground: mixed(theme.bg, theme.classes[k] ?? theme.ink, theme.tint) }));
  return { values, theme, words, coarse, pointed: held.pointed, apart, turn, theta1, theta2, alone, lines, shown, one: shown[0], colours };
}

const lineOf = (loss, values, words) => ({ loss, name: words[loss], dash: DASH[loss], asks: asksOf(loss, values) });

function asksOf(loss, values) {
  if (loss === 'softmax') return asking({ loss, ratio: values.n1 / values.n2 });
  if (loss === 'arcface') return asking({ loss, m: values.arcface_m, easy: values.easy });
  if (loss === 'cosface') return asking({ loss, m: values.cosface_m });
  if (loss === 'sphereface') return asking({ loss, m: values.sphereface_m, lam: values.lam });
  const { m1, m2, m3 } = values;
  return asking(loss === 'combined_margin' ? { loss, m1, m2, m3 } : { loss });
}

const RULES = {
  softmax: () => '‖w₁‖ cos θ₁ > ‖w₂‖ cos θ₂',
  normalized_softmax: () => 'θ₁ < θ₂',
  sphereface: ({ m, lam }) => (lam ? `(${short(lam)} cos θ₁ + ψ(θ₁)) / ${short(1 + lam)} > cos θ₂` : `${m} θ₁ < θ₂`),
  cosface: ({ m }) => `cos θ₁ − ${plain(m)} > cos θ₂`,
  arcface: ({ m, easy }) => `θ₁ + ${degrees(m)} < θ₂${easy ? ' (θ₁ < 90°)' : ''}`,
  combined_margin: ({ m1, m2, m3 }) => `cos(${m1 === 1 ? '' : `${short(m1)} `}θ₁ + ${plain(m2)}) − ${plain(m3)} > cos θ₂`,
};

/** When class 1 keeps a sample, with the numbers in. */
export const ruleOf = ({ loss, asks }) => RULES[loss](asks);

/** "class 1", "class 2", "neither", "both": who keeps a sample. */
export const keeperOf = ({ asks }, theta1, theta2, words) => words[`keeps_${whose(theta1, theta2, asks)}`];

/** What is said beside a place with these two angles: the angles, and who keeps it by every loss that is drawn. */
export function saidOf({ shown, words, apart }, theta1, theta2) {
  if (![theta1, theta2].every((theta) => theta >= 0 && theta <= PI)) return [];
  if (!pointOf(theta1, theta2, apart)) return [`θ₁ = ${degrees(theta1)}, θ₂ = ${degrees(theta2)}`, words.nowhere];
  const kept = shown.map((line) => filled(words.kept, { loss: line.name, who: keeperOf(line, theta1, theta2, words) }));
  return [`θ₁ = ${degrees(theta1)}, θ₂ = ${degrees(theta2)}`, ...kept];
}

/** What is pointed at, if a sample can lie there. */
export const sampleAt = ({ apart }, theta1, theta2) => (pointOf(theta1, theta2, apart) ? [theta1, theta2] : null);

/** x as something to drag: `x`, `y` where it lies, `turned(x, y)` → the turn of the sample that lies nearest. */
export function sampleHandle({ words, theta1, theta2 }, [x, y], step, turned) {
  const name = filled(words.sample, { one: degrees(theta1), two: degrees(theta2) });
  return { id: 'x', name, x, y, step, moved: (...place) => ({ x: tenth(deg(turned(...place))) }) };
}
