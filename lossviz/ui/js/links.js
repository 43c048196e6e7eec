/** A panel's state with what is picked enters; lines from the picked place to its neighbours are drawn. */

import { placed } from './spot.js';
import { faded } from './theme.js';

const LINE = 0.62;
const NEIGHBOUR = 3.5;
const PICKED = 7;
const STAR = 8;
const WAIST = 0.45; // of a star's radius

/** Under arrows and badges: a line to each neighbour that is shown, and a ring around it; none while a star waits. */
export function drawLinks(pen, state) {
  const { theme, look } = state;
  const spot = pickedSpot(state) ?? (state.since === null ? state.star : null);
  if (!look || !spot) return;
  const ends = look.neighbours.map(({ point }) => placed(state, point)).filter(Boolean);
  for (const [colour, width] of [[faded(theme.bg, 0.7), 3.5], [faded(theme.ink, LINE), 1.25]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const [x, y] of ends) link(pen, spot, x, y);
    pen.stroke();
  }
}

/** From ring to ring; what lies within the ring of the picked place needs neither. */
function link(pen, [x0, y0], x, y) {
  const away = Math.hypot(x - x0, y - y0);
  if (away < PICKED + NEIGHBOUR) return;
  const [c, s] = [(x - x0) / away, (y - y0) / away];
  pen.moveTo(x0 + PICKED * c, y0 + PICKED * s);
  pen.lineTo(x - NEIGHBOUR * c, y - NEIGHBOUR * s);
  circle(pen, x, y, NEIGHBOUR);
}

/** Over everything: the drawn digit's star, and a ring around the picked point. */
export function drawPicked(pen, state) {
  if (state.star) drawStar(pen, state);
  const spot = pickedSpot(state);
  if (!spot) return;
  for (const [colour, width] of [[state.theme.bg, 5], [state.theme.ink, 2.5]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    circle(pen, spot[0], spot[1], PICKED);
    pen.stroke();
  }
}

/** Hollow where it stays until the next keyframe. */
function drawStar(pen, { star: [x, y], since, theme }) {
  pen.beginPath();
  for (let k = 0; k < 10; k++) {
    const r = k % 2 ? STAR * WAIST : STAR;
    pen.lineTo(x + r * Math.sin((k * Math.PI) / 5), y - r * Math.cos((k * Math.PI) / 5));
  }
  pen.closePath();
  pen.lineJoin = 'round';
  for (const [colour, width] of [[theme.bg, 5], [theme.ink, 1.5]]) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.stroke();
  }
  pen.fillStyle = since === null ? theme.ink : theme.bg;
  pen.fill();
}

const pickedSpot = (state) => (state.picked === null ? null : placed(state, state.picked));

function circle(pen, x, y, r) {
  pen.moveTo(x + r, y);
  pen.arc(x, y, r, 0, 2 * Math.PI);
}
