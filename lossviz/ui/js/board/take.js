/** A figure enters; a PNG, an SVG or a CSV of it leaves as a download. */

import { download } from '../save.js';
import { SvgPen } from './svgpen.js';
import { text } from './marks.js';

const TOP = 34;
const SHARP = 2;

/** Draws title, note and figure by `draw(pen)`, on paper of the theme's background. */
function sheet(pen, { title, note, width, height, theme, draw }) {
  pen.fillStyle = theme.bg;
  pen.fillRect(0, 0, width, height + TOP);
  text(pen, title, 10, 22, { size: 15, weight: 600, theme });
  if (note) text(pen, note, width - 10, 22, { size: 13, colour: theme.ink2, align: 'right', theme });
  pen.save();
  pen.translate(0, TOP);
  draw(pen);
  pen.restore();
}

export function svgOf(figure) {
  const pen = new SvgPen(Math.round(figure.width), Math.round(figure.height + TOP));
  sheet(pen, figure);
  return pen.toString();
}

function png(figure, done) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: figure.width * SHARP, height: (figure.height + TOP) * SHARP });
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
