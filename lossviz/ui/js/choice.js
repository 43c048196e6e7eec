/** Names of charts enter; a small switch in a chart's head leaves which of them the reader wants. */

import { make } from './dom.js';

const CHARTS = ['classes', 'pairs'];

export class Choice {
  /** `chosen(chart)` is called on a change. */
  constructor(box, chosen) {
    this.box = make('div', 'choice');
    this.box.setAttribute('role', 'radiogroup');
    box.append(this.box);
    this.texts = Object.fromEntries(CHARTS.map((chart) => [chart, this.#option(chart, () => chosen(chart))]));
  }

  speak(words) {
    this.box.setAttribute('aria-label', words.chart);
    for (const chart of CHARTS) this.texts[chart].textContent = words[`chart_${chart}`];
  }

  #option(chart, changed) {
    const label = make('label');
    const input = make('input');
    const checked = chart === CHARTS[0];
    Object.assign(input, { type: 'radio', name: 'chart', value: chart, checked, onchange: changed });
    const text = make('span');
    label.append(input, text);
    this.box.append(label);
    return text;
  }
}
