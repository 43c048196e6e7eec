/** The digits of a model enter; the histogram of their angles leaves, right labels and wrong ones, with the threshold. */

import { filled, percent } from '../numbers.js';
import { faded } from '../theme.js';
import { area, curve, hatched } from './marks.js';
import { placed } from './labels.js';
import { within } from './plot.js';
import { PAPER, cleaning } from './noise_model.js';

const BIN = 2.5;
const LEAST_END = 90;
const MOST = 180; // degrees, as the slider has it
const SAME = 0.3; // degrees within which the threshold counts as the valley
const ROOM = 1.18; // of the highest bar, for what stands above it

/** `of`: "dominant" or "nearest". */
export function histogramFigure(model, of) {
  const { words, digits } = model;
  const title = words[of];
  if (!digits) return emptyFigure(of, title, words);
  const bins = binned(digits, of);
  const most = Math.max(1, ...bins.right, ...bins.wrong);
  return {
    id: of,
    title,
    note: of === 'dominant' ? told(model) : aboutOf(model),
    aspect: 1.4,
    plot: {
      x: { ends: [0, bins.end], write: (v) => `${v}°`, label: words.angle },
      y: { ends: [0, most * ROOM], label: words.digits },
    },
    draw: (pen, plot) => within(pen, plot, () => bars(pen, plot, bins, model.theme)),
    over: (pen, plot) => over(pen, plot, model, of),
    handles: of === 'dominant' ? handles(model, most) : [],
    read: (x) => readOut(x, bins, words),
    rows: () => [['digit', 'given', 'true', 'angle_deg'], ...digits.map((d) => [d.id, d.label, d.truth, d[of]])],
  };
}

export const emptyFigure = (id, title, words) => ({
  id, title, note: words.waiting, aspect: 1.4, plot: { x: { ends: [0, 1] }, y: { ends: [0, 1] } }, draw: () => {}, rows: () => [],
});

export const aboutOf = ({ about, words }) => (about ? filled(words.about, about) : '');

/** {right, wrong: how many a bin, end: where the axis ends}. */
export function binned(digits, of) {
  const end = Math.ceil(Math.max(LEAST_END, ...digits.map((digit) => digit[of])) / 15) * 15;
  const [right, wrong] = [0, 1].map(() => new Array(Math.round(end / BIN)).fill(0));
  for (const digit of digits) (digit.wrong ? wrong : right)[Math.min(right.length - 1, Math.floor(digit[of] / BIN))] += 1;
  return { right, wrong, end };
}

/** "precision 99.1%, recall 97.2%" */
export function told({ digits, threshold, words }) {
  if (threshold === null) return words.none;
  const { suspects, precision, recall } = cleaning(digits, threshold);
  if (!suspects) return words.none;
  return filled(words.found, { precision: percent(precision), recall: percent(recall) });
}

const steps = (counts) => [[0, 0], ...counts.flatMap((n, i) => [[i * BIN, n], [(i + 1) * BIN, n]]), [counts.length * BIN, 0]];

function bars(pen, plot, { right, wrong }, theme) {
  area(pen, plot, steps(right), faded(theme.ink, 0.72));
  hatched(pen, plot, steps(wrong), theme);
  curve(pen, plot, steps(wrong), { colour: theme.bg, width: 4 });
  curve(pen, plot, steps(wrong), { colour: theme.ink, width: 1.75 });
}

function over(pen, plot, model, of) {
  const { digits, valley, threshold, words, theme } = model;
  const top = plot.axes.y.ends[1];
  const upright = (at, style) => curve(pen, plot, [[at, 0], [at, top]], style);
  if (of === 'dominant') {
    const other = valley !== null && Math.abs(valley - threshold) > SAME;
    upright(PAPER, { colour: theme.ink3, width: 1.25, dash: [3, 3] });
    if (other) upright(valley, { colour: theme.ink3, width: 1.25, dash: [8, 4] });
    if (threshold !== null) line(pen, plot, model, top);
    placed(pen, words.paper, plot.X(PAPER) + 6, plot.box.y + 38, theme);
    if (other) placed(pen, filled(words.valley, { angle: valley.toFixed(1) }), plot.X(valley) + 6, plot.box.y + 38, theme);
  }
  legend(pen, plot, digits, words, theme);
}

function line(pen, plot, { threshold, valley, words, theme }, top) {
  curve(pen, plot, [[threshold, 0], [threshold, top]], { colour: theme.accent, width: 2.5 });
  const [x, y] = [plot.X(threshold), plot.Y(top / 2)];
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  pen.fillStyle = theme.accent;
  pen.strokeStyle = theme.bg;
  pen.lineWidth = 2;
  pen.fill();
  pen.stroke();
  const same = valley !== null && Math.abs(valley - threshold) <= SAME;
  const said = same ? filled(words.valley, { angle: valley.toFixed(1) }) : `${threshold.toFixed(1)}°`;
  placed(pen, said, x + 6, plot.box.y + 18, theme);
}

/** What the two kinds of bars mean, before the paper's threshold, where angles are rare. */
function legend(pen, plot, digits, words, theme) {
  const wrong = digits.filter((digit) => digit.wrong).length;
  const lines = [filled(words.right, { n: (digits.length - wrong).toLocaleString('en') }), filled(words.wrong, { n: wrong.toLocaleString('en') })];
  const x = Math.min(plot.box.x + plot.box.width, plot.X(PAPER)) - 10;
  lines.forEach((said, i) => {
    const y = plot.box.y + plot.box.height * 0.42 + 22 * i;
    const { x: left } = placed(pen, said, x, y, theme, 'right');
    const box = [[left - 22, y - 11], [left - 8, y - 11], [left - 8, y + 1], [left - 22, y + 1]].map(([a, b]) => [plot.x(a), plot.y(b)]);
    if (i) {
      hatched(pen, plot, box, theme);
      curve(pen, plot, [...box, box[0]], { colour: theme.ink, width: 1.5 });
    } else area(pen, plot, box, faded(theme.ink, 0.72));
  });
}

function handles({ threshold, words }, most) {
  if (threshold === null) return [];
  return [{
    id: 'threshold', x: threshold, y: (most * ROOM) / 2, step: 0.5, ends: [0, MOST], name: filled(words.threshold, { angle: threshold.toFixed(1) }),
    moved: (x) => ({ threshold: Number(Math.min(MOST, Math.max(0, x)).toFixed(1)) }),
  }];
}

function readOut(x, { right, wrong, end }, words) {
  if (x < 0 || x >= end) return [];
  const at = Math.floor(x / BIN);
  const [n, m] = [right[at] ?? 0, wrong[at] ?? 0];
  return [filled(words.bin, { from: at * BIN, to: (at + 1) * BIN }), filled(words.right, { n }), filled(words.wrong, { n: m })];
}
