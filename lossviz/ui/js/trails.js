/** The last frames of a panel enter; the way that each class vector and each centre has come is drawn, fading. */

import { place } from './camera.js';
import { tipsOf } from './vectors.js';

export const LENGTH = 12; // frames
const WIDTH = 2.25;
const STRONGEST = 0.7;
const BESIDE = 50; // the point whose scatter about the circle is none

/** Under arrows and crosses. `past`: the frames up to the one in the picture, the oldest first. */
export function drawTrails(pen, state) {
  const { view, to, past, layers, centresNow, vectors } = state;
  if (layers.vectors > 0 && vectors) {
    trail(pen, state, [...past.map((frame) => frame.vectors), vectors].map((v) => tipsOf(view, v, to.dim)));
  }
  if (layers.centres && centresNow && view.circle < 0.5) {
    trail(pen, state, [...past.map((frame) => frame.centres), centresNow].map((v) => crossesOf(view, v, to.dim)));
  }
}

/** Where the crosses of centres lie. */
export const crossesOf = (view, centres, dim) => Array.from({ length: centres.length / dim }, (_, k) => {
  const [x, y, depth] = place(view, centres.subarray(k * dim, (k + 1) * dim), BESIDE);
  return { x, y, depth };
});

function trail(pen, { theme, shown, to }, stops) {
  const each = stops[0].length / to.classes;
  pen.lineWidth = WIDTH;
  pen.lineCap = 'round';
  for (let i = 0; i < stops[0].length; i++) {
    const k = Math.floor(i / each);
    pen.strokeStyle = theme.classes[k % theme.classes.length];
    for (let n = 1; n < stops.length; n++) {
      pen.globalAlpha = ((STRONGEST * n) / (stops.length - 1)) * (shown[k] ?? 1);
      pen.beginPath();
      pen.moveTo(stops[n - 1][i].x, stops[n - 1][i].y);
      pen.lineTo(stops[n][i].x, stops[n][i].y);
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
  pen.lineCap = 'butt';
}
