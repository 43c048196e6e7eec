/** The reader's presses on the bar enter; the clock obeys, and a live run that one watches alone takes single steps. */

const PATIENCE = 1500; // milliseconds for which a step that was wished for may be on its way

export class Transport {
  /** `stage`: clock, lead, live, still, layers, count; `moved()` is called on a change. */
  constructor(stage, moved) { Object.assign(this, { stage, moved, asked: { at: -Infinity, last: -1 } }); }

  /** Whether the next step has yet to be trained: that of the one run in the picture, at or on the way to its newest frame. */
  get trains() {
    const { clock, lead, count, compact, rules } = this.stage;
    if (count !== 1 || compact || rules || lead.state !== 'live') return false;
    return clock.mode === 'follow' || clock.mode === 'stride' || Math.round(clock.position) >= lead.last;
  }

  play() {
    const { clock, lead, live } = this.stage;
    lead.shared = false;
    if (clock.playing) clock.rest();
    else if (live && clock.position >= lead.last - 1) {
      if (this.trains) lead.wish('go');
      clock.follow();
    } else clock.play(lead.last);
    this.moved();
  }

  seek(at) {
    const { clock, lead } = this.stage;
    this.stage.waiting = false;
    clock.seek(Math.max(0, Math.min(lead.last, at)));
    this.moved();
  }

  step(by) {
    if (by > 0 && this.trains) this.#train();
    else this.seek(Math.round(this.stage.clock.position) + by);
  }

  /** At what share of the pace it plays from now on. */
  pace(rate) {
    this.stage.clock.rate = rate;
    this.moved();
  }

  /** A run that others follow too takes no steps: one's own playback is paused. */
  heard() {
    const { clock, lead } = this.stage;
    if (lead.shared && clock.mode === 'stride') clock.rest();
  }

  /** One step is on its way at a time; with the first come the gradient arrows, along which points will move. */
  #train() {
    const { clock, lead, layers, still } = this.stage;
    const now = performance.now();
    if (this.asked.last === lead.last && now - this.asked.at < PATIENCE) return;
    this.asked = { at: now, last: lead.last };
    lead.shared = false;
    lead.wish('step');
    clock.stride();
    if (!this.pulled) layers.pull.to(1, still);
    this.pulled = true;
    this.moved();
  }
}
