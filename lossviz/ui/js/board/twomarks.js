/** What figures of two classes share enters; badges, sectors, the sample x and the measure of a gap are drawn. */

import { faded, onto } from '../theme.js';
import { curve, dot, text } from './marks.js';

/** The sign of class 1 or 2, at a place in pixels. */
export function badge(pen, x, y, k, { colours, theme }) {
  pen.beginPath();
  pen.arc(x, y, 10, 0, 2 * Math.PI);
  pen.fillStyle = colours[k - 1].badge;
  pen.strokeStyle = theme.bg;
  pen.lineWidth = 1.5;
  pen.fill();
  pen.stroke();
  text(pen, String(k), x, y + 4.5, { size: 13, weight: 600, colour: onto(colours[k - 1].badge), align: 'center', theme });
}

export const sample = (pen, [x, y], { theme }) => dot(pen, x, y, { label: 'x', theme });

/** The place that is pointed at, in this or another figure. */
export const pointer = (pen, [x, y], { theme }) => dot(pen, x, y, { shape: 'ring', theme });

/** A line along `points` (values) with ticks across its ends, and its size beside its middle. */
export function measure(pen, plot, points, words, theme, [dx, dy] = [0, 0]) {
  curve(pen, plot, points, { colour: theme.bg, width: 5 });
  curve(pen, plot, points, { colour: theme.ink, width: 2 });
  const places = points.map(([x, y]) => [plot.X(x), plot.Y(y)]);
  tick(pen, places[0], places[1], theme);
  tick(pen, places.at(-1), places.at(-2), theme);
  const [x, y] = places[Math.floor(places.length / 2)];
  text(pen, words, x + dx, y + dy + 5, { size: 15, weight: 600, align: 'center', halo: true, theme });
}

function tick(pen, [x, y], [nextX, nextY], theme) {
  const length = Math.hypot(nextX - x, nextY - y) || 1;
  const [across, along] = [((nextY - y) / length) * 6, (-(nextX - x) / length) * 6];
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x - across, y - along);
  pen.lineTo(x + across, y + along);
  pen.stroke();
}

/** The way of all samples of the circle, thin. */
export const track = (pen, plot, points, theme) => curve(pen, plot, points, { colour: faded(theme.ink, 0.35), width: 1 });
