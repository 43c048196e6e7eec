/** One panel: a source enters, the run it brings is held, and what is to be drawn at a moment leaves. */

import { lens } from './camera.js';
import { Glide } from './glide.js';
import { legAt } from './legs.js';
import { projected } from './projection.js';
import { sharesOf } from './shares.js';
import { between, sitesOf } from './sites.js';
import { Live, Recording, pack } from './source.js';
import { Tape } from './tape.js';
import { LENGTH } from './trails.js';
import { zoneOf } from './zones.js';

const EASE_SECONDS = 0.2;
const TRAVEL_SECONDS = 0.3;

export class Panel {
  /** `changed(panel, swapped)`: something came; `swapped` when another run took over the picture. */
  constructor(changed) {
    Object.assign(this, { changed, tape: new Tape(), source: {}, state: 'empty', digits: null, limit: 0, knob: {} });
    this.circle = new Glide(0, TRAVEL_SECONDS);
  }

  /** Follows another source. What is drawn stays until the new one has sent its first frame. */
  show(source) {
    const same = source.key === this.source.key;
    if (same && (source.url === this.source.url || (this.tape.ending && !source.live))) return;
    this.reader?.close();
    this.source = source;
    this.state = source.live ? 'queued' : 'loading';
    const tape = new Tape();
    const Reader = source.live ? Live : Recording;
    this.shared = false;
    this.reader = new Reader(source.url, tape, (state) => this.#came(tape, state), (word) => this.#told(word));
    if (source.live && source.meanwhile && !this.tape.frames.length) this.#fill(source);
    this.changed(this, false);
  }

  /** An empty stage plays a recording until the run that it waits for has a frame. */
  #fill(source) {
    const tape = new Tape();
    const waits = () => this.source === source && this.state === 'queued';
    new Recording(source.meanwhile, tape, (state) => {
      if (state !== 'recorded' || !waits()) return;
      this.#swap(tape);
      this.changed(this, true);
    });
  }

  /** Leaves its source; the next one is shown as if it were the first. */
  close() {
    this.reader?.close();
    this.source = {};
  }

  get live() { return this.source.live && ['queued', 'live', 'lost'].includes(this.state); }
  get last() { return Math.max(0, this.tape.frames.length - 1); }
  get header() { return this.tape.header ?? {}; }
  get progress() { return this.tape.expected ? this.tape.frames.length / this.tape.expected : 0; }
  get labels() { return this.digits?.labels ?? null; }

  /** The value of the margin: while a knob is dragged the knob's, else that of the frame in the picture. */
  get margin() {
    const { margin } = this.drawn ?? this.header;
    return this.knob[margin?.knob] ?? margin?.value ?? 0;
  }

  /** The settings of its loss as they are now, a turned knob counted. */
  get knobs() {
    const { knobs, recipe } = this.drawn ?? this.header;
    return { ...recipe?.knobs, ...knobs, ...this.knob };
  }

  /** The margin with its measure and all settings of its loss as they are now; null for a loss without one. */
  get asked() {
    const { margin } = this.drawn ?? this.header;
    return margin ? { ...margin, value: this.margin, knobs: this.knobs } : null;
  }

  /** "step" or "go": what the reader wishes of training; it is refused where others follow the run too. */
  wish(word) { this.reader.wish?.(word); }

