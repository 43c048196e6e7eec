/** The suspects of a model enter; a contact sheet of their images leaves, in the order of their angles. */

import { drawDigit } from '../digit.js';
import { filled } from '../numbers.js';
import { text } from './marks.js';
import { emptyFigure } from './noise_angles.js';

const [ACROSS, ACROSS_NARROW, DOWN] = [20, 8, 4];
const NARROW = 560; // pixels of the sheet's width
const WORDS = 17; // pixels under an image, for its labels

export function sheetFigure(model) {
  const { words, digits, threshold, values } = model;
  if (!digits) return { ...emptyFigure('suspects', words.suspects, words), wide: true, aspect: 4 };
  const all = threshold === null ? [] : digits.filter(({ dominant }) => dominant > threshold);
  const ordered = values.sheet === 'farthest' ? all.toReversed() : all;
  const drawn = { across: ACROSS };
  const shown = () => ordered.slice(0, drawn.across * DOWN);
  return {
    id: 'suspects',
    title: words.suspects,
    note: all.length ? filled(words[`sheet_${values.sheet}`], { shown: Math.min(all.length, ACROSS * DOWN), n: all.length.toLocaleString('en') }) : words.none,
    aspect: 3.7,
    wide: true,
    plot: { x: { ends: [0, 1] }, y: { ends: [0, 1] } },
    draw: (pen, { box }) => {
      drawn.across = box.width < NARROW ? ACROSS_NARROW : ACROSS;
      shown().forEach((digit, i) => cell(pen, box, drawn.across, i, digit, model));
    },
    read: (x, y) => readOut(shown()[Math.floor(x * drawn.across) + drawn.across * Math.floor((1 - y) * DOWN)], words),
    rows: () => [['digit', 'given', 'true', 'angle_deg'], ...ordered.map((d) => [d.id, d.label, d.truth, d.dominant])],
  };
}

/** An image, and under it the label that was given; where that is wrong, in red, and the true one. */
function cell(pen, box, across, i, { id, label, truth, wrong }, { held, theme }) {
  const [wide, high] = [box.width / across, box.height / DOWN];
  const [left, top] = [box.x + (i % across) * wide, box.y + Math.floor(i / across) * high];
  const side = Math.min(wide - 4, high - WORDS - 2);
  const x = left + (wide - side) / 2;
  if (held.digits) pen.drawImage(imageOf(held.digits, id, theme), x, top, side, side);
  pen.strokeStyle = theme.line;
  pen.lineWidth = 1;
  pen.strokeRect(Math.round(x) + 0.5, Math.round(top) + 0.5, Math.round(side) - 1, Math.round(side) - 1);
  const said = wrong ? `${label} → ${truth}` : String(label);
  text(pen, said, left + wide / 2, top + side + 13, { size: 12, weight: wrong ? 400 : 650, align: 'center', colour: wrong ? theme.ink2 : theme.ink, theme });
}

const kept = { digits: null, theme: null, images: new Map() };

function imageOf(digits, id, theme) {
  if (kept.digits !== digits || kept.theme !== theme.ink) Object.assign(kept, { digits, theme: theme.ink, images: new Map() });
  if (!kept.images.has(id)) {
    const canvas = document.createElement('canvas');
    drawDigit(canvas, digits, id, theme);
    kept.images.set(id, canvas);
  }
  return kept.images.get(id);
}

function readOut(digit, words) {
  if (!digit) return [];
  const { label, truth, wrong, dominant } = digit;
  return [filled(wrong ? words.given_true : words.given_right, { given: label, true: truth }), `θ = ${dominant.toFixed(1)}°`];
}
