/** Records enter one by one; a run's frames in order, glances between them, its loss curve and the limit of its view leave. */

import { RecordReader, parseFrame, parseJson } from './records.js';

const SPREAD = 0.992;
const FEW = 125;
const FILL = 0.86;
const CLOSEST = 8;

export class Tape {
  constructor() {
    this.header = null;
    this.frames = [];
    this.stored = 0;
    this.ending = null;
    this.reader = new RecordReader();
    this.widths = [];
    this.limits = [];
  }

  /** Takes bytes in any pieces; true when something new was read. */
  push(bytes) {
    const found = this.reader.push(bytes);
    for (const { magic, payload } of found) this.#take(magic, payload);
    return found.length > 0;
  }

  /** Forgets half a record, or a bad one, before the bytes begin again at the next frame. */
  resume() { this.reader = new RecordReader(); }

  get steps() { return this.header?.steps ?? this.frames.at(-1)?.step ?? 0; }
  get epochs() { return this.header?.epochs ?? Math.round(this.frames.at(-1)?.epoch ?? 0); }
  /** How many frames the run will have, glances counted; what is there already once it has ended. */
  get expected() {
    const glances = this.frames.length - this.stored;
    return this.ending ? this.frames.length : Math.max((this.header?.frames ?? 0) + glances, this.frames.length);
  }

  /**
   * Half the width of the plane in which frame `at` is seen. While the run goes on it only grows. Of a finished run
   * it begins with the ending's and closes in as the points gather, so that the end fills the picture; but never
   * more than eight times, so that a collapse looks like one.
   */
  limitAt(at) { return this.limits[Math.min(at, this.limits.length - 1)] || 1; }

  /** The position on this tape, as a number of frames, at a share (0…1) of the run's steps. */
  at(share) {
    const { frames } = this;
    const step = share * this.steps;
    let low = 0;
    let high = frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames[middle].step <= step) low = middle; else high = middle - 1;
    }
    const next = frames[low + 1];
    return next ? low + Math.max(0, step - frames[low].step) / (next.step - frames[low].step || 1) : low;
  }

  /** The share of the run's steps at a position on this tape. */
  share(position) {
    const from = this.frames[Math.floor(position)];
    const to = this.frames[Math.ceil(position)] ?? from;
    if (!from || !this.steps) return 0;
    return (from.step + (to.step - from.step) * (position % 1)) / this.steps;
  }

  #take(magic, payload) {
    if (magic === 'LVT1') this.#open(parseJson(payload));
    else if (magic === 'LVE1') this.#end(parseJson(payload));
    else if (magic === 'LVG1') this.#glance(parseFrame(payload));
    else this.#add(parseFrame(payload));
  }

  /** A second header is another attempt at the same run: what came before is void. */
  #open(header) {
    this.header = header;
    this.frames = [];
    this.stored = 0;
    this.ending = null;
    this.widths = [];
    this.limits = [];
  }

  #end(ending) {
    this.ending = ending;
    const most = ending.limit || Math.max(...this.widths);
    let widest = most / CLOSEST;
    this.limits = new Array(this.widths.length);
    for (let i = this.widths.length - 1; i >= 0; i--) {
      widest = Math.min(most, Math.max(widest, this.widths[i]));
      this.limits[i] = widest;
    }
  }

  #add(frame) {
    if (frame.n !== this.stored) return;
    this.stored += 1;
    this.#put(frame);
  }

  /** A step between two frames, seen while training is held; one that comes again, as after a lost connection, is known. */
  #glance(frame) {
    if (this.stored && frame.step > this.frames.at(-1).step) this.#put({ ...frame, glance: true });
  }

  #put(frame) {
    this.frames.push(frame);
    this.widths.push(radius(frame) / FILL);
    const widest = Math.max(this.widths.at(-1), this.limits.at(-1) ?? 0);
    this.limits = this.widths.map(() => widest);
  }
}

/** The distance from the origin within which all but a few outliers of a frame lie; of few points, all. */
function radius({ points, count, dim, unit }) {
  const length = (i) => Math.hypot(points[i * dim], points[i * dim + 1], dim > 2 ? points[i * dim + 2] : 0);
  const share = count < FEW ? 1 : SPREAD;
  return Float32Array.from({ length: count }, (_, i) => length(i)).sort()[Math.floor((count - 1) * share)] * unit;
}
