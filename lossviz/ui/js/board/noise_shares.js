/** The digits of a model enter; per given label the shares of its sub-centres leave, the dominant one at the bottom. */

import { filled, percent } from '../numbers.js';
import { faded } from '../theme.js';
import { emptyFigure } from './noise_angles.js';

const WIDE = 0.36;

export function sharesFigure(model) {
  const { words, digits, theme } = model;
  if (!digits) return emptyFigure('shares', words.shares, words);
  const shares = sharesOf(model);
  return {
    id: 'shares',
    title: words.shares,
    note: `${words.is_dominant}: ${percent(dominantShare(model))}`,
    aspect: 1.4,
    plot: {
      x: { ends: [-0.6, model.classes - 0.4], ticks: shares.map((_, c) => c), write: String, label: words.class },
      y: { ends: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], write: (v) => `${v * 100}%`, label: words.share },
    },
    draw: (pen, plot) => shares.forEach((parts, c) => stack(pen, plot, c, parts, theme)),
    read: (x, y) => readOut(shares[Math.round(x)], y, words),
    rows: () => [['class', 'subcentre', 'share', 'wrong'], ...shares.flatMap((parts, c) => parts.map(({ k, share, wrong }) => [c, k + 1, share, wrong]))],
  };
}

/** Per class its sub-centres as [{k, share, wrong (share of wrong labels among its digits)}], dominant first. */
export function sharesOf({ digits, classes, K }) {
  const votes = Array.from({ length: classes }, () => Array.from({ length: K }, (_, k) => ({ k, n: 0, bad: 0 })));
  for (const { label, at, wrong } of digits) {
    votes[label][at].n += 1;
    votes[label][at].bad += wrong ? 1 : 0;
  }
  return votes.map((parts) => {
    const all = parts.reduce((sum, { n }) => sum + n, 0) || 1;
    return parts.toSorted((a, b) => b.n - a.n || a.k - b.k).map(({ k, n, bad }) => ({ k, share: n / all, wrong: bad / (n || 1) }));
  });
}

const dominantShare = ({ digits, chosen }) => digits.filter(({ label, at }) => at === chosen[label]).length / digits.length;

function stack(pen, { X, Y }, c, parts, theme) {
  const colour = theme.classes[c % theme.classes.length];
  let from = 0;
  parts.forEach(({ share }, i) => {
    pen.fillStyle = i ? faded(colour, 0.5 / i) : colour;
    const [left, right] = [X(c - WIDE), X(c + WIDE)];
    const [top, bottom] = [Y(from + share), Y(from)];
    pen.fillRect(left, top, right - left, Math.max(0, bottom - top - (share > 0.02 ? 1 : 0)));
    from += share;
  });
}

function readOut(parts, y, words) {
  if (!parts || y < 0 || y > 1) return [];
  return parts.map(({ k, share, wrong }) => filled(words.subcentre, { k: k + 1, share: percent(share), wrong: percent(wrong) }));
}
