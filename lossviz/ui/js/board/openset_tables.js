/** A model enters; tables leave: verification of the chosen pairs, identification of trained digits and of strangers, with intervals. */

import { filled, percent } from '../numbers.js';

const RATES = [10, 100, 1000]; // TAR at a FAR of one in so many

export function verifiedTable({ losses, looked, words, values }) {
  const [same, different] = looked.pairs.map((n) => n.toLocaleString('en'));
  return {
    title: filled(words[`table_${values.pairs}`], { same, different }),
    head: [words.loss, 'AUC', 'EER', ...RATES.map((n) => `TAR@FAR ${percent(1 / n).replace('.0%', '%')}`)],
    rows: losses.map((loss) => [strong(loss, looked), ...loss.numbers.map((each, i) => cellOf(each, i, loss, words))]),
  };
}

function cellOf(each, i, { pairs: [same, different] }, words) {
  if (each[0] !== null) return i ? shares(each) : plainly(each);
  if (!same) return { words: words.no_same, mark: 'faint' };
  if (!different) return { words: words.no_different, mark: 'faint' };
  const n = RATES[i - 2];
  return { words: filled(words.needs, { n: n.toLocaleString('en'), has: different.toLocaleString('en') }), mark: 'faint' };
}

const RANKS = ['Recall@1', 'Recall@5', 'Recall@10', 'MAP@R'];

export const closedTable = ({ losses, looked, words }) => ({
  title: words.closed,
  head: [words.loss, ...RANKS],
  rows: losses.map((loss) => [strong(loss, looked), ...loss.known.map(some)]),
});

export const openTable = ({ losses, looked, words }) => ({
  title: words.open,
  head: [words.loss, ...RANKS, words.told],
  rows: losses.map((loss) => [strong(loss, looked), ...loss.foreign.map(some), loss.told[0] === null ? '–' : plainly(loss.told)]),
});

const strong = ({ name }, looked) => ({ words: name, mark: name === looked.name ? 'strong' : '' });
const some = (each) => (each[0] === null ? '–' : shares(each));

/** "94.2% (93.0 … 95.1)" */
const shares = ([value, low, high]) => `${percent(value)} (${[low, high].map((v) => (v * 100).toFixed(1)).join(' … ')})`;
/** "0.942 (0.930 … 0.951)" */
const plainly = ([value, low, high]) => `${value.toFixed(3)} (${low.toFixed(3)} … ${high.toFixed(3)})`;
