/** A figure enters; a PNG, an SVG or a CSV of it leaves as a download. */

import { download } from '../save.js';
import { SvgPen } from './svgpen.js';
import { text } from './marks.js';

const LINE = 22;
const SHARP = 2;

/** How high title and note are, a line each. */
const headOf = ({ note }) => (note ? 2 : 1) * LINE + 12;

/** Draws title, note and figure by `draw(pen)`, on paper of the theme's background. */
function sheet(pen, figure) {
  const { title, note, width, height, theme, draw } = figure;
  pen.fillStyle = theme.bg;
  pen.fillRect(0, 0, width, height + headOf(figure));
  text(pen, title, 10, LINE, { size: 15, weight: 600, theme });
  if (note) text(pen, note, 10, 2 * LINE, { size: 13, colour: theme.ink2, theme });
  pen.save();
  pen.translate(0, headOf(figure));
  draw(pen);
  pen.restore();
}

export function svgOf(figure) {
  const pen = new SvgPen(Math.round(figure.width), Math.round(figure.height + headOf(figure)));
  sheet(pen, figure);
  return pen.toString();
}

function png(figure, done) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: figure.width * SHARP, height: (figure.height + headOf(figure)) * SHARP });
  const pen = canvas.getContext('2d');
  pen.scale(SHARP, SHARP);
  sheet(pen, figure);
  canvas.toBlob(done, 'image/png');
}

/** Rows of words and numbers as RFC 4180 has them. */
export const csvOf = (rows) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

function cell(value) {
  const words = String(value ?? '');
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}

/** `figure`: title, note, width, height, theme, draw(pen), rows; `kind`: png, svg or csv. */
export function take(kind, figure, name) {
  const file = `lossviz-${name}.${kind}`;
  if (kind === 'png') png(figure, (blob) => download(blob, file));
  else if (kind === 'svg') download(new Blob([svgOf(figure)], { type: 'image/svg+xml' }), file);
  else download(new Blob([csvOf(figure.rows)], { type: 'text/csv' }), file);
}
