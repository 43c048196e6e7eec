/** A panel's frame, readings and scores at a moment enter; what each column of the table says of them leaves. */

import { overlap } from './ranks.js';
import { degrees, fixed, percent, plain } from './numbers.js';

const reading = (name) => ({ frame }) => frame.readings[name];
const score = (name) => ({ scores }) => scores?.[name];
const tenth = (value) => fixed(value, 1);
const thousandth = (value) => fixed(value, 3);

/** The share of its ten nearest that a point has in the first panel too; a dash in that panel itself. */
function shared({ frame, scores }, first) {
  if (!scores || !first.scores || frame === first.frame || first.digits !== scores.digits) return NaN;
  return overlap(scores.nearest, first.scores.nearest);
}

/**
 * Of each column: its key, `of(row, first row)` the value, `say(value)` its text, `better` the sign of what is
 * better: 1 more, −1 less, 0 where values cannot be compared; `slow` where it is worked out from the points.
 */
export const COLUMNS = [
  { key: 'loss', of: reading('loss'), say: plain, better: 0 },
  { key: 'vectors', of: reading('class_vector_accuracy'), say: percent, better: 1 },
  { key: 'means', of: reading('nearest_mean_accuracy'), say: percent, better: 1 },
  { key: 'knn', of: reading('knn_accuracy'), say: percent, better: 1 },
  { key: 'recall_1', of: reading('recall_at_1'), say: percent, better: 1 },
  { key: 'recall_5', of: score('recall'), say: percent, better: 1, slow: true },
  { key: 'map', of: score('map'), say: percent, better: 1, slow: true },
  { key: 'own', of: reading('own_angle'), say: degrees, better: -1 },
  { key: 'other', of: reading('other_angle'), say: degrees, better: 1 },
  { key: 'fisher', of: score('fisher'), say: thousandth, better: -1, slow: true },
  { key: 'to_centre', of: score('to_centre'), say: degrees, better: -1, slow: true },
  { key: 'apart', of: score('apart'), say: degrees, better: 1, slow: true },
  { key: 'overlap', of: shared, say: percent, better: 0, slow: true },
  { key: 'cpu', of: ({ seconds }) => seconds, say: tenth, better: -1 },
];

/** Per row and column {text, best}: best where at least two rows have a value and none shown is better. */
export function cells(rows) {
  const columns = COLUMNS.map(({ of, say, better }) => {
    const values = rows.map((row) => of(row, rows[0]) ?? NaN);
    const known = values.filter(Number.isFinite);
    const most = better && known.length > 1 ? better * Math.max(...known.map((v) => v * better)) : NaN;
    const texts = values.map((value) => say(value));
    const differ = new Set(texts).size > 1;
    return texts.map((text, i) => ({ text, best: differ && Number.isFinite(values[i]) && text === say(most) }));
  });
  return rows.map((_, i) => columns.map((column) => column[i]));
}
