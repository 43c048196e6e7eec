/** Class sizes and their margins enter; bars that can be dragged, and the curve of margins with the classes on it, leave. */

import { degrees, filled } from '../numbers.js';
import { onto } from '../theme.js';
import { curve, sampled, text } from './marks.js';
import { within } from './plot.js';

const WIDE = 0.36;
const LEAST = 0.7; // where the bars of the logarithmic axis begin, in digits
const { log10 } = Math;

export const colourOf = (theme, c) => theme.classes[c % theme.classes.length];

const write = (v) => (10 ** v).toLocaleString('en', { maximumFractionDigits: 0 });

export function sizesFigure({ words, theme, counts, most }) {
  const ends = [log10(LEAST), log10(most * 2)];
  return {
    id: 'sizes',
    title: words.sizes,
    note: words.sizes_note,
    aspect: 1.4,
    plot: {
      x: { ends: [-0.6, counts.length - 0.4], ticks: counts.map((_, c) => c), write: String, label: words.class },
      y: { ends, ticks: [0, 1, 2, log10(most)], write, label: words.size_axis },
    },
    draw: (pen, plot) => counts.forEach((n, c) => sizeBar(pen, plot, c, n, theme)),
    handles: counts.map((n, c) => ({
      id: `n${c}`, x: c, y: log10(n), step: 0.05, name: filled(words.size_handle, { number: c, n }),
      moved: (_, y) => ({ sizes: 'hand', counts: counts.with(c, sizeAt(y, n, most)).join('_') }),
    })),
    read: (x) => (counts[Math.round(x)] ? [filled(words.size_handle, { number: Math.round(x), n: counts[Math.round(x)] })] : []),
    rows: () => [['class', 'n'], ...counts.map((n, c) => [c, n])],
  };
}

function sizeBar(pen, { X, Y, box }, c, n, theme) {
  const top = Y(log10(n));
  pen.fillStyle = colourOf(theme, c);
  pen.fillRect(X(c - WIDE), top, X(c + WIDE) - X(c - WIDE), box.y + box.height - top);
  text(pen, String(n), X(c), top - 5, { size: 12, align: 'center', theme });
}

/** A key's step moves by one digit at least. */
function sizeAt(y, n, most) {
  const to = Math.round(10 ** y);
  const moved = to === n && Math.abs(y - log10(n)) > 0.04 ? n + Math.sign(y - log10(n)) : to;
  return Math.min(most, Math.max(1, moved));
}

export function marginsFigure({ words, theme, counts, most, rule, margins, fixed }) {
  const line = sampled((x) => rule(10 ** x), [log10(Math.min(...counts)), log10(Math.max(...counts))], 120);
  const top = 1.2 * Math.max(0.1, fixed, ...margins);
  return {
    id: 'margins',
    title: words.margins,
    note: words.margins_note,
    aspect: 1.4,
    plot: {
      x: { ends: [-0.1, log10(most) + 0.15], ticks: [0, 1, 2, log10(most)], write, label: words.digits_axis },
      y: { ends: [0, top], label: words.margin_axis },
    },
    draw: () => {},
    over: (pen, plot) => {
      within(pen, plot, () => {
        curve(pen, plot, [[-0.1, fixed], [log10(most) + 0.15, fixed]], { colour: theme.ink2, width: 1.75, dash: [8, 4] });
        curve(pen, plot, line, { colour: theme.ink, width: 2.5 });
      });
      counts.map((n, c) => c).reverse().forEach((c) => badge(pen, plot.X(log10(counts[c])), plot.Y(margins[c]), c, theme));
    },
    read: (x) => readOut(Math.round(10 ** x), counts, rule),
    rows: () => [['class', 'n', 'fixed_rad', 'dynamic_rad'], ...counts.map((n, c) => [c, n, fixed, margins[c]])],
  };
}

function badge(pen, x, y, c, theme) {
  const colour = colourOf(theme, c);
  pen.beginPath();
  pen.arc(x, y, 9, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.strokeStyle = theme.bg;
  pen.lineWidth = 1.5;
  pen.fill();
  pen.stroke();
  text(pen, String(c), x, y + 4, { size: 12, weight: 600, colour: onto(colour), align: 'center', theme });
}

function readOut(n, counts, rule) {
  if (n < Math.min(...counts) || n > Math.max(...counts)) return [];
  return [`n = ${n}`, `m = ${rule(n).toFixed(3)} rad = ${degrees(rule(n))}`];
}
