/** The clock of a page's figures enters as its position; the reader's presses leave as commands. */

import { make, name, say } from '../dom.js';

export class Playbar {
  /** `commands`: play(), step(by), seek(frame), reset(). */
  constructor(commands) {
    this.element = make('div', 'bar');
    const button = (kind, icon, act) => {
      const made = make('button', `icon ${kind}`, icon);
      Object.assign(made, { type: 'button', onclick: act });
      this.element.append(made);
      return made;
    };
    this.reset = button('reset', 'replay', () => commands.reset());
    this.play = button('play', 'play_arrow', () => commands.play());
    this.next = button('next', 'skip_next', () => commands.step(1));
    this.scrubber = make('input', 'scrubber');
    Object.assign(this.scrubber, { type: 'range', min: 0, step: 1 });
    this.scrubber.oninput = () => commands.seek(+this.scrubber.value);
    this.epoch = make('span', 'epoch');
    this.element.append(this.scrubber, this.epoch);
  }

  /** at, last: frames; label: what stands at the right; words: reset, play, pause, next, timeline. */
  show({ at, last, playing, label, words }) {
    name(this.reset, words.reset);
    name(this.next, words.next);
    name(this.play, playing ? words.pause : words.play);
    say(this.play, playing ? 'pause' : 'play_arrow');
    this.scrubber.setAttribute('aria-label', words.timeline);
    this.scrubber.setAttribute('aria-valuetext', label);
    Object.assign(this.scrubber, { max: last, value: at });
    this.scrubber.style.setProperty('--at', at / last);
    this.scrubber.style.setProperty('--have', 1);
    say(this.epoch, label);
  }
}
