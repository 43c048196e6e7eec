/** Points in a plot enter; marks by class and difficulty, rings and what they are called are drawn. */

import { mixed, onto } from '../theme.js';
import { curve, hatched, text } from './marks.js';
import { within } from './plot.js';
import { ring } from './tripletmargin.js';

export const SIGNS = { easy: '●', semihard: '◆', hard: '▲' };
const SIDES = { semihard: 4, hard: 3 };
const SWELL = { semihard: 1.3, hard: 1.45 };
const ANGLES = 36;
const NARROW = 68; // pixels of a ring's width below which it has no room for a label

/** A point's mark in its class's colour: a disc, for semi-hard a diamond, for hard a triangle. */
export function mark(pen, x, y, { kind = 'easy', colour, digit = '', r, theme }) {
  pen.setLineDash([]);
  outline(pen, x, y, kind, r);
  pen.fillStyle = colour;
  pen.strokeStyle = theme.bg;
  pen.lineWidth = 1.5;
  pen.fill();
  pen.stroke();
  const low = kind === 'hard' ? 5 : 4;
  if (digit) text(pen, digit, x, y + low, { size: 12, weight: 600, colour: onto(colour), align: 'center', theme });
}

function outline(pen, x, y, kind, r) {
  const sides = SIDES[kind];
  pen.beginPath();
  if (!sides) pen.arc(x, y, r, 0, 2 * Math.PI);
  for (let i = 0; i < (sides ?? 0); i++) {
    const angle = (2 * Math.PI * i) / sides - Math.PI / 2;
    const [px, py] = [x + SWELL[kind] * r * Math.cos(angle), y + SWELL[kind] * r * Math.sin(angle)];
    if (i) pen.lineTo(px, py); else pen.moveTo(px, py);
  }
  pen.closePath();
}

/** All points; `kinds[i]`: the difficulty of a negative. Large ones bear their class's digit. */
export function crowd(pen, plot, { points, labels }, { kinds = {}, r, theme }) {
  points.forEach(([x, y], i) => mark(pen, plot.X(x), plot.Y(y), {
    kind: kinds[i], r, theme, colour: theme.classes[labels[i] % theme.classes.length], digit: r >= 8 ? String(labels[i]) : '',
  }));
}

/** A ring of ink round a point, and a letter beside it. */
export function named(pen, x, y, letter, r, theme) {
  pen.beginPath();
  pen.arc(x, y, r + 4, 0, 2 * Math.PI);
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  pen.stroke();
  text(pen, letter, x + r + 7, y - r + 1, { size: 15, weight: 600, halo: true, theme });
}

/**
 * The rings at d(a,p) and a margin beyond, hatched between, in the norm p with its ε; `words`: what stands at each,
 * where it covers no point.
 */
export function rings(pen, plot, { centre, near, margin, p = 2, eps = 0, words, others }, theme) {
  const [inner, outer] = [near, near + margin].map((r) => ring(centre, r, p, eps));
  within(pen, plot, () => {
    if (margin > 0) hatched(pen, plot, [...outer, ...[...inner].reverse()], theme);
    curve(pen, plot, inner, { colour: theme.ink, width: 1.75 });
    curve(pen, plot, outer, { colour: theme.ink, width: 1.75, dash: [8, 4] });
  });
  const taken = others.map(([x, y]) => [plot.X(x), plot.Y(y)]);
  for (const [i, line] of [inner, outer].entries()) {
    const spot = wide(line, plot) && free(pen, plot, line, words[i], taken);
    if (!spot) continue;
    patched(pen, words[i], spot, theme);
    taken.push(spot);
  }
}

/** A label on a patch of background, which a line does not cross. */
function patched(pen, words, [x, y], theme) {
  pen.font = `400 13px ${theme.font}`;
  const width = pen.measureText(words).width + 8;
  pen.fillStyle = theme.bg;
  pen.fillRect(x - width / 2, y - 10, width, 20);
  text(pen, words, x, y + 4, { size: 13, align: 'center', theme });
}

/** Whether a ring is large enough for a label of its own. */
function wide(line, { X }) {
  const across = line.map(([x]) => X(x));
  return Math.max(...across) - Math.min(...across) > NARROW;
}

/** The place on a ring, in sight, whose label is farthest from whatever else is there. */
function free(pen, { box, X, Y }, line, words, taken) {
  const half = pen.measureText(words).width / 2 + 14;
  const spots = Array.from({ length: ANGLES }, (_, i) => line[Math.floor((i / ANGLES) * (line.length - 1))])
    .map(([x, y]) => [X(x), Y(y)])
    .filter(([x, y]) => x > box.x + half && x < box.x + box.width - half && y > box.y + 14 && y < box.y + box.height - 14);
  const room = ([x, y]) => Math.min(...taken.map(([u, v]) => Math.hypot((x - u) / 2.4, y - v)), 1e9);
  return spots.reduce((best, spot) => (!best || room(spot) > room(best) ? spot : best), null);
}

/** A class's colour, lighter. */
export const pale = (theme, label) => mixed(theme.bg, theme.classes[label % theme.classes.length], 0.45);
