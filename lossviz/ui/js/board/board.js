/** The component `lossviz.board`: a page's settings enter, its figures, clock and tables leave, redrawn at once by a turn. */

import { Clock } from '../clock.js';
import { make } from '../dom.js';
import { themeOf } from '../theme.js';
import { Figure } from './figure.js';
import { Playbar } from './playbar.js';
import { Tables } from './tables.js';

const boards = new WeakMap();
const SETTLE = 140; // milliseconds of rest after which pictures are drawn finely again
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

export default function mount({ parentElement, data: [data], setStateValue }) {
  let board = boards.get(parentElement);
  if (!board) boards.set(parentElement, (board = new Board(parentElement)));
  board.update(data, setStateValue);
  document.documentElement.lang = data.language;
  return () => {
    boards.delete(parentElement);
    board.destroy();
  };
}

class Board {
  constructor(root) {
    this.element = make('div', 'board');
    this.element.tabIndex = -1; // a press on a picture brings the keys of the clock
    this.drawings = make('div', 'drawings');
    this.playbar = new Playbar(this);
    this.tables = new Tables();
    this.element.append(this.drawings, this.playbar.element, this.tables.element);
    root.append(this.element);
    this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    Object.assign(this, { figures: new Map(), clock: new Clock(this.still), turn: null, draws: 0, slowest: 0, held: {} });
    this.heard = ({ detail }) => this.#knob(detail);
    document.addEventListener('lossviz:knob', this.heard);
    this.element.addEventListener('keydown', (event) => this.#key(event));
    window.__board = hookOf(this);
  }

  /**
   * data: board (the module that draws), values, given (what else Python knows), words, language, file (how downloads
   * begin), heard (the move that Python has answered). What is dragged, or was while its answer is under way, stays.
   */
  async update(data, setStateValue) {
    this.report = setStateValue;
    if (!this.moves && (this.turn ?? 0) <= (data.heard ?? 0)) this.values = { ...data.values };
    this.data = data;
    this.instrument ??= await import(`./${data.board}.js`);
    this.#looked();
    this.instrument.attend?.(this.#scene(), (held) => { Object.assign(this.held, held); this.redraw(); });
    this.redraw();
  }

  #looked() {
    this.theme = themeOf(this.element);
    for (const shade of ['ink2', 'ink3', 'ctl']) this.element.style.setProperty(`--${shade}`, this.theme[shade]);
  }

  /** Everything that a picture depends on. `at`: the clock's frame; `held`: what `attend` fetched. */
  #scene() {
    const { values, theme, data, held, coarse, clock } = this;
    return { values, theme, words: data.words, given: data.given ?? {}, held, coarse: Boolean(coarse), at: clock.shown };
  }

  /**
   * {frames, label(at), begins ('play' or 'rest'), released ('play' or none), of (what passes; when another does, the
   * clock begins again)} of a page with a clock.
   */
  get timeline() { return this.instrument.timeline?.(this.#scene()) ?? null; }

  /** Draws with the next picture of the screen, once, however often it is asked. */
  redraw() {
    if (this.waiting || !this.instrument) return;
    this.waiting = requestAnimationFrame((now) => {
      this.waiting = null;
      this.#tick(now);
      const begin = performance.now();
      this.#draw();
      this.took = performance.now() - begin;
      this.slowest = Math.max(this.slowest, this.took);
      this.draws += 1;
    });
  }

  #tick(now) {
    const seconds = Math.min(0.1, (now - (this.before ?? now)) / 1000);
    const { timeline } = this;
    const moves = timeline && this.clock.advance(seconds, timeline.frames - 1, false);
    this.before = moves || this.clock.playing ? now : undefined;
    if (moves) this.redraw();
  }

  #draw() {
    const { timeline } = this;
    const last = timeline ? timeline.frames - 1 : 0;
    this.#begin(timeline, last);
    this.clock.position = Math.min(this.clock.position, last);
    const scene = this.#scene();
    this.#figures(this.instrument.figures(scene));
    this.tables.show(this.instrument.tables?.(scene) ?? []);
    this.playbar.element.hidden = !timeline;
    const { clock, data: { words } } = this;
    const at = Math.round(clock.shown);
    if (timeline) this.playbar.show({ at, last, playing: clock.playing, label: timeline.label(at), words });
  }

