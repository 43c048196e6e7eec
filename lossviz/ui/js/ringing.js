/** The rings of a panel's loss enter; they are drawn around their point or their centres, and in pixels they leave. */

import { place } from './camera.js';
import { drawCircle } from './caps.js';
import { label } from './label.js';
import { plain } from './numbers.js';
import { placed } from './spot.js';
import { faded } from './theme.js';

const PARTS = 180;
const BESIDE = 50; // the point whose scatter about the circle is none
const DASH = [5, 4];
const NAME = 13;
const BELOW = 48; // where the caption lies in a wide panel
const CORNERS = [-45, -135, 45, 135, -90, 90, 0, 180].map((a) => (a * Math.PI) / 180);

/** Of each ring its name, its value, and x, y and radius in pixels, or the angle in radians. */
export const inPixels = (view, { rings }) => rings.map(({ at, name, value, radius, angle }) => {
  const [x, y] = place(view, at, BESIDE);
  return { name, value, x, y, ...(radius === undefined ? { angle } : { radius: radius * view.plane }) };
});

/** Distances are true in plane and space, angles on circle and sphere and from the origin of the plane. */
export function drawRings(pen, state) {
  const { view, rings: { rings, positive } } = state;
  const round = view.circle === 1;
  const lies = ({ radius }) => (radius === undefined ? round || !view.turn : !round);
  if (!rings.every(lies) || (view.circle > 0 && !round)) return;
  if (positive !== undefined) line(pen, state, rings[0], placed(state, positive));
  if (rings[0].radius === undefined) rings.forEach((ring) => (view.turn ? cap : wedge)(pen, state, ring));
  else discs(pen, state, rings);
}

function stroked(pen, theme, dashed, width = 1.5) {
  for (const [colour, extra] of [[faded(theme.bg, 0.75), 2], [theme.ink, 0]]) {
    pen.setLineDash(dashed && !extra ? DASH : []);
    pen.strokeStyle = colour;
    pen.lineWidth = width + extra;
    pen.stroke();
  }
  pen.setLineDash([]);
}

/** All points at a distance in the norm p; in space the outline of the ball. */
function outline(pen, view, { at, radius, p = 2 }) {
  const [x, y] = place(view, at, BESIDE);
  const r = radius * view.plane;
  if (p === 2 || view.turn) { pen.moveTo(x + r, y); pen.arc(x, y, r, 0, 2 * Math.PI); return; }
  const bent = (v) => Math.sign(v) * Math.abs(v) ** (2 / p) * r;
  for (let i = 0; i <= PARTS; i++) {
    const a = (2 * Math.PI * i) / PARTS;
    pen[i ? 'lineTo' : 'moveTo'](x + bent(Math.cos(a)), y - bent(Math.sin(a)));
  }
}

/** Between two rings about one point lies the margin: grey, as everywhere. */
function discs(pen, state, rings) {
  const { view, theme, badges } = state;
  const pair = rings.filter(({ at, k }) => at === rings[0].at && k === undefined);
  if (pair.length === 2) {
    pen.beginPath();
    pair.forEach((ring) => outline(pen, view, ring));
    pen.fillStyle = faded(theme.ink, theme.zone);
    pen.fill('evenodd');
  }
  for (const ring of rings) {
    pen.beginPath();
    outline(pen, view, ring);
    stroked(pen, theme, ring.dashed);
  }
  const taken = badges.map(({ x, y, r }) => [x, y, r + 2]);
  const spots = rings.filter((ring) => ring.name).map((ring) => name(pen, view, ring, theme, taken));
  state.names = spots.filter(Boolean);
}

/** Beside the ring, at the first of its corners that lies in the panel and on no other name and no badge: its box. */
function name(pen, view, { at, name: words, value, radius }, theme, taken) {
  const text = `${words} ${plain(value)}`;
  pen.font = `650 ${NAME}px ${theme.font}`;
  const half = pen.measureText(text).width / 2;
  const [x, y] = place(view, at, BESIDE);
  const r = radius * view.plane + 6;
  const spots = CORNERS.map((a) => [x + (r + half) * Math.cos(a), y + (r + NAME / 2) * Math.sin(a)]);
  const inside = ([a, b]) => a > half + 6 && a < view.width - half - 6 && b > NAME && b < view.height - BELOW;
  const free = ([a, b]) => taken.every(([c, d, wide]) => Math.abs(a - c) > half + wide || Math.abs(b - d) > 1.5 * NAME);
  const spot = spots.find((each) => inside(each) && free(each));
  if (!spot) return null;
  taken.push([...spot, half]);
  label(pen, text, ...spot, theme, NAME);
  return { x: spot[0] - half, y: spot[1] - NAME / 2, width: 2 * half, height: NAME };
}

/** On the circle an angle to both sides of a direction. */
function wedge(pen, { view, theme }, { at, angle, dashed }) {
  const middle = Math.atan2(at[1], at[0]);
  const reach = view.circle === 1 ? view.round : Math.hypot(view.width, view.height);
  pen.beginPath();
  for (const side of [middle - angle, middle + angle]) {
    pen.moveTo(view.x, view.y);
    pen.lineTo(view.x + reach * Math.cos(side), view.y - reach * Math.sin(side));
  }
  stroked(pen, theme, dashed, 1.25);
}

function cap(pen, { view, theme }, { at, angle, dashed }) {
  drawCircle(pen, view, at, angle, { theme, dash: dashed ? DASH : [] });
}

/** From the anchor to the farthest of its class. */
function line(pen, { view, theme }, { at }, end) {
  if (!end) return;
  const [x, y] = place(view, at, BESIDE);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(end[0], end[1]);
  pen.moveTo(end[0] + 5, end[1]);
  pen.arc(end[0], end[1], 5, 0, 2 * Math.PI);
  stroked(pen, theme, false, 1.25);
}
