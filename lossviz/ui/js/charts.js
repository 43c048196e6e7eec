/** A frame's measured points and a run's losses enter; the histogram and the loss curve are drawn. */

import { axisEnd, filled, plain, short } from './numbers.js';
import { histogram } from './measure.js';
import { faded } from './theme.js';

const BINS = 30;
/** Ten classes in the plane lie 36° apart, on the sphere 66°. */
const WIDEST_ANGLE = { plane: 60, space: 120 };

/** Own class against nearest other, in `box` {width, height}; the pen's origin is its corner. */
export function drawHistogram(pen, { width, height }, { result, most, words, theme }) {
  title(pen, words[`${result.kind}_to_${result.to}`], theme);
  const degrees = result.dim > 2 ? WIDEST_ANGLE.space : WIDEST_ANGLE.plane;
  const end = result.kind === 'angle' ? (degrees * Math.PI) / 180 : most;
  const [own, other] = [histogram(result.own, BINS, end), histogram(result.other, BINS, end)];
  const floor = height - 24;
  const X = (bin) => (bin / BINS) * width;
  const Y = (count) => floor - (count / (Math.max(...own, ...other, 1) * 1.08)) * (height - 70);
  const steps = (counts) => {
    pen.beginPath();
    pen.moveTo(X(0), floor);
    counts.forEach((c, i) => { pen.lineTo(X(i), Y(c)); pen.lineTo(X(i + 1), Y(c)); });
    pen.lineTo(X(BINS), floor);
  };
  fill(pen, () => steps(own), faded(theme.ink, 0.78));
  fill(pen, () => steps(other), faded(theme.ink, 0.12));
  line(pen, () => steps(other), faded(theme.ink, 0.7), 1.25);
  line(pen, () => { pen.beginPath(); pen.moveTo(0, floor + 0.5); pen.lineTo(width, floor + 0.5); }, theme.ctl, 1);
  const said = result.kind === 'angle' ? (share) => `${degrees * share}°` : (share) => short(end * share);
  ticks(pen, width, floor, result.kind === 'angle' ? 3 : 2, said, theme);
  names(pen, { own, other, X, Y, width, words, theme });
}

function ticks(pen, width, floor, parts, said, theme) {
  for (let part = 0; part <= parts; part++) {
    const value = said(part / parts);
    const align = part === 0 ? 'left' : part === parts ? 'right' : 'center';
    write(pen, value + (part === parts ? '+' : ''), (width * part) / parts, floor + 17, { size: 12, colour: theme.ink3, align, theme });
  }
}

/** Names the own classes beside their highest bin, the others above where they stand out, clear of all bars. */
function names(pen, { own, other, X, Y, width, words, theme }) {
  const top = (first, last) => Math.min(...[own, other].flatMap((c) => c.slice(Math.max(0, first), last).map(Y)));
  const high = (counts) => counts.indexOf(Math.max(...counts));
  const peak = high(own);
  const wide = Math.ceil(measure(pen, words.own, 600, theme) / X(1)) + 1;
  let bin = peak + 1;
  while (bin < BINS - wide && top(bin, bin + wide) < Y(own[peak]) + 14) bin += 1;
  write(pen, words.own, X(bin) + 6, Y(own[peak]) + 10, { weight: 600, colour: theme.ink, theme });

  const half = measure(pen, words.nearest_other, 400, theme) / 2;
  const clear = high(other.map((count, i) => count - own[i]));
  const x = Math.min(width - half, Math.max(X(clear + 0.5), half));
  const [first, last] = [Math.floor((x - half) / X(1)), Math.ceil((x + half) / X(1))];
  const y = top(first, last) - 7;
  const beside = last > bin && first < bin + wide && Math.abs(y - Y(own[peak]) - 10) < 18;
  write(pen, words.nearest_other, x, y - (beside ? 18 : 0), { colour: theme.ink2, align: 'center', theme });
}

function measure(pen, text, weight, theme) {
  pen.font = `${weight} 13px ${theme.font}`;
  return pen.measureText(text).width;
}

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
  if (Number.isFinite(floor)) dashed(pen, { floor, X, Y, from: floorFrom * steps, to: steps, end, words, theme });
  curve(pen, losses, X, Y, at, theme);
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
  const below = floor / end > 0.15;
  const y = Y(floor) + (below ? 16 : -6);
  const text = filled(words.floor, { value: plain(floor) });
  write(pen, text, X(to), y, { size: 12, colour: theme.ink2, align: 'right', theme });
}

const title = (pen, words, theme) => write(pen, words, 0, 14, { size: 14, weight: 600, colour: theme.ink, theme });

function write(pen, text, x, y, { size = 13, weight = 400, colour, align = 'left', theme }) {
  pen.font = `${weight} ${size}px ${theme.font}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  pen.fillText(text, x, y);
}

function fill(pen, path, colour) {
  path();
  pen.fillStyle = colour;
  pen.fill();
}

function line(pen, path, colour, width) {
  path();
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}
