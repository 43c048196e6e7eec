/** A run's losses enter; their curve with its floor is drawn. */

import { axisEnd, filled, plain, short } from './numbers.js';
import { faded } from './theme.js';

const ROOM = 90; // pixels before the dashes in which the floor's name has room, clear of the curve's end

/** The loss of every frame up to the shown one in ink, the rest faint; its floor dashed from `floorFrom` (0…1) on. */
export function drawLoss(pen, { width, height }, { losses, steps, at, floor, floorFrom, epochs, words, theme }) {
  title(pen, words.loss, theme);
  const [left, base] = [30, height - 24];
  const span = width - left - 6;
  const heights = [...losses.map(({ loss }) => loss), floor * 1.1].filter(Number.isFinite);
  const end = axisEnd(Math.max(...heights, 0));
  const X = (step) => left + (step / (steps || 1)) * span;
  const Y = (loss) => base - (Math.min(loss, end) / end) * (height - 60);
  for (const v of [0, end / 2, end]) {
    write(pen, short(v), left - 8, Y(v) + 4, { size: 12, colour: theme.ink3, align: 'right', theme });
    const y = Math.round(Y(v)) + 0.5;
    const rule = () => { pen.beginPath(); pen.moveTo(left, y); pen.lineTo(left + span, y); };
    line(pen, rule, faded(theme.ink, v ? 0.1 : 0.55), 1);
  }
  curve(pen, losses, X, Y, at, theme);
  if (Number.isFinite(floor)) dashed(pen, { floor, X, Y, from: floorFrom * steps, to: steps, end, words, theme });
  write(pen, filled(words.epoch_axis, { epoch: 0 }), left, base + 17, { size: 12, colour: theme.ink3, theme });
  write(pen, String(epochs), left + span, base + 17, { size: 12, colour: theme.ink3, align: 'right', theme });
}

function curve(pen, losses, X, Y, at, theme) {
  const path = (part) => () => {
    pen.beginPath();
    part.forEach(({ step, loss }, i) => (i ? pen.lineTo(X(step), Y(loss)) : pen.moveTo(X(step), Y(loss))));
  };
  pen.lineJoin = 'round';
  line(pen, path(losses.slice(at)), faded(theme.ink, 0.22), 2);
  line(pen, path(losses.slice(0, at + 1)), theme.ink, 2);
  const here = losses[at];
  if (here) fill(pen, () => { pen.beginPath(); pen.arc(X(here.step), Y(here.loss), 4, 0, 2 * Math.PI); }, theme.ink);
}

function dashed(pen, { floor, X, Y, from, to, end, words, theme }) {
  pen.setLineDash([5, 4]);
  line(pen, () => { pen.beginPath(); pen.moveTo(X(from), Y(floor)); pen.lineTo(X(to), Y(floor)); }, theme.ink, 1.25);
  pen.setLineDash([]);
  const text = filled(words.floor, { value: plain(floor) });
  const before = X(from) - X(0) > ROOM;
  const below = floor / end > 0.15;
  const [x, y] = before ? [X(from) - 6, Y(floor) + 4] : [X(to), Y(floor) + (below ? 16 : -6)];
  write(pen, text, x, y, { size: 12, colour: theme.ink2, align: 'right', halo: true, theme });
}

export const title = (pen, words, theme) => write(pen, words, 0, 14, { size: 14, weight: 600, colour: theme.ink, theme });

/** `halo`: with a rim of the background, where lines may run under it. */
export function write(pen, text, x, y, { size = 13, weight = 400, colour, align = 'left', halo = false, theme }) {
  pen.font = `${weight} ${size}px ${theme.font}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  if (halo) {
    Object.assign(pen, { lineJoin: 'round', lineWidth: 4, strokeStyle: theme.bg });
    pen.strokeText(text, x, y);
  }
  pen.fillText(text, x, y);
}

export function fill(pen, path, colour) {
  path();
  pen.fillStyle = colour;
  pen.fill();
}

export function line(pen, path, colour, width) {
  path();
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}
