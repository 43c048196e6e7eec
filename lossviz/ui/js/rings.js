/** A panel's state and the point that is picked or hovered enter; the rings that its loss draws around it leave. */

import { coordinates } from './camera.js';
import { projected } from './projection.js';
import { rulerOf } from './rulers.js';
import { isStranger } from './strangers.js';

/**
 * {measure, rings, …} or null. A ring is {at, name, value, dashed, radius (in the plane) or angle}. Around a point
 * `anchor` (its index), and with `positive`, `hard`, `between`, `within`: the farthest of its class that is shown, and
 * how many of others lie nearer than that, between the rings, within the ring. Around centres without any. Of classes
 * that are not trained the loss asks nothing, so these have no rings and do not count.
 */
export function ringsOf(state) {
  const { asked, header, picked, hovered } = state;
  const make = MADE[asked?.measure];
  if (!make || projected(header)) return null;
  const ruler = rulerOf(asked.knobs);
  if (!ruler) return null;
  if (make.centres) return around(state, ruler, make);
  const anchor = picked ?? hovered;
  if (anchor === null || anchor === undefined || !state.labels || anchor >= state.to.count) return null;
  if (isStranger(header, state.labels[anchor])) return null;
  return make(seen(state, anchor, ruler), asked, ruler);
}

/** What the anchor sees: its place, and {i, value} of those of its class and of others that are shown. */
function seen({ from, to, t, labels, shown, header }, anchor, ruler) {
  const at = (i) => {
    const [a, b] = [coordinates(from, i), coordinates(to, i)];
    return a.map((v, axis) => v + (b[axis] - v) * t);
  };
  const own = at(anchor);
  const [twins, strangers] = [[], []];
  for (let i = 0; i < to.count; i++) {
    if (i === anchor || (shown[labels[i]] ?? 1) < 0.5 || isStranger(header, labels[i])) continue;
    const place = at(i);
    (labels[i] === labels[anchor] ? twins : strangers).push({ i, at: place, value: ruler.of(own, place) });
  }
  return { anchor, at: own, twins, strangers };
}

/** Whether a margin is drawn as rings, wherever else it may be drawn. */
export const ringed = ({ measure }) => measure in MADE;

/** Whether it needs a point to be drawn around. */
export const awaits = ({ measure, knobs: { level = 'pair' } }) => (
  ringed({ measure }) && !MADE[measure].centres && level === 'pair'
);

const MADE = {
  /** Strangers within the margin are pushed out. */
  apart({ anchor, at, strangers }, { value, measure }, ruler) {
    const ring = ringAt(ruler, value, { at, name: 'm' });
    return ring && { measure, anchor, rings: [ring], within: strangers.filter((s) => s.value < value).length };
  },
  triplet(view, asked, ruler) {
    const margin = asked.knob === 'alpha1' ? 'α₁' : 'm';
    return farthest(view, asked, ruler, ['d(a, p)', `d(a, p) + ${margin}`]);
  },
  lead: (view, asked, ruler) => (asked.knobs.level === 'pair' ? farthest(view, asked, ruler, ['s', 's − m']) : null),
  /** Circle loss wants twins more similar than 1 − m and strangers less similar than m. */
  goal({ anchor, at, twins, strangers }, { value: m, measure }, ruler) {
    const rings = [ringAt(ruler, 1 - m, { at, name: '1 − m' }), ringAt(ruler, m, { at, name: 'm', dashed: true })];
    if (!(m > 0) || rings.includes(null)) return null;
    const late = twins.filter(({ value }) => value < 1 - m).length;
    return { measure, anchor, rings, late, within: strangers.filter(({ value }) => value > m).length };
  },
  inside: { centres: true },
  outside: { centres: true },
};

/** The farthest twin's ring, and a margin beyond it the one outside which strangers cost nothing. */
function farthest({ anchor, at, twins, strangers }, { value: m, measure, knobs }, { sign, ...ruler }, [near, far]) {
  if (!twins.length) return null;
  const worst = twins.reduce((a, b) => (sign * b.value > sign * a.value ? b : a));
  const usual = typeof m === 'number' && !knobs.adaptive && (knobs.variant ?? 'chen2017') !== 'survey';
  const limit = usual ? worst.value + sign * m : worst.value;
  const beyond = usual ? ringAt(ruler, limit, { at, name: far, dashed: true }) : null;
  const first = ringAt(ruler, worst.value, { at, name: near, p: ruler.p });
  const nearer = ({ value }, than) => sign * value < sign * than;
  const hard = strangers.filter((s) => !nearer(worst, s.value) && (nearer(s, limit) || !usual)).length;
  const between = strangers.filter((s) => nearer(worst, s.value) && nearer(s, limit)).length;
  const rings = [first, beyond, usual && second(strangers, worst, knobs, ruler)].filter(Boolean);
  return first && { measure, anchor, rings, positive: worst.i, usual, hard, between };
}

/** The quadruplet's second margin counts from the nearest stranger to others: around that one. */
function second(strangers, worst, { alpha2 }, ruler) {
  if (typeof alpha2 !== 'number' || !strangers.length) return null;
  const nearest = strangers.reduce((a, b) => (b.value < a.value ? b : a));
  return ringAt(ruler, worst.value + alpha2, { at: nearest.at, name: 'd(a, p) + α₂', dashed: true });
}

const ringAt = ({ back, p }, value, ring) => {
  const place = back(value);
  return place && { ...ring, ...place, p, value };
};

/** One ring around every centre. */
function around({ asked, centresNow, to }, ruler) {
  if (!centresNow || asked.knobs.variant === 'arcface' || !(asked.value > 0)) return null;
  const at = (k) => Array.from(centresNow.subarray(k * to.dim, (k + 1) * to.dim));
  const ring = (k) => ringAt(ruler, asked.value, { at: at(k), name: k ? '' : 'δ', k });
  const rings = Array.from({ length: to.classes }, (_, k) => ring(k));
  return rings.includes(null) ? null : { measure: asked.measure, rings };
}
