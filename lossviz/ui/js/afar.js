/** A run, a frame and a point enter; what all dimensions say of the point, asked of the server, leaves. */

import { BASE } from './source.js';

const MOST = 400;

export class Afar {
  /** `changed()`: an answer has come. */
  constructor(changed) { Object.assign(this, { changed, answers: new Map(), newest: null, asking: false }); }

  /**
   * {step, metric, neighbours, classes} at the keyframe nearest to frame `n`, or null where the run has none. While the
   * answer is under way that to the last question about this point, else undefined.
   */
  look(key, n, point) {
    const name = `${key}/${n}/${point}`;
    if (this.answers.has(name)) return this.answers.get(name);
    if (!this.asking) this.#ask(name);
    const { newest } = this;
    return newest?.of === `${key}/${point}` ? newest.answer : undefined;
  }

  /** One question at a time; the next one is the one that the next redraw has. */
  async #ask(name) {
    this.asking = true;
    const answer = await fetch(new URL(`lv/neighbours/${name}`, BASE)).then((a) => (a.ok ? a.json() : null), () => null);
    if (this.answers.size > MOST) this.answers.clear();
    this.answers.set(name, answer);
    const [key, , point] = name.split('/');
    this.newest = { of: `${key}/${point}`, answer };
    this.asking = false;
    this.changed();
  }
}
