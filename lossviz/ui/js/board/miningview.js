/** A batch and its anchor enter; the figure of the anchor's rings, that of what four minings take, and two tables leave. */

import { filled, fixed, percent, plain } from '../numbers.js';
import { batchOf, nearestTo, pairOf, picked, planeOf } from './batch.js';
import { SIGNS, crowd, mark, named, rings } from './crowd.js';
import { text } from './marks.js';
import { MININGS, counts, difficulty, distances, strangers, summary } from './mining.js';
import { plotOf, within } from './plot.js';

const KINDS = ['hard', 'semihard', 'easy'];
const ORDER = ['hard', 'all', 'semihard', 'random'];

export function figures(scene) {
  const batch = batchOf(scene);
  return batch ? [anchored(scene, batch), compared(scene, batch)] : waiting(scene);
}

/** While a recording loads: the same figures, empty. */
export function waiting({ words }) {
  const plot = { x: { ends: [-1, 1] }, y: { ends: [-1, 1] }, square: true };
  const empty = { note: words.loading, plot, draw: () => {}, rows: () => [] };
  return [{ ...empty, id: 'anchor', title: words.anchor }, { ...empty, id: 'minings', title: words.minings }];
}

/** The difficulty of every negative of the anchor, by its place in the batch. */
function kindsOf(apart, labels, { anchor, positive }, margin) {
  const row = apart[anchor];
  return Object.fromEntries(strangers(labels, anchor).map((n) => [n, difficulty(row[positive], row[n], margin)]));
}

function anchored(scene, batch) {
  const { values: { margin }, words, theme } = scene;
  const [apart, pair] = [distances(batch.points), pairOf(scene, batch)];
  const { anchor, positive } = pair;
  const kinds = kindsOf(apart, batch.labels, pair, margin);
  const near = apart[anchor][positive];
  const [centre, mate] = [batch.points[anchor], batch.points[positive]];
  return {
    id: 'anchor',
    title: words.anchor,
    note: noteOf(kinds, words),
    plot: planeOf(batch),
    draw: (pen, plot) => {
      const others = batch.points;
      rings(pen, plot, { centre, near, margin, words: ringWords(near, margin), others }, theme);
      within(pen, plot, () => line(pen, plot, centre, mate, { colour: theme.ink, width: 2 }));
    },
    over: (pen, plot) => placed(pen, plot, batch, { pair, kinds, theme }),
    handles: handlesOf(batch, pair, words, kinds),
    pick: (x, y) => {
      const found = nearestTo(batch, x, y);
      return found < 0 ? null : picked(batch, pair, found);
    },
    read: (x, y) => readOf(batch, pair, apart, margin, words, nearestTo(batch, x, y, 0.05)),
    rows: () => rowsOf(batch, pair, apart, margin),
  };
}

export const ringWords = (near, margin) => [`d(a,p) = ${plain(near)}`, `d(a,p) + m = ${plain(near + margin)}`];

/** "▲ hard 2 · ◆ semi-hard 4 · ● easy 2" */
export function noteOf(kinds, words) {
  const found = Object.values(kinds);
  return KINDS.map((kind) => `${SIGNS[kind]} ${words[kind]} ${found.filter((one) => one === kind).length}`).join(' · ');
}

/** The points over a figure's frame, anchor and positive named. */
export function placed(pen, plot, batch, { pair, kinds, theme }) {
  const r = radius(batch, plot);
  crowd(pen, plot, batch, { kinds, r, theme });
  for (const [letter, i] of [['a', pair.anchor], ['p', pair.positive]]) {
    const [x, y] = batch.points[i];
    named(pen, plot.X(x), plot.Y(y), letter, r, theme);
  }
}

const radius = ({ points }, { box }) => (points.length > 24 ? 5 : Math.max(8, Math.min(10, box.width / 48)));

export const handlesOf = (batch, pair, words, kinds) => batch.points.map(([x, y], i) => ({
  id: String(i), x, y, step: 0.05, moved: batch.moved(i) ?? undefined, picked: () => picked(batch, pair, i),
  name: filled(words.point, { name: batch.names[i], role: roleOf(pair, kinds, i, words) }),
}));

function roleOf({ anchor, positive }, kinds, i, words) {
  if (i === anchor) return words.is_anchor;
  if (i === positive) return words.is_positive;
  return kinds[i] ? words[kinds[i]] : words.is_mate;
}

function readOf({ names, labels }, { anchor, positive }, apart, margin, words, i) {
  if (i < 0) return [];
  if (i === anchor) return [`${names[i]}  ${words.is_anchor}`];
  const [near, far] = [apart[anchor][positive], apart[anchor][i]];
  if (labels[i] === labels[anchor]) return [`${names[i]}  ${i === positive ? words.is_positive : words.is_mate}`, `d(a,p) = ${plain(far)}`];
  const kind = difficulty(near, far, margin);
  return [`${names[i]}  ${SIGNS[kind]} ${words[kind]}`, `d(a,n) = ${plain(far)}`, `${words.loss} = ${plain(Math.max(0, near - far + margin))}`];
}

