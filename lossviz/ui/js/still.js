/** The state of a panel enters; without WebGL2 its points, circle and wires are drawn on the 2-D canvas. */

import { coordinates, place } from './camera.js';
import { faded } from './theme.js';
import { isStranger } from './strangers.js';
import { strength } from './turn.js';

const CIRCLE = 0.35;
const WIRE = 0.14;
const PARTS = 48;
const HOLLOW = 1.3; // as in POINTS_VERTEX
const RINGS = 6;
const BESIDE = 50; // the point whose scatter about the circle is none

/** From the back to the front; in the plane in an order in which no class lies on top of another. */
export function drawStill(pen, state) {
  const { view, to, labels, radius, shown, theme, header } = state;
  pen.lineWidth = 1.2;
  if (view.circle > 0.5) round(pen, view, theme);
  const spots = Array.from({ length: to.count }, (_, n) => {
    const i = (n * 7919) % to.count;
    const [x, y, depth] = place(view, coordinates(to, i), i);
    return { x, y, depth, label: labels?.[i] };
  });
  if (view.turn) spots.sort((a, b) => a.depth - b.depth);
  for (const { x, y, depth, label } of spots) {
    pen.globalAlpha = theme.point * (view.turn ? strength(depth) : 1);
    pen.fillStyle = labels ? faded(theme.classes[label % theme.classes.length], shown[label] ?? 1) : theme.ink3;
    pen.strokeStyle = pen.fillStyle;
    const hollow = isStranger(header, label);
    pen.beginPath();
    pen.arc(x, y, radius * (1 + 0.25 * depth) * (hollow ? HOLLOW : 1), 0, 2 * Math.PI);
    if (hollow) pen.stroke();
    else pen.fill();
  }
  pen.globalAlpha = 1;
}

function round(pen, view, theme) {
  pen.strokeStyle = faded(theme.ink, CIRCLE);
  pen.lineWidth = 1;
  pen.beginPath();
  pen.arc(view.x, view.y, view.round, 0, 2 * Math.PI);
  pen.stroke();
  if (view.turn) wires(pen, view, theme);
}

function wires(pen, view, theme) {
  for (const at of circles()) {
    let [x, y] = place(view, at(0), BESIDE);
    for (let part = 1; part <= PARTS; part++) {
      const [nextX, nextY, depth] = place(view, at((2 * Math.PI * part) / PARTS), BESIDE);
      pen.strokeStyle = faded(theme.ink, depth > 0 ? WIRE : WIRE / 2);
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(nextX, nextY);
      pen.stroke();
      [x, y] = [nextX, nextY];
    }
  }
}

/** Meridians and parallels as ways around the unit sphere. */
function circles() {
  const { cos, sin, PI } = Math;
  const rings = Array.from({ length: RINGS }, (_, i) => (i * PI) / RINGS);
  const meridians = rings.map((a) => (b) => [cos(b) * cos(a), cos(b) * sin(a), sin(b)]);
  const parallels = rings.slice(1).map((a) => (b) => [sin(a) * cos(b), sin(a) * sin(b), cos(a)]);
  return [...meridians, ...parallels];
}
