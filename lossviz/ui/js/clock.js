/** Time enters; the position on the tape leaves, as a number of frames with its fraction. */

const REPLAY_SECONDS = 4;
const TWEEN_SECONDS = 0.12;
const STRIDE_SECONDS = 0.6;

export class Clock {
  constructor(still) {
    this.position = 0;
    this.mode = 'rest';
    this.still = still;
    this.rate = 1;
  }

  /** Plays at the pace that takes a whole run through in four seconds, times the `rate` that the reader chose. */
  play(last) {
    if (this.position >= last) this.position = 0;
    this.mode = 'play';
  }

  /** Goes with the newest frame, each frame's way taking at most 120 ms however many came at once. */
  follow() { this.mode = 'follow'; }

  /** Goes to each frame that comes in slow motion, and rests there. */
  stride() { this.mode = 'stride'; }

  rest() {
    this.mode = 'rest';
    this.position = Math.round(this.position);
  }

  seek(position) {
    this.mode = 'rest';
    this.position = position;
  }

  get playing() { return this.mode === 'play' || this.mode === 'follow'; }

  /** What is drawn: without tween where the reader wants less motion. */
  get shown() { return this.still ? Math.floor(this.position + 1e-6) : this.position; }

  /** Moves on by `seconds` towards frame `last`; `live` says whether more may come. True while it moves. */
  advance(seconds, last, live) {
    if (this.mode === 'play') {
      this.position = Math.min(last, this.position + seconds * this.rate * (last / REPLAY_SECONDS));
      if (this.position >= last) { if (live) this.follow(); else this.rest(); }
      return this.mode !== 'rest' && this.position < last;
    }
    if (this.mode === 'follow' || this.mode === 'stride') {
      const tween = this.mode === 'stride' ? STRIDE_SECONDS / this.rate : TWEEN_SECONDS / Math.min(1, this.rate);
      const pace = Math.max(1, last - Math.floor(this.position)) / tween;
      this.position = this.still ? last : Math.min(last, this.position + seconds * pace);
      if (!live && this.position >= last) this.rest();
      return this.position < last;
    }
    return false;
  }
}
