/** A model enters; the pairs of two classes that are most alike and those of one that are least, as images, leave. */

import { drawDigit } from '../digit.js';
import { filled, plain } from '../numbers.js';
import { text } from './marks.js';
import { emptyFigure } from './openset_model.js';

const [CELL, HIGH] = [112, 94]; // pixels of a pair: its room, and the least height of a line of pairs
const HEAD = 26;
const FAINT = 0.3;
const BARE = { x: { ends: [0, 1] }, y: { ends: [0, 1] } };

export function sheetFigure(model) {
  const { words, given: { examples }, one } = model;
  const shape = { wide: true, aspect: 3.7 };
  if (!one || !examples) return { ...emptyFigure('errors', words.errors, model, BARE), ...shape };
  const groups = ['accepts', 'rejects'].map((kind) => groupOf(kind, model));
  return {
    ...shape,
    id: 'errors',
    title: words.errors,
    note: words.errors_note,
    plot: BARE,
    draw: (pen, { box }) => groups.forEach((group, g) => {
      const high = box.height / 2;
      drawn(pen, { x: box.x, y: box.y + g * high, width: box.width, height: high }, group, model);
    }),
    rows: () => [['error', 'class_a', 'class_b', 'similarity', 'is_error'],
      ...groups.flatMap(({ kind, pairs }) => pairs.map((p) => [kind, ...p.names, p.value, Number(p.wrong)]))],
  };
}

/** The pairs with what they show, and whether the threshold takes them for the wrong kind. */
function groupOf(kind, { given: { examples }, here: { threshold }, words }) {
  const pairs = examples[kind].map(([a, b, value]) => ({
    images: [a, b], names: [examples.shown[a], examples.shown[b]], value,
    wrong: kind === 'accepts' ? value >= threshold : value < threshold,
  }));
  const n = pairs.filter(({ wrong }) => wrong).length;
  return { kind, pairs, title: filled(words[kind], { n, of: pairs.length }) };
}

function drawn(pen, { x, y, width, height }, { pairs, title }, model) {
  const { theme } = model;
  text(pen, title, x + 2, y + 16, { size: 13, weight: 600, theme });
  const across = Math.max(1, Math.min(pairs.length, Math.floor(width / CELL)));
  const lines = Math.max(1, Math.floor((height - HEAD) / HIGH));
  const [wide, high] = [width / across, (height - HEAD) / lines];
  pairs.slice(0, across * lines).forEach((pair, i) => cell(pen, {
    x: x + (i % across) * wide, y: y + HEAD + Math.floor(i / across) * high, width: wide, height: high,
  }, pair, model));
}

/** Two images side by side over their classes and their similarity; faint where the threshold is right about them. */
function cell(pen, { x, y, width, height }, { images, names, value, wrong }, { held, theme }) {
  const side = Math.min(56, (width - 14) / 2, height - 24);
  const left = x + 2;
  pen.globalAlpha = wrong ? 1 : FAINT;
  images.forEach((image, i) => {
    const at = left + i * (side + 4);
    if (held.digits) pen.drawImage(imageOf(held.digits, image, theme), at, y, side, side);
    pen.strokeStyle = wrong ? theme.ctl : theme.line;
    pen.lineWidth = 1;
    pen.strokeRect(Math.round(at) + 0.5, Math.round(y) + 0.5, Math.round(side) - 1, Math.round(side) - 1);
  });
  pen.globalAlpha = 1;
  const said = `${short(names)} · ${plain(value)}`;
  text(pen, said, left, y + side + 15, { size: 12, colour: wrong ? theme.ink : theme.ink3, theme });
}

/** "3 and 8" in signs: names of several words are cut to their first. */
const short = (names) => names.map((name) => name.split(' ')[0].slice(0, 7)).join(' | ');

const kept = { digits: null, ink: null, images: new Map() };

function imageOf(digits, i, theme) {
  if (kept.digits !== digits || kept.ink !== theme.ink) Object.assign(kept, { digits, ink: theme.ink, images: new Map() });
  if (!kept.images.has(i)) {
    const canvas = document.createElement('canvas');
    drawDigit(canvas, digits, i, theme);
    kept.images.set(i, canvas);
  }
  return kept.images.get(i);
}