  /**
   * A clock that begins by playing rests at its end where the reader wants less motion. One that rests on its last frame
   * goes along with those that come.
   */
  #begin(timeline, last) {
    const passes = timeline ? timeline.of ?? true : this.passes;
    const grown = this.last > 0 && last > this.last && this.clock.position >= this.last;
    this.last = last;
    if (passes === this.passes) {
      if (grown) this.clock.seek(last);
      return;
    }
    this.passes = passes;
    this.clock.seek(timeline.begins === 'play' && this.still ? last : 0);
    if (timeline.begins === 'play' && !this.still) this.play();
  }

  #figures(drawn) {
    const ids = drawn.map(({ id }) => id).join();
    if (ids !== this.ids) this.#arrange(drawn);
    this.ids = ids;
    const { theme, data: { words, file } } = this;
    for (const each of drawn) {
      const figure = this.figures.get(each.id);
      figure.element.classList.toggle('wide', Boolean(each.wide));
      figure.element.classList.toggle('third', Boolean(each.third));
      figure.measure(each);
      figure.draw(each, { theme, words, file });
    }
  }

  #arrange(drawn) {
    for (const [id, figure] of this.figures) {
      if (drawn.some((each) => each.id === id)) continue;
      figure.destroy();
      this.figures.delete(id);
    }
    for (const { id } of drawn) {
      if (!this.figures.has(id)) this.figures.set(id, new Figure(this.#told()));
      this.drawings.append(this.figures.get(id).element);
    }
  }

  #told() {
    return {
      moving: (change) => this.#moving(change),
      moved: () => this.#moved(),
      pointing: (at) => this.#pointing(at),
      resized: () => { this.#looked(); this.redraw(); },
    };
  }

  /** A handle is dragged: the picture follows at once, and knobs that show the same values do too. */
  #moving(change) {
    this.moves = true;
    Object.assign(this.values, change);
    document.dispatchEvent(new CustomEvent('lossviz:set', { detail: change }));
    if (this.timeline?.released) this.clock.seek(0);
    this.#hurry();
  }

  /** What the pointer means in one figure is shown in all of them. */
  #pointing(at) {
    if (String(at) === String(this.held.pointed ?? null)) return;
    this.held.pointed = at;
    this.redraw();
  }

  #moved() {
    this.moves = false;
    this.turn = Math.max(Date.now(), (this.turn ?? 0) + 1);
    this.report('values', { turn: this.turn, values: this.values });
    if (this.timeline?.released === 'play') this.#release();
    this.redraw();
  }

  /** A knob is turned: the picture follows before Python hears of it. */
  #knob({ name, value }) {
    if (!this.values || !(name in this.values)) return;
    this.values[name] = value;
    this.#hurry();
  }

  /** Coarse while something moves, fine after it. */
  #hurry() {
    this.coarse = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => { this.coarse = false; this.redraw(); }, SETTLE);
    this.redraw();
  }

  #release() {
    const last = this.timeline.frames - 1;
    if (this.still) this.clock.seek(last);
    else { this.clock.seek(0); this.clock.play(last); }
  }

  play() {
    const { clock, timeline } = this;
    if (!timeline) return;
    if (clock.playing) clock.rest();
    else clock.play(timeline.frames - 1);
    this.redraw();
  }

  seek(at) {
    this.clock.seek(Math.max(0, Math.min((this.timeline?.frames ?? 1) - 1, at)));
    this.redraw();
  }

  step(by) { this.seek(Math.round(this.clock.position) + by); }
  reset() { this.seek(0); }

  /** Space plays, arrows step, R goes back; a control that uses the key itself keeps it. */
  #key(event) {
    const { target, key } = event;
    if (!this.timeline || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input') && key !== ' ') return;
    if (key === ' ' && !target.closest('button:not(.handle)')) this.play();
    else if (key in KEYS) this.step(KEYS[key]);
    else if (key === 'r' || key === 'R') this.reset();
    else return;
    event.preventDefault();
  }

  destroy() {
    this.instrument?.leave?.();
    document.removeEventListener('lossviz:knob', this.heard);
    cancelAnimationFrame(this.waiting);
    clearTimeout(this.settling);
    for (const figure of this.figures.values()) figure.destroy();
    this.element.remove();
  }
}

/** What a test may read of a board, and nothing that it could change. */
const hookOf = (board) => Object.freeze({
  get figures() { return [...board.figures.keys()]; },
  get values() { return { ...board.values }; },
  get draws() { return board.draws; },
  get took() { return board.took; },
  get slowest() { return board.slowest; },
  get at() { return board.clock.shown; },
  get playing() { return board.clock.playing; },
  get settled() { return board.draws > 0 && !board.waiting && !board.coarse; },
  /** A figure's numbers, as its CSV has them. */
  rows: (id) => board.figures.get(id).drawn.rows(),
  /** Where a value of a figure lies in the window. */
  place(id, x, y) {
    const { plot, area } = board.figures.get(id);
    const box = area.getBoundingClientRect();
    return [box.x + plot.X(x), box.y + plot.Y(y)];
  },
});
