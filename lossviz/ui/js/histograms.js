/** Two kinds of values enter, those of one class and those of two; their histograms are drawn over each other. */

import { fill, line, title, write } from './charts.js';
import { histogram, median } from './measure.js';
import { axisEnd, degrees, filled, plain, short } from './numbers.js';
import { faded } from './theme.js';

const BINS = 30;
const [TOP, BASE] = [46, 24];
const ASIDE = 0.4; // how much worse a name lies one pixel farther aside than one pixel higher
/** Ten classes in the plane lie 36° apart, on the sphere 66°. */
const WIDEST_ANGLE = { plane: 60, space: 120 };

/** Angles (as in Fig. 4a of ArcFace) or distances to the own class and to the nearest other; `limit`: of the view. */
export function toClasses({ kind, to, dim, own, other }, limit, words) {
  const angle = kind === 'angle';
  const most = dim > 2 ? WIDEST_ANGLE.space : WIDEST_ANGLE.plane;
  const end = angle ? (most * Math.PI) / 180 : axisEnd(limit);
  return {
    title: words[`${kind}_to_${to}`], note: '', values: [own, other], names: [words.own, words.nearest_other],
    start: 0, end, parts: angle ? 3 : 2, open: true,
    tick: angle ? (v) => degrees(v, 0) : short, said: angle ? degrees : plain,
  };
}

/** Cosines or distances of pairs of one class and of two, each as shares of its own pairs. */
export function ofPairs({ kind, positive, negative, shown, all }, limit, words) {
  const cosine = kind === 'cosine';
  const count = (n) => n.toLocaleString('en');
  return {
    title: words[`pairs_${kind}`],
    note: filled(shown < all ? words.some_pairs : words.all_pairs, { shown: count(shown), all: count(all) }),
    values: [positive, negative], names: [words.positive, words.negative],
    start: cosine ? -1 : 0, end: cosine ? 1 : axisEnd(1.5 * limit), parts: 2, open: !cosine, tick: short, said: plain,
  };
}

/** Draws a chart as above into `box` {width, height}; the pen's origin is its corner. */
export function drawHistogram(pen, { width, height }, chart, { words, theme }) {
  const { values, start, end } = chart;
  const shares = values.map((list) => sharesOf(list.map((v) => v - start), end - start));
  const floor = height - BASE;
  const X = (bin) => (bin / BINS) * width;
  const Y = (share) => floor - (share / (Math.max(...shares.flat(), 1e-9) * 1.08)) * (height - BASE - TOP);
  title(pen, chart.title, theme);
  if (chart.note) write(pen, chart.note, 0, 34, { size: 12, colour: theme.ink3, theme });
  bars(pen, shares, { X, Y, floor, width, theme });
  ticks(pen, width, floor, chart, theme);
  const medians = values.map(median);
  const at = (v) => width * Math.min(1, (v - start) / (end - start));
  medians.forEach((v, i) => { if (Number.isFinite(v)) pointer(pen, at(v), floor, i === 0, theme); });
  const said = medians.map((v, i) => filled(words.with_median, { name: chart.names[i], value: chart.said(v) }));
  names(pen, said, shares, { X, Y, width, theme });
}

const sharesOf = (list, most) => histogram(list, BINS, most).map((n) => n / (list.length || 1));

function bars(pen, [first, second], { X, Y, floor, width, theme }) {
  const steps = (shares) => {
    pen.beginPath();
    pen.moveTo(X(0), floor);
    shares.forEach((share, i) => { pen.lineTo(X(i), Y(share)); pen.lineTo(X(i + 1), Y(share)); });
    pen.lineTo(X(BINS), floor);
  };
  fill(pen, () => steps(first), faded(theme.ink, 0.78));
  fill(pen, () => steps(second), faded(theme.ink, 0.12));
  line(pen, () => steps(second), faded(theme.ink, 0.7), 1.25);
  line(pen, () => { pen.beginPath(); pen.moveTo(0, floor + 0.5); pen.lineTo(width, floor + 0.5); }, theme.ctl, 1);
}

function ticks(pen, width, floor, { start, end, parts, open, tick }, theme) {
  for (let part = 0; part <= parts; part++) {
    const value = tick(start + ((end - start) * part) / parts);
    const align = part === 0 ? 'left' : part === parts ? 'right' : 'center';
    const beyond = open && part === parts ? '+' : '';
    write(pen, value + beyond, (width * part) / parts, floor + 20, { size: 12, colour: theme.ink3, align, theme });
  }
}

/** A median's place under the axis, filled for the first kind. */
function pointer(pen, x, floor, first, theme) {
  const path = () => {
    pen.beginPath();
    for (const [aside, down] of [[0, 1], [4, 7], [-4, 7]]) pen.lineTo(x + aside, floor + down);
    pen.closePath();
  };
  fill(pen, path, first ? theme.ink : theme.bg);
  line(pen, path, theme.ink, 1.25);
}

/** Names the first beside its highest bin, the second near where it stands out, clear of all bars and each other. */
function names(pen, [one, two], [first, second], { X, Y, width, theme }) {
  const all = [first, second];
  const top = (from, to) => Math.min(...all.flatMap((shares) => shares.slice(Math.max(0, from), to).map(Y)));
  const high = (shares) => shares.indexOf(Math.max(...shares));
  const beside = placeBeside(high(first), Y(first[high(first)]) + 10, measure(pen, one, 600, theme), { X, width, top });
  write(pen, one, beside.x, beside.y, { weight: 600, colour: theme.ink, theme });
  const stands = high(second.map((share, i) => share - first[i]));
  const wanted = { x: X(stands + 0.5), y: Y(second[stands]) - 7 };
  const { x, y } = placeNear(wanted, measure(pen, two, 400, theme) / 2, beside, { X, width, top });
  write(pen, two, x, y, { colour: theme.ink2, align: 'center', halo: true, theme });
}

/** Of all places where a name of width 2 `half` lies on the bars, the one least aside of `wanted` and above it. */
function placeNear(wanted, half, taken, { X, width, top }) {
  const meets = (x, y) => x + half > taken.x - 8 && x - half < taken.x + taken.wide + 8 && Math.abs(y - taken.y) < 18;
  const places = Array.from({ length: BINS }, (_, bin) => {
    const x = Math.min(width - half, Math.max(X(bin + 0.5), half));
    const y = top(Math.floor((x - half) / X(1)), Math.ceil((x + half) / X(1))) - 7;
    return { x, y: meets(x, y) ? taken.y - 18 : y };
  });
  const cost = ({ x, y }) => ASIDE * Math.abs(x - wanted.x) + Math.max(0, wanted.y - y);
  return places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
}

/** To the right of a bin where bars leave room, else to its left. */
function placeBeside(peak, y, wide, { X, width, top }) {
  const bins = Math.ceil(wide / X(1)) + 1;
  let bin = peak + 1;
  while (bin < BINS - bins && top(bin, bin + bins) < y + 4) bin += 1;
  const right = X(bin) + 6;
  return { x: right + wide <= width ? right : Math.max(0, X(peak) - 6 - wide), y, wide };
}

function measure(pen, text, weight, theme) {
  pen.font = `${weight} 13px ${theme.font}`;
  return pen.measureText(text).width;
}
