/** What two runs came to enters; the rarest classes beside all, and every class, leave as tables. */

import { percent } from '../numbers.js';
import { rarest } from './imbalance_model.js';

const RAREST = 3;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function rarestTable({ words, runs }) {
  const row = (run) => {
    const few = rarest(run, RAREST);
    const others = run.right.filter((_, c) => !few.includes(c));
    return [run.title, percent(mean(few.map((c) => run.right[c]))), percent(mean(others)), percent(mean(run.right))];
  };
  return {
    title: words.table,
    head: [words.loss, words.rarest, words.middle, words.all],
    rows: [row(runs.fixed), row(runs.dynamic)],
  };
}

export function classTable({ words, runs: { fixed, dynamic } }) {
  const angle = (value) => `${value.toFixed(1)}°`;
  return {
    title: words.classes,
    head: [words.class, words.size, words.right_fixed, words.right_dynamic, words.room_fixed, words.room_dynamic],
    rows: fixed.sizes.map((n, c) => [
      String(c), n.toLocaleString('en'), percent(fixed.right[c]), percent(dynamic.right[c]), angle(fixed.room[c]), angle(dynamic.room[c]),
    ]),
  };
}
