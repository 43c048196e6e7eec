/** A frame's readings enter; six numbers under the picture leave. */

import { make, say } from './dom.js';
import { mean } from './measure.js';
import { degrees, filled, percent, plain } from './numbers.js';

const NAMES = ['loss', 'knn', 'nearest_mean', 'recall', 'own', 'other'];

export class Readings {
  constructor(list) {
    this.cells = Object.fromEntries(NAMES.map((key) => {
      const cell = make('div');
      const [label, value, note] = [make('dt'), make('dd', 'value'), make('dd', 'note')];
      cell.append(label, value, note);
      cell.dataset.reading = key;
      list.append(cell);
      return [key, { label, value, note }];
    }));
  }

  /** `result`: the measured points of the frame, for a loss that has distances instead of angles. */
  show(frame, header, result, words) {
    const r = frame?.readings ?? {};
    const floor = Number.isFinite(header.floor) ? filled(words.floor, { value: plain(header.floor) }) : '';
    this.#set('loss', words.loss, plain(r.loss), floor);
    this.#set('knn', words.knn, percent(r.knn_accuracy), words.k);
    this.#set('nearest_mean', words.nearest_mean, percent(r.nearest_mean_accuracy), '');
    this.#set('recall', words.recall, percent(r.recall_at_1), '');
    const kind = result?.kind ?? 'angle';
    const size = (name) => (kind === 'angle' ? degrees(r[`${name}_angle`]) : plain(mean(result[name])));
    for (const name of ['own', 'other']) this.#set(name, words[`${name}_${kind}`], size(name), words.mean);
  }

  #set(key, label, value, note) {
    const cell = this.cells[key];
    say(cell.label, label);
    say(cell.value, value);
    say(cell.note, note);
  }
}
