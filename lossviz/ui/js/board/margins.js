/** Two classes under one loss or under all: settings enter; planes, circle or sphere, curves and a table leave. */

import { degrees, filled, plain } from '../numbers.js';
import { plane } from './angleplane.js';
import { arc } from './arcview.js';
import { keeperOf, modelOf, rad, ruleOf } from './asked.js';
import { sphere } from './sphereview.js';
import { annealing, curves } from './targetcurves.js';
import { gap, widest } from './twoclasses.js';

const RIGHT = { circle: arc, cosines: (model) => plane(model, 'cosines'), sphere };
const TEN_DIGITS = rad(36); // between neighbours of ten classes in the plane

export function figures(scene) {
  const model = modelOf(scene);
  const { right, loss } = scene.values;
  return [plane(model, 'angles'), RIGHT[right](model), curves(model), ...(loss === 'sphereface' ? [annealing(model)] : [])];
}

/** Every loss: when class 1 keeps a sample, the gap, the largest margin with regions left, and who keeps x. */
export function tables(scene) {
  const model = modelOf(scene);
  const { words, lines, apart, theta1, theta2, values } = model;
  const head = [words.loss, words.rule, filled(words.gap_at, { apart: degrees(apart) }),
    filled(words.widest_at, { apart: degrees(apart) }), words.widest_ten, words.who];
  const rows = lines.map((line) => [
    { words: line.name, mark: line.loss === values.loss ? 'strong' : '' },
    ruleOf(line),
    gapCell(gap(apart, line.asks), words),
    widestCell(line, apart, words),
    widestCell(line, TEN_DIGITS, words),
    keeperOf(line, theta1, theta2, words),
  ]);
  return [{ head, rows }];
}

const gapCell = (size, words) => (size === null ? { words: words.empty, mark: 'bad' } : degrees(size));

/** The largest margin that leaves regions; red where the panel's is larger. */
function widestCell({ loss, asks }, apart, words) {
  const bound = widest(apart, asks);
  if (bound === null) return { words: loss === 'sphereface' ? words.any : '–', mark: 'faint' };
  const [name, margin] = loss === 'combined_margin' ? ['m₃', asks.m3] : ['m', asks.m];
  const over = margin > bound + 5e-4 || (loss === 'combined_margin' && Math.cos(asks.m2) - asks.m3 < Math.cos(apart) - 5e-4);
  return { words: `${name} ≤ ${plain3(bound)}`, mark: over ? 'bad' : '' };
}

const plain3 = (value) => (value < 1 ? value.toFixed(3) : plain(value));
