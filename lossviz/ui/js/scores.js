/** Frames enter; the numbers that cost time to find leave later, worked out in slices while nothing moves. */

import { legAt } from './legs.js';
import { projected } from './projection.js';
import { ranked } from './ranks.js';
import { spreadOf } from './spread.js';
import { trainedPart } from './strangers.js';

const SLICE = 8; // milliseconds

export class Scores {
  /** `found()` is called when new numbers are there; `count` says how often that was. */
  constructor(found) { Object.assign(this, { found, known: new WeakMap(), wanted: [], count: 0 }); }

  /** {fisher, to_centre, apart, recall, map, nearest}; null of a projection or without labels, undefined until found. */
  of(frame, { header, labels }) {
    if (!frame || !labels || projected(header)) return null;
    const held = this.known.get(frame);
    return held?.labels === labels ? held.result : undefined;
  }

  /** Finds the numbers of these [frame, panel] pairs, in this order, and forgets what was wanted before. */
  want(pairs) {
    this.wanted = pairs.filter(([frame, panel]) => this.of(frame, panel) === undefined);
    if (this.wanted.length) this.#later();
  }

  /** Does nothing more until it is asked again. */
  rest() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  #later() { this.timer ??= setTimeout(() => this.#slice()); }

  #slice() {
    this.timer = null;
    const end = performance.now() + SLICE;
    while (this.wanted.length && performance.now() < end) this.#step();
    if (this.wanted.length) this.#later();
  }

  #step() {
    const [frame, panel] = this.wanted[0];
    if (this.work?.frame !== frame) this.work = { frame, steps: this.#steps(frame, panel) };
    if (this.work.steps.next().done) {
      this.work = null;
      this.wanted.shift();
      this.count += 1;
      this.found();
    }
  }

  * #steps(frame, { header, labels }) {
    const cosine = legAt(header, frame.step).metric === 'cosine';
    const part = trainedPart(frame, labels);
    const result = { ...spreadOf(part.frame, part.labels), ...(yield* ranked(part.frame, part.labels, cosine)) };
    this.known.set(frame, { labels, result });
  }
}
