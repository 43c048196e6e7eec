/** Panels and where each is on its tape enter; the table and the curves under them leave. */

import { cells } from './columns.js';
import { Curves } from './curves.js';
import { make } from './dom.js';
import { floorFrom, legAt } from './legs.js';
import { filled, plain, short } from './numbers.js';
import { offered } from './offered.js';
import { projected } from './projection.js';
import { Scores } from './scores.js';
import { Table } from './table.js';

const REST = 120; // milliseconds after which a picture counts as resting
const MOST = 2; // lines of a caption

export class Together {
  constructor(frame) {
    this.scores = new Scores(() => this.#write());
    this.table = new Table();
    this.curves = new Curves(() => this.#rested());
    this.element = make('div', 'together');
    this.element.append(this.table.element, this.curves.element);
    frame.append(this.element);
  }

  speak(words, theme) {
    this.words = words;
    for (const shade of ['ink2', 'ink3']) this.element.style.setProperty(`--${shade}`, theme[shade]);
    this.table.speak(words);
    this.curves.speak(words);
  }

  /** shown: per panel {panel, title, at: the number of its frame}; moving: whether the picture is; live: a run goes on. */
  tell(shown, { moving, live }) {
    this.live = live;
    this.shown = shown.filter(({ panel }) => panel.tape.frames.length);
    this.scores.rest();
    clearTimeout(this.resting);
    if (!moving) this.resting = setTimeout(() => this.#rested(), REST);
    this.#write();
  }

  /** Layers and views that any of the panels has. */
  offer(menu, layers, lead) {
    const each = this.shown.map(({ panel, at }) => {
      const frame = panel.tape.frames[at];
      const seen = { round: panel.circle.target === 1, labels: panel.labels, knobs: panel.knobs, neighbours: layers.neighbours };
      return offered(frame, legAt(panel.header, frame.step), seen);
    });
    const any = Object.fromEntries(Object.keys(each[0] ?? {}).map((key) => [key, each.some((has) => has[key])]));
    if (each.length) menu.show(any, layers, lead.circle.target === 1 ? 'circle' : 'plane', lead.deep);
  }

  /** Whether every panel still has the frame it was told with: a run that came since begins anew and is told next. */
  #there() { return this.shown?.length > 0 && this.shown.every(({ panel, at }) => panel.tape.frames[at]); }

  /** Works out what is in the picture, then all frames, so that the scrubber need not wait for them later. */
  #rested() {
    if (!this.#there()) return;
    const now = this.shown.map(({ panel, at }) => [panel.tape.frames[at], panel]);
    const all = this.shown.flatMap(({ panel }) => panel.tape.frames.map((frame) => [frame, panel]));
    this.scores.want(this.live ? now : [...now, ...all]);
    this.#write();
  }

  #write() {
    const { shown, words } = this;
    if (!this.#there()) return;
    const rows = shown.map(({ panel, at }) => this.#row(panel, panel.tape.frames[at]));
    const count = shown[0].panel.tape.frames[0].count.toLocaleString('en');
    const floors = rows.map(({ floor }) => (Number.isFinite(floor) ? filled(words.floor, { value: plain(floor) }) : ''));
    this.table.show({
      corner: filled(words.measured, { points: count }), titles: shown.map(({ title }) => title), rows: cells(rows), floors,
    });
    this.#draw();
  }

  /** The curves change with frames that come and numbers that are found, and not with every move of the picture. */
  #draw() {
    const { shown } = this;
    const state = ({ panel, title }) => [title, panel.source.key, panel.state === 'queued', panel.tape.frames.length, panel.tape.steps];
    const news = [this.curves.select.value, this.scores.count, ...shown.flatMap(state)].join();
    if (this.curves.differs(news)) {
      this.curves.show({ lines: shown.map((one) => this.#line(one)), epochs: shown[0].panel.tape.epochs, news });
    }
    this.curves.mark(shown.map(({ panel, at }) => panel.tape.share(at)));
  }

  /** A run that waits for its first frame has no numbers, though another's are in the picture. */
  #row(panel, frame) {
    if (panel.state === 'queued') return { frame: { readings: {} }, seconds: NaN, floor: NaN };
    const found = this.scores.of(frame, panel);
    const { digest } = panel.digits ?? {};
    return {
      frame, scores: found && { ...found, digits: digest }, digits: digest,
      seconds: panel.tape.ending?.cpu_seconds ?? NaN, floor: floorAt(panel, frame.step),
    };
  }

  #line({ panel, title }) {
    const { of } = this.curves.column;
    const { frames, steps } = panel.state === 'queued' ? { frames: [] } : panel.tape;
    const values = frames.map((frame) => {
      const row = { frame, scores: this.scores.of(frame, panel) };
      return { share: steps ? frame.step / steps : 0, value: of(row, row) ?? NaN };
    });
    return { title, values };
  }

  destroy() {
    this.scores.rest();
    clearTimeout(this.resting);
  }
}

/** The loss's floor, from the step on from which the published form is in force. */
function floorAt({ header, tape }, step) {
  const inForce = step >= floorFrom(header) * tape.steps;
  return inForce ? legAt(header, step).floor ?? NaN : NaN;
}

/** What a panel's caption says in a comparison, two lines at most: that it waits, its note, and its scale. */
export function beside(panel, state, { note, said, words }) {
  const waits = panel.state === 'queued' && state ? words.waits : '';
  const scale = state && !projected(panel.header) ? reach(state, words) : '';
  return [waits || note, scale, ...said.split('\n')].filter(Boolean).slice(0, MOST).join('\n');
}

/** "Axes ±12.3": how far a plane reaches from its middle; of the unit circle that only directions count. */
function reach({ view }, words) {
  if (view.circle > 0.5) return view.turn ? words.sphere_scale : words.circle_scale;
  return filled(words.scale, { value: short(Number((view.half / view.plane).toPrecision(2))) });
}

/** The panel whose frames the bar counts: the longest, or while runs train and wait for each other the slowest. */
export function leadOf(panels, rules) {
  const training = panels.filter(({ state }) => state === 'live' || state === 'lost');
  const done = ({ tape, last }) => tape.share(last);
  if (rules?.clock === 'slowest' && training.length) return training.reduce((a, b) => (done(b) < done(a) ? b : a));
  return panels.reduce((a, b) => (b.tape.frames.length > a.tape.frames.length ? b : a), panels[0]);
}

/** How far the plane of a panel reaches; in a comparison with shared axes as far as the widest. */
export const limitOf = (panel, panels, rules) =>
  (rules?.axes === 'shared' ? Math.max(...panels.map(({ limit }) => limit)) : panel.limit);
