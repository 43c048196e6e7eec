/** A run and a drawn digit enter; where the run puts the digit, on its way from keyframe to keyframe, leaves. */

import { BASE } from './source.js';

const PATIENCE = 60; // questions that bring nothing new, ever farther apart, before the next waits for news of the run
const [WAIT, LONGEST] = [500, 8000];

export class Star {
  /** `changed()`: the digit has got another place. */
  constructor(changed) { Object.assign(this, { changed, keyframes: [], of: '', complete: true, idle: 0 }); }

  /** Follows this digit, or none, through this run; `news` when a frame has come. */
  follow(key, digest, news = false) {
    const of = key && digest ? `${key}/${digest}` : '';
    if (of !== this.of) Object.assign(this, { of, keyframes: [], complete: !of, idle: 0 });
    if (news) this.idle = 0;
    if (!this.complete && !this.timer && this.idle < PATIENCE) this.timer = setTimeout(() => this.#ask(of), 0);
  }

  async #ask(of) {
    const answer = await fetch(new URL(`lv/drawn/${of}`, BASE)).then((a) => (a.ok ? a.json() : null), () => null);
    const here = of === this.of;
    if (here && answer) this.#take(answer);
    if (here && !answer) this.complete = true;
    const wait = Math.min(LONGEST, WAIT * 1.5 ** this.idle);
    this.timer = setTimeout(() => { this.timer = 0; this.follow(...this.of.split('/')); }, here ? wait : 0);
  }

  #take({ keyframes, complete }) {
    const fresh = keyframes.length !== this.keyframes.length;
    Object.assign(this, { complete, idle: fresh ? 0 : this.idle + 1 });
    if (!fresh) return;
    this.keyframes = keyframes.map(({ look, ...one }) => ({ ...one, look: look && { ...look, step: one.step } }));
    this.changed();
  }

  /**
   * {at, look, since}: the digit's place after so many steps, in a straight line between keyframes; null before the first.
   * After the last it stays where it was; `since` is that step then, else null.
   */
  at(step) {
    const { keyframes } = this;
    const after = keyframes.findIndex((one) => one.step >= step);
    if (after < 0) return keyframes.length ? { ...keyframes.at(-1), since: keyframes.at(-1).step } : null;
    const to = keyframes[after];
    const from = to.step === step ? to : keyframes[after - 1];
    if (!from) return null;
    const t = (step - from.step) / (to.step - from.step || 1);
    return { at: to.at.map((v, d) => from.at[d] + (v - from.at[d]) * t), look: (t < 0.5 ? from : to).look, since: null };
  }

  close() {
    clearTimeout(this.timer);
    this.of = '';
    this.complete = true;
  }
}
