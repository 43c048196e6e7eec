/** A box of pixels and the ends of two axes enter; a plot leaves: where values lie, and its frame with ticks. */

import { axis } from './ticks.js';
import { text } from './marks.js';

const ROOM = { left: 52, right: 14, top: 8, bottom: 46 };
const BARE = { left: 8, right: 8, top: 8, bottom: 8 };

/**
 * `x`, `y`: {ends: [low, high], label, ticks (values), write (value → text)}; without labels and ticks the whole area
 * is the plot. `square`: one unit is as long upwards as across, whatever room is left over. `side`: pixels that stay
 * free at the right, as for a colour scale. The plot has `box` (pixels),
 * X(value), Y(value), and the way back: x(pixel), y(pixel).
 */
export function plotOf({ width, height }, { x, y, square = false, side = 0 }) {
  const room = x.label || x.ticks || y.label ? ROOM : BARE;
  const box = { x: room.left, y: room.top, width: width - room.left - room.right - side, height: height - room.top - room.bottom };
  if (square) equal(box, x.ends, y.ends);
  const [left, right] = x.ends;
  const [low, high] = y.ends;
  return {
    box,
    axes: { x, y },
    X: (value) => box.x + ((value - left) / (right - left)) * box.width,
    Y: (value) => box.y + box.height - ((value - low) / (high - low)) * box.height,
    x: (pixel) => left + ((pixel - box.x) / box.width) * (right - left),
    y: (pixel) => low + ((box.y + box.height - pixel) / box.height) * (high - low),
  };
}

/** Narrows the box, about its middle, until a unit is as long both ways. */
function equal(box, [left, right], [low, high]) {
  const unit = Math.min(box.width / (right - left), box.height / (high - low));
  const [width, height] = [unit * (right - left), unit * (high - low)];
  Object.assign(box, { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height });
}

/** The frame, ticks with their numbers, and what the axes mean. */
export function drawFrame(pen, { box, axes, X, Y }, theme) {
  pen.strokeStyle = theme.ctl;
  pen.lineWidth = 1;
  pen.setLineDash([]);
  pen.strokeRect(Math.round(box.x) + 0.5, Math.round(box.y) + 0.5, Math.round(box.width) - 1, Math.round(box.height) - 1);
  const base = box.y + box.height;
  const small = { size: 12, colour: theme.ink3, theme };
  const [across, up] = [axis(axes.x, box.width), axis(axes.y, box.height)];
  for (const { value, words } of across) text(pen, words, X(value), base + 16, { ...small, align: 'center' });
  for (const { value, words } of up) text(pen, words, box.x - 8, Y(value) + 4, { ...small, align: 'right' });
  const label = { size: 13, colour: theme.ink2, align: 'center', theme };
  if (axes.x.label) text(pen, axes.x.label, box.x + box.width / 2, base + 36, label);
  if (axes.y.label) upright(pen, axes.y.label, box.x - 40, box.y + box.height / 2, label);
}

function upright(pen, words, x, y, style) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(-Math.PI / 2);
  text(pen, words, 0, 0, style);
  pen.restore();
}

/** Draws only within the box. */
export function within(pen, { box }, draw) {
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.width, box.height);
  pen.clip();
  draw();
  pen.restore();
}
