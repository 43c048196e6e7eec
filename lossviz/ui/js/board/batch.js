/** A scene enters; the points that it is about leave, with labels and names, and the anchor and positive picked of them. */

import { Recording, pack } from '../source.js';
import { Tape } from '../tape.js';
import { distances, farthest, mates } from './mining.js';
import { axis } from './ticks.js';

const LABELS = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2];
const REACH = 3; // half the plane in which points are placed
const EACH = { mining: 6, forces: 3 }; // digits of each class out of a recording: every loss has to answer a slider
const UNIT = 100; // places are written in hundredths

const asked = new Set();

/** Reads the recording that Python names, once. */
export function attend({ given: { recorded } }, hold) {
  if (!recorded || asked.has(recorded.url)) return;
  asked.add(recorded.url);
  const tape = new Tape();
  new Recording(recorded.url, tape, async (state) => {
    if (state !== 'recorded') return;
    const digits = await pack(tape.header.pack);
    if (!digits) return;
    const taken = Object.entries(EACH).map(([picture, each]) => [picture, sampled(tape.frames.at(-1), digits.labels, each)]);
    hold({ [recorded.batch]: Object.fromEntries(taken) });
  });
}

/** The first digits of every class, in the last frame. */
function sampled({ points, unit }, labels, each) {
  const found = [...new Set(labels)].sort((a, b) => a - b)
    .flatMap((label) => Array.from(labels.keys()).filter((i) => labels[i] === label).slice(0, each));
  const places = found.map((i) => [points[2 * i] * unit, points[2 * i + 1] * unit]);
  return batch('digit', places, found.map((i) => labels[i]), Math.max(...places.flat().map(Math.abs)) * 1.08);
}

/**
 * {points, labels, names, half (of the plane's width), pick (the setting that names its anchor), moved(i) → what a drag
 * changes, or null}; null while it loads.
 */
export function batchOf({ values, held }) {
  if (values.batch !== 'placed' && values.picture !== 'module') return held[values.batch]?.[values.picture] ?? null;
  const spread = values.picture === 'forces' ? values.spread : 1;
  const at = values.places.split('_').map((written) => (spread * written) / UNIT);
  const points = LABELS.map((_, i) => [at[2 * i], at[2 * i + 1]]);
  const moved = spread === 1 ? (i) => (x, y) => ({ places: written(points, i, [x, y]) }) : undefined;
  return batch('anchor', points, LABELS, REACH, moved);
}

function batch(pick, points, labels, half, moved = () => null) {
  const seen = {};
  const names = labels.map((label) => `${label}${subscript((seen[label] = (seen[label] ?? 0) + 1))}`);
  return { pick, points, labels, names, half, moved };
}

const subscript = (number) => String(number).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));

const written = (points, moved, place) => points
  .flatMap((point, i) => (i === moved ? place : point))
  .map((value) => Math.round(Math.min(REACH, Math.max(-REACH, value)) * UNIT)).join('_');

/** {anchor, positive}: those picked; where the positive is not of the anchor's class, the farthest that is. */
export function pairOf({ values }, { pick, points, labels }) {
  const anchor = values[pick];
  const others = mates(labels, anchor);
  const positive = others.includes(values.positive) ? values.positive : farthest(distances(points)[anchor], others);
  return { anchor, positive };
}

/** What a press on point i changes: a positive of the same class, the other way round, or another anchor. */
export function picked({ pick, labels }, { anchor, positive }, i) {
  if (i === anchor) return null;
  if (i === positive) return { [pick]: positive, positive: anchor };
  return labels[i] === labels[anchor] ? { positive: i } : { [pick]: i };
}

/** The point nearest to a place, no farther than a share of the plane. */
export function nearestTo({ points, half }, x, y, share = 0.08) {
  const far = points.map(([u, v]) => Math.hypot(u - x, v - y));
  const least = Math.min(...far);
  return least <= share * half ? far.indexOf(least) : -1;
}

/** The plane of a batch, as a figure's `plot`; without `ticks` it has no frame. */
export function planeOf({ half }, ticks = true) {
  const ends = [-half, half];
  const along = { ends, ticks: ticks ? axis({ ends }, 400).map(({ value }) => value) : undefined };
  return { x: along, y: along, square: true };
}
