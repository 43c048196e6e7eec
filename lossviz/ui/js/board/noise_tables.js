/** A model enters; what cleaning at three thresholds is worth, and how accurate every run is, leave as tables. */

import { filled, percent } from '../numbers.js';
import { PAPER, cleaning } from './noise_model.js';

export function cleaningTable({ words, digits, threshold, valley }) {
  const row = (name, at) => {
    const { suspects, precision, recall, f } = cleaning(digits, at);
    return [name, suspects.toLocaleString('en'), percent(precision), percent(recall), percent(f)];
  };
  return {
    title: words.cleaning,
    head: [words.at, words.count, words.precision, words.recall, words.f],
    rows: [
      ...(threshold === valley || threshold === null ? [] : [row(filled(words.now, { angle: threshold.toFixed(1) }), threshold)]),
      ...(valley === null ? [] : [row(filled(words.at_valley, { angle: valley.toFixed(1) }), valley)]),
      row(words.at_paper, PAPER),
    ],
  };
}

export function accuracyTable({ words, given: { accuracies } }) {
  const share = (value) => (value === null || value === undefined ? '–' : percent(value));
  return {
    title: words.accuracy,
    head: [words.loss, words.vectors, words.means, words.trained_on, words.wrong_share],
    rows: accuracies.map(({ name, vectors, means, digits, wrong, ended }) => [
      name, ended ? { words: ended, mark: 'faint' } : share(vectors), share(means), digits === null ? '–' : digits.toLocaleString('en'), share(wrong),
    ]),
  };
}
