/** A run's header and its frames enter; which classes are not trained, how all are coloured, and the trained part leave. */

import { reaches } from './measure.js';

/** How many classes are trained; those behind them are only looked at. */
export const trainedOf = ({ classes = [], strangers = 0 }) => classes.length - strangers;

export const isStranger = (header, k) => Boolean(header.strangers) && k >= trainedOf(header);

/** The mean [x, y, z] of each class that is not trained, as it is between two frames; none without labels. */
export function strangerMeans({ from, to, t, labels, header }) {
  if (!header.strangers || !labels) return [];
  const [before, after] = [from, to].map((frame) => reaches(frame, labels).slice(trainedOf(header)));
  return after.map((own, k) => ['x', 'y', 'z'].map((axis) => {
    const [a, b] = [before[k] ?? own, own].map((each) => each[axis] / (each.lengths.length || 1));
    return a + (b - a) * t;
  }));
}

const themes = new WeakMap();

/** By class, which of the colours and shapes is its own: a digit keeps its own where those left out are numbered last. */
export function placesOf({ classes = [], strangers = 0 }) {
  const digits = strangers > 0 && classes.every((name) => /^\d$/.test(name));
  return classes.map((name, k) => (digits ? Number(name) : k));
}

/** The theme with the colours of this run's classes. */
export function coloured(theme, header) {
  if (!header.strangers) return theme;
  const held = themes.get(header);
  if (held?.of === theme) return held.theme;
  const own = { ...theme, classes: placesOf(header).map((place) => theme.classes[place % theme.classes.length]) };
  themes.set(header, { of: theme, theme: own });
  return own;
}

const parts = new WeakMap();

/** {frame, labels} of the points whose classes are trained; the same objects where all are. */
export function trainedPart(frame, labels) {
  const held = parts.get(frame);
  if (held?.of === labels) return held.part;
  const part = taken(frame, labels);
  parts.set(frame, { of: labels, part });
  return part;
}

function taken(frame, labels) {
  const { classes, count, dim, points } = frame;
  const rows = Array.from({ length: count }, (_, i) => i).filter((i) => labels[i] < classes);
  if (!classes || rows.length === count) return { frame, labels };
  const own = new Int16Array(rows.length * dim);
  rows.forEach((row, i) => own.set(points.subarray(row * dim, (row + 1) * dim), i * dim));
  return { frame: { ...frame, points: own, count: rows.length }, labels: Uint8Array.from(rows, (row) => labels[row]) };
}
