/** A run's address enters; its frames, and how alike each anchor is to its own and to the others, leave as they come. */

import { Live, Recording, pack } from '../source.js';
import { Tape } from '../tape.js';
import { anchorSimilarities, spread } from './anchors.js';

const SLICE = 24; // milliseconds of measuring, after which the page may draw

export class Followed {
  constructor() { this.#forget(); }

  /** run: {url, live} or null for none; `changed()` as there is more to see. Asking again for the same run is free. */
  follow(run, changed) {
    this.changed = changed;
    if ((run?.url ?? null) === this.url) return;
    this.source?.close();
    clearTimeout(this.waiting);
    this.#forget();
    if (!run) return;
    Object.assign(this, { url: run.url, tape: new Tape(), state: 'loading' });
    const Source = run.live ? Live : Recording;
    this.source = new Source(run.url, this.tape, (state) => this.#came(run.url, state), () => {});
  }

  #forget() {
    Object.assign(this, { url: null, source: null, tape: null, labels: null, state: null, known: new WeakMap(), anchors: [] });
  }

  get frames() { return this.tape?.frames ?? []; }
  /** How many frames are measured, from the first on. */
  get ready() {
    const missing = this.frames.findIndex((frame) => !this.known.has(frame));
    return missing < 0 ? this.frames.length : missing;
  }

  measured() { return this.frames.slice(0, this.ready).map((frame) => this.known.get(frame)); }

  /** What the run's loss compares by: the cosine, or 1/(1 + D²), which also stands for a distance. */
  get kind() {
    const { metric, recipe } = this.tape.header;
    return metric === 'cosine' && recipe.knobs.similarity !== 'inverse' ? 'cosine' : 'inverse';
  }

  async #came(url, state) {
    if (url !== this.url) return;
    this.state = state;
    const { header } = this.tape;
    if (header && !this.labels && !this.asked) {
      this.asked = true;
      const digits = await pack(header.pack);
      this.asked = false;
      if (url !== this.url) return;
      if (digits) this.labels = digits.labels;
      else this.state = 'missing';
    }
    this.#measure();
  }

  #measure() {
    clearTimeout(this.waiting);
    const begin = performance.now();
    while (this.labels && this.ready < this.frames.length && performance.now() - begin < SLICE) {
      const frame = this.frames[this.ready];
      this.anchors = spread(frame.count);
      this.known.set(frame, anchorSimilarities(frame, this.labels, this.anchors, this.kind));
    }
    if (this.labels && this.ready < this.frames.length) this.waiting = setTimeout(() => this.#measure());
    this.changed();
  }
}