  #told(word) {
    this.shared = word === 'shared';
    this.changed(this, false);
  }

  /** A socket that opens and a header change nothing that is drawn: a redraw would only delay the first frame. */
  #came(tape, state) {
    const waits = state === 'queued' && this.state === 'queued';
    this.state = state;
    const swapped = tape !== this.tape && tape.frames.length > 0;
    if (swapped) this.#swap(tape);
    if (!waits) this.changed(this, swapped);
  }

  /** Another run's frames take over; a view that the reader chose stays while the runs want the same one. */
  #swap(tape) {
    Object.assign(this, { tape, limit: 0, knob: {}, drawn: null });
    this.#turnTo(tape.frames[0]);
    if (this.digits?.digest === tape.header?.pack) return;
    this.digits = null;
    pack(tape.header?.pack).then((digits) => {
      if (this.tape !== tape) return;
      this.digits = digits && { ...digits, digest: tape.header.pack };
      this.changed(this, false);
    });
  }

  /** Looks at a frame as its loss wants it; at once where nothing was drawn before. */
  #turnTo({ step } = { step: 0 }, atOnce = !this.wanted) {
    const view = viewOf(legAt(this.header, step));
    if (view !== this.wanted) this.look(view, atOnce);
    this.wanted = view;
  }

  /** Whether its points lie in space. */
  get deep() { return this.tape.frames[0]?.dim > 2; }

  /** Lets the points travel to plane or unit circle; in space, to space or sphere. */
  look(view, atOnce) { this.circle.to(view === 'circle' ? 1 : 0, atOnce); }

  /** Moves on towards the chosen view and the limit that the frames need; true while anything moves. */
  ease(seconds, position) {
    const frame = this.tape.frames[Math.min(Math.round(position), this.last)];
    if (frame) this.#turnTo(frame, seconds === Infinity);
    const travels = this.circle.advance(seconds);
    const limit = this.tape.limitAt(Math.floor(position));
    const still = !this.limit || Math.abs(limit - this.limit) < limit * 1e-3;
    this.limit = still ? limit : this.limit + (limit - this.limit) * (1 - Math.exp(-seconds / EASE_SECONDS));
    return travels || !still;
  }

  /** The two frames about a position, what lies between them and how it is seen; null before the first frame. */
  at(position, { box, camera, slow, limit = this.limit }) {
    const { frames } = this.tape;
    if (!frames.length) return null;
    const index = Math.min(Math.floor(position), this.last);
    const from = frames[index];
    const to = frames[Math.min(index + 1, this.last)];
    const t = Math.min(1, position - index);
    const circle = this.circle.value;
    const directions = circle > 0.5;
    const now = t < 0.5 ? from : to;
    const header = this.drawn = legAt(this.header, now.step);
    // between one loss and another there is nothing: what is drawn of the classes is the nearer frame's
    const same = legAt(this.header, from.step).loss === legAt(this.header, to.step).loss;
    const [a, b] = same ? [from, to] : [now, now];
    const [before, after] = [a, b].map((frame) => sitesOf(frame, header, directions));
    const sites = between(before, after, t);
    return {
      from, to, t, sites, now, header,
      past: this.#past(index, header),
      labels: this.labels,
      view: lens(box, camera, limit || this.tape.limitAt(index), circle, this.deep),
      regions: slow ? (t > 0 ? after : before) : sites,
      asked: this.asked,
      zone: zoneOf(this.asked, sites, { sizes: header.sizes, readings: now.readings }),
      vectors: mixed(a.vectors, b.vectors, t),
      centresNow: mixed(a.centres, b.centres, t),
      shares: sharesOf(now, header, this.labels),
    };
  }

  /** The frames up to one in which the same loss drew as many vectors and centres, the oldest first. */
  #past(index, { loss }) {
    const { frames } = this.tape;
    const size = ({ vectors, centres }) => `${vectors?.length} ${centres?.length}`;
    const alike = (frame) => legAt(this.header, frame.step).loss === loss && size(frame) === size(frames[index]);
    return frames.slice(Math.max(0, index - LENGTH), index + 1).filter(alike);
  }
}

/** How a run is seen at first: directions have no sphere where they are projected. */
const viewOf = (header) => (projected(header) ? 'plane' : header.view);

function mixed(from, to, t) {
  if (!from || !to || from.length !== to.length || t === 0) return t === 0 ? from : to;
  return to.map((v, i) => from[i] + (v - from[i]) * t);
}
