/** A panel's state enters; its points as the signs of their classes, where few enough are in sight, leave. */

import { mark } from './names.js';
import { placed } from './spot.js';
import { strength } from './turn.js';

/** How many signs of this size a reader can still tell apart. */
export const MOST = 400;
const SIZE = 11;

/** [class, x, y, depth] of every point in sight, if the reader wants signs and these are not too many; else null. */
export function signsOf(state) {
  const { layers, labels, to, view } = state;
  if (!layers.signs || !labels) return null;
  const found = [];
  for (let i = 0; i < to.count; i++) {
    const at = placed(state, i);
    if (!at || at[0] < 0 || at[0] > view.width || at[1] < 0 || at[1] > view.height) continue;
    if (found.push([labels[i], ...at]) > MOST) return null;
  }
  return view.turn ? found.sort(([, , , a], [, , , b]) => a - b) : found;
}

/** Draws them in the places of their points. */
export function drawSigns(pen, { signs, header, view, theme }) {
  pen.save();
  Object.assign(pen, { font: `600 ${SIZE}px ${theme.font}`, textAlign: 'center', textBaseline: 'middle' });
  for (const [k, x, y, depth] of signs) {
    pen.globalAlpha = view.turn ? strength(depth) : 1;
    pen.fillStyle = theme.classes[k % theme.classes.length];
    pen.fillText(mark(header, k), x, y);
  }
  pen.restore();
}
