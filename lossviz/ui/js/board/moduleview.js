/** The placed points and every argument of torch.nn.TripletMarginLoss enter; rings, hinge and a table of terms leave. */

import { plain } from '../numbers.js';
import { batchOf, nearestTo, pairOf, picked, planeOf } from './batch.js';
import { SIGNS, crowd, mark, named, rings } from './crowd.js';
import { boundary, curve, text } from './marks.js';
import { exact, handlesOf, line, noteOf, ringWords } from './miningview.js';
import { difficulty, strangers } from './mining.js';
import { within } from './plot.js';
import { measured, reduced, terms } from './tripletmargin.js';

export function figures(scene) {
  const found = computed(scene);
  return [plane(scene, found), hinge(scene, found)];
}

/** The triplets of the anchor and its positive with every negative, and their terms. */
function computed(scene) {
  const batch = batchOf(scene);
  const pair = pairOf(scene, batch);
  const negatives = strangers(batch.labels, pair.anchor);
  const listed = terms(batch.points, negatives.map((n) => [pair.anchor, pair.positive, n]), scene.values);
  const kinds = Object.fromEntries(negatives.map((n, i) => [n, difficulty(listed[i].ap, listed[i].far, scene.values.margin)]));
  return { batch, pair, negatives, listed, kinds, near: listed[0].ap };
}

function plane({ values, words, theme }, { batch, pair, negatives, listed, kinds, near }) {
  const { margin, p, eps } = values;
  const [centre, mate] = [batch.points[pair.anchor], batch.points[pair.positive]];
  return {
    id: 'plane',
    title: words.plane,
    note: noteOf(kinds, words),
    plot: planeOf(batch),
    draw: (pen, plot) => {
      rings(pen, plot, { centre, near, margin, p, eps, words: ringWords(near, margin), others: batch.points }, theme);
      within(pen, plot, () => {
        line(pen, plot, centre, mate, { colour: theme.ink, width: 2 });
        negatives.forEach((n, i) => {
          if (listed[i].far < listed[i].an) line(pen, plot, mate, batch.points[n], { colour: theme.ink, width: 1.25, dash: [4, 3] });
        });
      });
    },
    over: (pen, plot) => labelled(pen, plot, batch, pair, kinds, theme),
    handles: handlesOf(batch, pair, words, kinds),
    pick: (x, y) => {
      const found = nearestTo(batch, x, y);
      return found < 0 ? null : picked(batch, pair, found);
    },
    read: (x, y) => [
      `d(a,x) = ${plain(measured(centre, [x, y], p, eps))}`,
      `${words.loss} = ${plain(Math.max(0, near - measured(centre, [x, y], p, eps) + margin))}`,
    ],
    rows: () => [['point', 'x1', 'x2'], ...batch.points.map(([x, y], i) => [batch.names[i], x, y])],
  };
}

/** The points with the names that the table uses. */
function labelled(pen, plot, batch, pair, kinds, theme) {
  crowd(pen, plot, batch, { kinds, r: 7, theme });
  batch.points.forEach(([x, y], i) => {
    const role = { [pair.anchor]: 'a', [pair.positive]: 'p' }[i];
    if (role) named(pen, plot.X(x), plot.Y(y), role, 7, theme);
    else text(pen, batch.names[i], plot.X(x) + 11, plot.Y(y) - 7, { size: 13, halo: true, theme });
  });
}

function hinge({ values: { margin }, words, theme }, { batch, negatives, listed, kinds, near }) {
  const limit = near + margin;
  const end = Math.max(limit * 1.15, ...listed.map(({ far }) => far * 1.06), 0.1);
  return {
    id: 'hinge',
    title: words.hinge,
    note: `[d(a,p) − d(a,n) + m]₊`,
    plot: { x: { ends: [0, end], label: words.axis_far }, y: { ends: [0, limit * 1.08 || 1], label: words.axis_loss } },
    draw: (pen, plot) => {
      curve(pen, plot, [[near, 0], [near, limit]], { colour: theme.ctl, width: 1.25, dash: [5, 4] });
      text(pen, 'd(a,p)', plot.X(near) + 6, plot.box.y + 16, { size: 13, colour: theme.ink2, theme });
    },
    over: (pen, plot) => {
      boundary(pen, plot, [[0, limit], [limit, 0], [end, 0]], theme);
      let before = [-Infinity, 0];
      for (const i of negatives.map((_, i) => i).sort((i, j) => listed[i].far - listed[j].far)) {
        const [n, x, y] = [negatives[i], plot.X(listed[i].far), plot.Y(listed[i].loss)];
        mark(pen, x, y, { kind: kinds[n], r: 7, theme, colour: theme.classes[batch.labels[n] % theme.classes.length] });
        // a name that would cover its left neighbour's stands higher
        const up = x - before[0] < 24 && Math.abs(y - 9 - before[1]) < 14 ? before[1] - 15 : y - 9;
        text(pen, batch.names[n], x + 9, up, { size: 13, halo: true, theme });
        before = [x, up];
      }
    },
    read: (x) => [`d(a,n) = ${plain(x)}`, `${words.loss} = ${plain(Math.max(0, limit - x))}`],
    rows: () => [['negative', 'd_ap', 'd_an', 'd_pn', 'taken', 'loss'],
      ...negatives.map((n, i) => [batch.names[n], listed[i].ap, listed[i].an, listed[i].pn, listed[i].far, listed[i].loss])],
  };
}

/** Every triplet's numbers, and what the reduction makes of them. */
export function tables(scene) {
  const { values: { swap, reduction }, words } = scene;
  const { batch, negatives, listed, kinds, near } = computed(scene);
  const rows = negatives.map((n, i) => {
    const { an, pn, far, loss } = listed[i];
    return [`${SIGNS[kinds[n]]} n = ${batch.names[n]}`, exact(an), ...(swap ? [exact(pn), exact(far)] : []), exact(loss)];
  });
  const value = reduced(listed.map(({ loss }) => loss), reduction);
  const whole = { words: reduction === 'none' ? words.as_listed : exact(value), mark: 'strong' };
  const idle = new Array(swap ? 3 : 1).fill('');
  return [{
    head: [`d(a,p) = ${exact(near)}`, 'd(a,n)', ...(swap ? ['d(p,n)', words.taken] : []), words.loss],
    rows: [...rows, [{ words: `reduction="${reduction}"`, mark: 'strong' }, ...idle, whole]],
  }];
}