function rowsOf({ points, labels, names }, { anchor, positive }, apart, margin) {
  const near = apart[anchor][positive];
  const told = (i) => {
    if (labels[i] === labels[anchor]) return [i === anchor ? 'anchor' : i === positive ? 'positive' : 'same class', '', ''];
    return ['negative', difficulty(near, apart[anchor][i], margin), Math.max(0, near - apart[anchor][i] + margin)];
  };
  const head = ['point', 'class', 'x1', 'x2', 'role', 'distance', 'category', 'loss'];
  return [head, ...points.map(([x, y], i) => {
    const [role, category, loss] = told(i);
    return [names[i], labels[i], x, y, role, apart[anchor][i], category, loss];
  })];
}

let known = {};

/** What every mining takes of the batch; kept while nothing of it changes, since a batch has thousands of triplets. */
function minedOf({ values: { margin, draw } }, { points, labels }) {
  const key = JSON.stringify([points, margin, draw]);
  if (known.key !== key) {
    const apart = distances(points);
    const taken = ORDER.map((id) => [id, MININGS[id](apart, labels, { margin, draw })]);
    known = { key, apart, taken: Object.fromEntries(taken) };
  }
  return known;
}

function compared(scene, batch) {
  const { values: { margin }, words, theme } = scene;
  const { apart, taken } = minedOf(scene, batch);
  const pair = pairOf(scene, batch);
  return {
    id: 'minings',
    title: words.minings,
    note: words.lines,
    plot: { x: { ends: [0, 1] }, y: { ends: [0, 1] } },
    draw: (pen, { box }) => ORDER.forEach((id, i) => {
      const quarter = { width: box.width / 2, height: box.height / 2 };
      pen.save();
      pen.translate(box.x + (i % 2) * quarter.width, box.y + Math.floor(i / 2) * quarter.height);
      panel(pen, quarter, { batch, pair, apart, margin, theme, title: words[`mining_${id}`], taken: taken[id] });
      pen.restore();
    }),
    rows: () => [['mining', 'anchor', 'positive', 'negative', 'loss'], ...ORDER.flatMap((id) => taken[id].map(([a, p, n]) => (
      [id, batch.names[a], batch.names[p], batch.names[n], Math.max(0, apart[a][p] - apart[a][n] + margin)])))],
  };
}

/** One mining: its name, and lines from the anchor to whatever it takes; pale ones to negatives that cost nothing. */
function panel(pen, { width, height }, { batch, pair: { anchor }, apart, margin, theme, title, taken }) {
  const plot = plotOf({ width, height: height - 20 }, planeOf(batch, false));
  text(pen, title, 8, 16, { size: 14, weight: 600, theme });
  pen.save();
  pen.translate(0, 20);
  pen.strokeStyle = theme.line;
  pen.lineWidth = 1;
  pen.setLineDash([]);
  pen.strokeRect(plot.box.x, plot.box.y, plot.box.width, plot.box.height);
  const own = taken.filter(([a]) => a === anchor);
  const centre = batch.points[anchor];
  const costs = (n) => own.some(([a, p, other]) => other === n && apart[a][p] - apart[a][n] + margin > 0);
  for (const n of new Set(own.map((triplet) => triplet[2]))) {
    line(pen, plot, centre, batch.points[n], { colour: costs(n) ? theme.ink : theme.ctl, width: costs(n) ? 1.5 : 1, dash: [4, 3] });
  }
  for (const p of new Set(own.map((triplet) => triplet[1]))) line(pen, plot, centre, batch.points[p], { colour: theme.ink, width: 2.5 });
  crowd(pen, plot, batch, { r: batch.points.length > 24 ? 3 : 5, theme });
  const [x, y] = [plot.X(centre[0]), plot.Y(centre[1])];
  mark(pen, x, y, { colour: theme.ink, digit: 'a', r: 8, theme });
  pen.restore();
}

export function line(pen, { X, Y }, [x, y], [u, v], { colour, width, dash = [] }) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.beginPath();
  pen.moveTo(X(x), Y(y));
  pen.lineTo(X(u), Y(v));
  pen.stroke();
  pen.setLineDash([]);
}

/** How hard the triplets are, and what the minings make of them. */
export function tables(scene) {
  const batch = batchOf(scene);
  if (!batch) return [];
  const { values: { margin }, words } = scene;
  const { apart, taken } = minedOf(scene, batch);
  const { anchor, positive } = pairOf(scene, batch);
  const told = (name, triplets) => {
    const found = counts(apart, triplets, margin);
    return [name, ...KINDS.map((kind) => whole(found[kind])), whole(triplets.length)];
  };
  const own = taken.all.filter(([a]) => a === anchor);
  const difficulties = {
    head: [words.triplets, ...KINDS.map((kind) => `${SIGNS[kind]} ${words[kind]}`), words.valid],
    rows: [told(words.of_pair, own.filter(([, p]) => p === positive)), told(words.of_anchor, own), told(words.of_batch, taken.all)],
  };
  return [difficulties, minings(scene, taken, apart)];
}

const whole = (number) => number.toLocaleString('en');

const minings = ({ values: { margin }, words }, taken, apart) => ({
  head: [words.mining, words.number, words.active, words.share, words.mean, words.mean_active],
  rows: ORDER.map((id) => {
    const { number, active, mean, meanActive } = summary(apart, taken[id], margin);
    return [words[`mining_${id}`], whole(number), whole(active), percent(active / number), exact(mean), exact(meanActive)];
  }),
});

export const exact = (value) => fixed(value, 4);
