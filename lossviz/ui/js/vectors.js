/** Class vectors as they are at a moment enter; an arrow for each, with its share where a class has several. */

import { arrow } from './arrows.js';
import { label } from './label.js';
import { faded } from './theme.js';
import { tip } from './tips.js';
import { strength } from './turn.js';

const ARROW = 0.62;
const RIM = 0.955; // where an arrow ends, as a share of the circle's radius
const FAINTEST = 0.35;
const GRASP = 16; // pixels from an arrow's end within which the pointer asks for its share
const APART = 40; // pixels that two labels need
const NEAR = 2; // how far the reader must have zoomed in to see every share

/** [{x, y, depth}] where the arrows end: in the plane they keep their lengths' proportions. */
export function tipsOf(view, vectors, dim) {
  const each = Array.from({ length: vectors.length / dim }, (_, i) => vectors.subarray(i * dim, (i + 1) * dim));
  const norms = each.map((vector) => Math.hypot(...vector) || 1e-9);
  const longest = Math.max(...norms);
  return each.map((vector, i) => {
    const plane = (view.half * ARROW * norms[i]) / longest;
    return tip(view, vector, plane * (1 - view.circle) + view.round * RIM * view.circle);
  });
}

/** Of several vectors of a class the one with most of its digits is the strongest. */
export function drawVectors(pen, { view, to, now, vectors, shares, shown, layers, theme }) {
  tipsOf(view, vectors, to.dim).forEach(({ x, y, depth }, i) => {
    const there = view.turn ? strength(depth) : 1;
    const weight = shares ? FAINTEST + (1 - FAINTEST) * Math.min(1, shares[i] * 1.5) : 1;
    const opacity = layers.vectors * there * Math.max(0.15, shown[Math.floor(i / now.subs)] ?? 1);
    const width = shares ? 0.75 + 1.5 * shares[i] : 1.5;
    arrow(pen, view.x, view.y, x, y, faded(theme.bg, 0.75 * opacity * weight), width + 1.5, 11.25);
    arrow(pen, view.x, view.y, x, y, faded(theme.ink, opacity * weight), width, 9);
  });
}

/** The shares in words: of the vectors whose ends the pointer touches, or of all where the reader has come near. */
export function drawShares(pen, { view, to, vectors, shares, pointer, zoom, theme, shown, now }) {
  if (!shares) return;
  const tips = tipsOf(view, vectors, to.dim).map((end, i) => ({ ...end, i, k: Math.floor(i / now.subs) }));
  const touched = ({ x, y }) => pointer && Math.hypot(pointer[0] - x, pointer[1] - y) < GRASP;
  const asked = (end) => (zoom >= NEAR || touched(end)) && !(view.turn && end.depth < 0) && (shown[end.k] ?? 1) > 0.5;
  for (const together of bundles(tips.filter(asked))) {
    const [{ x, y }] = together;
    const [right, down] = [x - view.x, y - view.y];
    const far = Math.hypot(right, down) || 1;
    const each = together.map(({ i }) => shares[i]).sort((a, b) => b - a).map((share) => `${Math.round(share * 100)}%`);
    label(pen, each.join(' · '), x - (right / far) * 30, y - (down / far) * 30, theme, 13);
  }
}

/** Ends of one class that lie too near to each other for a label each. */
function bundles(tips) {
  const found = [];
  for (const tip of tips) {
    const beside = found.find(([{ x, y, k }]) => k === tip.k && Math.hypot(x - tip.x, y - tip.y) < APART);
    if (beside) beside.push(tip); else found.push([tip]);
  }
  return found;
}
