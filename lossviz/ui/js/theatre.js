/** Panels, time and the reader's hand enter; one picture, drawn only while something moves, leaves. */

import { pullOf } from './arrows.js';
import { Badges } from './badges.js';
import { Bar } from './bar.js';
import { Camera } from './camera.js';
import { Canvases } from './canvases.js';
import { captionOf } from './caption.js';
import { Card } from './card.js';
import { Clock } from './clock.js';
import { addPlane, build, say } from './dom.js';
import { layersAtFirst, marksAtFirst } from './layers.js';
import { measured } from './measure.js';
import { Menu } from './menu.js';
import { Panel } from './panel.js';
import { Pinned } from './pinned.js';
import { listen } from './pointer.js';
import { Readings } from './readings.js';
import { ruled } from './ruled.js';
import { Taking } from './taking.js';
import { Teller } from './teller.js';
import { Transport } from './transport.js';
import { hookOf } from './hook.js';
import { coloured } from './strangers.js';
import { themeOf } from './theme.js';
import { Together, beside, leadOf, limitOf } from './together.js';
import { Touch } from './touched.js';

const FIRST = 1 / 60;
const LONGEST = 0.25;
const PAUSE = 1;
const SMALL = 400;
const KEY_TURN = Math.PI / 24;
const LEASH = 40; // pixels from the pointer up to which the hovered point keeps its card

export class Stage {
  constructor(root) {
    this.elements = build(root);
    this.camera = new Camera();
    Object.assign(this, { panels: [], planes: [], count: 0 });
    this.touch = new Touch(() => this.redraw());
    this.picked = null; // {panel: its index, point, pack: the digest of its digits}
    Object.assign(this, { layers: layersAtFirst(), marks: marksAtFirst() });
    this.badges = new Badges(() => this.redraw());
    this.canvases = new Canvases(this.elements, () => this.redraw());
    this.reduced = matchMedia('(prefers-reduced-motion: reduce)');
    this.clock = new Clock(this.still);
    this.#wire();
    this.hook = window.__stage = hookOf(this);
  }

  // what Python says

  /** `together`: {axes, clock} of a comparison, with a table under the panels; `note`: what a panel's caption adds. */
  update({ panels, words, compact, together, drawn = null, take }, setStateValue) {
    const { elements } = this;
    Object.assign(this, { words, compact, setStateValue, theme: themeOf(elements.frame) });
    for (const shade of ['ink2', 'ink3', 'ctl']) elements.stage.style.setProperty(`--${shade}`, this.theme[shade]);
    elements.stage.classList.toggle('compact', compact);
    elements.stage.classList.toggle('single', panels.length === 1 && !compact);
    elements.stage.style.setProperty('--panels', panels.length);
    this.teller.speak(words, Boolean(this.canvases.picture));
    this.#compare(together);
    this.#match(panels.length);
    panels.forEach(({ title, note, ...source }, i) => {
      this.planes[i].note = note;
      say(this.planes[i].title, title);
      this.planes[i].title.hidden = panels.length === 1 && !compact;
      this.panels[i].show(source);
    });
    if (this.touch.draw(drawn, elements.stage, this.used)) this.picked = null;
    this.#measure();
    this.taking.hear(take);
  }

  #compare(together) {
    this.rules = together;
    this.elements.stage.classList.toggle('together', Boolean(together));
    if (!together) return;
    this.together ??= new Together(this.elements.frame);
    this.together.speak(this.words, this.theme);
  }

  /** As many panels as asked for; those made before stay, hidden and without a source. */
  #match(count) {
    while (this.planes.length < count) this.#addPanel(this.planes.length);
    this.planes.forEach(({ figure }, i) => { figure.hidden = i >= count; });
    this.panels.slice(count).forEach((panel) => panel.close());
    this.count = count;
  }

  #addPanel(i) {
    const plane = addPlane(this.elements.planes);
    this.planes.push(plane);
    this.panels.push(new Panel((panel, swapped) => this.#came(panel, swapped)));
    listen(plane.plane, this.camera, {
      panel: () => plane.drawn, moved: () => this.#handled(), hover: (point, at) => this.#hover(i, point, at),
      pick: (point, at) => (this.touch.opens(plane.drawn, at) ? this.#pick(i, null, true) : this.#pick(i, point)),
    });
  }

  get used() { return this.panels.slice(0, this.count); }
  /** The run whose frames the bar counts: the longest, or while runs train and wait for each other the slowest. */
  get lead() { return leadOf(this.used, this.rules) ?? this.panels[0]; }
  get live() { return this.used.some((panel) => panel.live); }
  get still() { return this.reduced.matches || !this.canvases.picture; }

  // what the runs bring

  #came(panel, swapped) {
    if (swapped) this.#begin(panel);
    this.touch.follow(panel, true);
    if (panel.state === 'recorded' && this.waiting && this.used.every((p) => p.state !== 'loading')) this.#replay();
    if (panel.state === 'ended') this.#report(panel);
    this.transport.heard();
    this.redraw();
  }

  /** Another run's first frame is here: from now on it is the picture. */
  #begin(panel) {
    // plane and space are not seen from the same place; runs of one kind are, so the reader's view stays
    if (panel === this.lead && this.deep !== panel.deep) this.camera.centre();
    this.deep = this.lead.deep;
    this.firstMoveAt = null;
    this.clock.seek(0);
    if (this.picked && this.picked.pack !== this.panels[this.picked.panel].header.pack) this.picked = null;
    if (panel.source.live) this.clock.follow();
    this.waiting = !panel.source.live;
  }

  /** A recorded run plays once by itself, then rests on its last frame. */
  #replay() {
    this.waiting = false;
    if (this.still) this.clock.seek(this.lead.last);
    else this.clock.play(this.lead.last);
  }

  #report(panel) {
    const { key } = panel.source;
    if (panel.reported === key) return;
    panel.reported = key;
    this.setStateValue('ended', { key, state: panel.tape.ending.state });
  }

  // what the reader does

  #wire() {
    const { elements } = this;
    const transport = this.transport = new Transport(this, () => this.redraw());
    const bar = new Bar(elements, {
      play: () => transport.play(),
      step: (by) => transport.step(by),
      seek: (at) => transport.seek(at),
      reset: () => { this.camera.reset(); this.redraw(); },
      turn: (right, up) => this.#turn(right, up),
      magnify: (factor) => { this.camera.magnify(factor, 0, 0); this.redraw(); },
      png: () => this.taking.png(),
      full: () => this.#full(),
    });
    const menu = new Menu(elements, {
      chosen: (layer, on) => this.#choose(layer, on), viewed: (view) => this.#look(view),
      paced: (rate) => transport.pace(rate),
    });
    const readings = new Readings(elements.readings);
    this.teller = new Teller(elements, { bar, menu, readings, canvases: this.canvases }, () => this.redraw());
    this.card = new Card(elements.card);
    this.taking = new Taking(this);
    this.pinned = new Pinned(elements, {
      pick: (point) => this.#pick(this.picked?.panel ?? 0, point), close: () => this.#pick(0, null),
    });
    this.#listen(bar);
  }

  #listen(bar) {
    const { frame, stage } = this.elements;
    this.end = new AbortController();
    const { signal } = this.end;
    document.addEventListener('lossviz:knob', ({ detail }) => this.#turned(detail), { signal });
    document.addEventListener('visibilitychange', () => this.#returned(), { signal });
    this.reduced.addEventListener('change', () => { this.clock.still = this.still; this.redraw(); }, { signal });
    frame.addEventListener('fullscreenchange', () => bar.full(Boolean(this.fullscreen)));
    this.watcher = new ResizeObserver(() => this.#measure());
    this.watcher.observe(stage);
  }

  get fullscreen() { return this.elements.frame.getRootNode().fullscreenElement; }

  #choose(layer, on) {
    if (layer in this.layers) this.layers[layer].to(on ? 1 : 0, this.still);
    else this.marks[layer] = on;
    this.redraw();
  }

  /** One key's way around what is seen; false where no run lies in space. */
  #turn(right, up) {
    if (!this.used.some((panel) => panel.deep)) return false;
    this.camera.turn(-right * KEY_TURN, -up * KEY_TURN);
    this.#handled();
    return true;
  }

  #look(view) {
    for (const panel of this.used) panel.look(view, this.still);
    this.redraw();
  }

  #turned({ panel: at, name, value }) {
    this.used.forEach((panel, i) => { if ((at ?? i) === i) panel.knob = { ...panel.knob, [name]: value }; });
    this.redraw();
  }

  /** After a while in the background: the newest frame at once, never the missed ones in a burst. */
  #returned() {
    if (document.hidden) return;
    if (this.clock.mode === 'follow') this.clock.position = this.lead.last;
    this.redraw();
  }

  #full() {
    if (this.fullscreen) document.exitFullscreen();
    else this.elements.frame.requestFullscreen();
  }

  /** Draws at once and finely, to be taken along; `seconds`: how long after the picture before. */
  drawNow(seconds) {
    this.#advance(seconds);
    this.canvases.coarse = false;
    this.#draw();
  }

  #hover(index, point, at) {
    this.hovered = point === null ? null : { index, point, at };
    this.pointer = at ? { index, at } : null;
    if (point === null) this.card.hide();
    this.redraw();
  }

  #pick(panel, point, own = false) {
    const none = point === null || this.compact;
    this.touch.open = own;
    if (none && this.pinned.focused) this.elements.planes.focus();
    this.picked = none ? null : { panel, point, pack: this.panels[panel].header.pack };
    this.redraw();
  }

  /** The card goes along with its point, frame by frame, while that stays about where the pointer rests. */
  #accompany() {
    const { index, point, at } = this.hovered;
    const { box, drawn } = this.planes[index];
    const ring = index < this.count && drawn?.ring;
    if (ring && point === drawn.picked) { this.card.hide(); return; }
    if (!ring || Math.hypot(ring[0] - at[0], ring[1] - at[1]) > LEASH) { this.#hover(index, null); return; }
    const { header, labels, now } = drawn;
    this.card.show({
      at: [ring[0] + box.x, ring[1] + box.y], space: this.elements.stage.getBoundingClientRect(), point, header,
      names: (drawn.names ?? []).map((name) => ({ ...name, x: name.x + box.x, y: name.y + box.y })),
      digits: this.panels[index].digits, result: measured(now, header, labels), words: this.words, theme: this.theme,
    });
  }

  // drawing

  #measure() {
    const { histogram, curve } = this.elements;
    this.canvases.measure(this.planes, { histogram, curve });
    this.redraw();
  }

  redraw() { this.pending ??= requestAnimationFrame((now) => this.#tick(now)); }

  /** The reader's hand moves the camera: drawn at the pace of things that move. */
  #handled() {
    this.moved = true;
    this.redraw();
  }

  #tick(now) {
    this.pending = null;
    const since = this.before ? (now - this.before) / 1000 : FIRST;
    const passed = Math.min(LONGEST, since);
    const moving = this.#advance(passed);
    this.busy = moving;
    if (moving || (this.moved && since < PAUSE)) this.canvases.pace(passed);
    this.before = moving || this.moved ? now : 0;
    this.moved = false;
    this.#draw();
    if (moving) this.redraw();
  }

  #advance(seconds) {
    const { position } = this.clock;
    const playing = this.clock.advance(seconds, this.lead.last, this.live);
    const fades = Object.values(this.layers).map((glide) => glide.advance(seconds));
    const views = this.used.map((panel) => panel.ease(this.still ? Infinity : seconds, this.#position(panel)));
    if (position === 0 && this.clock.position > 0) this.firstMoveAt ??= performance.now();
    return playing || fades.some(Boolean) || views.some(Boolean);
  }

  #draw() {
    if (!this.count) return;
    const { lead, clock } = this;
    this.canvases.begin();
    this.used.forEach((panel, i) => this.#drawPanel(panel, i, this.#position(panel)));
    if (this.hovered) this.#accompany();
    this.pinned.tell(this);
    this.teller.tell({
      lead, at: Math.round(this.#position(lead)), playing: clock.playing, stepped: clock.mode === 'stride',
      trains: this.transport.trains, lost: this.used.some((panel) => panel.state === 'lost'),
      words: this.words, theme: this.theme, alone: this.count === 1 && !this.compact, layers: this.#drawn(),
      titles: this.planes.slice(0, this.count).map(({ title }) => title.textContent).join(', '),
    });
    if (this.rules) this.#tell();
  }

  /** What the table, the curves and the menu of a comparison show. */
  #tell() {
    const shown = this.used.map((panel, i) => (
      { panel, at: Math.round(this.#position(panel)), title: this.planes[i].title.textContent }));
    this.together.tell(shown, { moving: Boolean(this.busy), live: this.live });
    this.together.offer(this.teller.menu, this.#drawn(), this.lead);
  }

  /** Where a panel's run is on its tape: as far along as the leading run is on its own. */
  #position(panel) {
    const { lead } = this;
    const position = Math.min(this.clock.shown, lead.last);
    return panel === lead ? position : panel.tape.at(lead.tape.share(position));
  }

  #drawPanel(panel, i, position) {
    const plane = this.planes[i];
    const state = panel.at(position, { box: plane.box, camera: this.camera, slow: this.canvases.slow, limit: limitOf(panel, this.used, this.rules) });
    if (state) Object.assign(state, this.#dress(state, i), this.touch.at(state, panel, i, this.picked));
    if (state) Object.assign(state, ruled(state, panel.knobs, this.marks.neighbours));
    if (state?.layers.pull > 0) state.pull = pullOf(state, this.clock.mode === 'stride');
    this.canvases.panel(i, plane, state, () => {
      this.badges.place(plane, state, this.words, i === 0);
      state.shown = this.badges.shown;
    });
    plane.drawn = state;
    plane.plane.classList.toggle('zoomed', this.camera.zoom > 1);
    plane.plane.classList.toggle('deep', panel.deep);
    say(plane.caption, this.#caption(panel, state, plane.note));
    plane.caption.classList.toggle('spoken', Boolean(panel.source.changes));
    plane.progress.classList.toggle('shown', panel.state === 'loading');
    plane.progress.style.setProperty('--read', panel.progress);
  }

  #caption(panel, state, note) {
    const untried = panel.deep && !this.compact && !this.camera.touched;
    const said = captionOf(panel, state, { words: this.words, untried });
    if (this.rules) return beside(panel, state, { note, said, words: this.words });
    return [note, said].filter(Boolean).join('\n');
  }

  /** How the reader wants a panel drawn. In the small, arrows are for the circle and centres for the badges. */
  #dress({ view, header }, i) {
    const { regions, confidence, margin, vectors, pull } = this.layers;
    const arrows = this.compact && view.circle < 0.5 ? 0 : vectors.value;
    return {
      theme: coloured(this.theme, header),
      compact: this.compact,
      radius: view.width < SMALL ? 1.8 : 2.4,
      hovered: this.#hovers(i) ? this.hovered.point : null,
      pointer: this.pointer?.index === i ? this.pointer.at : null,
      zoom: this.camera.zoom,
      layers: {
        regions: this.canvases.picture ? regions.value : 0, confidence: confidence.value, margin: margin.value,
        vectors: arrows, pull: pull.value,
        rose: this.marks.rose && this.count === 1, shapes: this.marks.shapes, signs: this.marks.signs,
        centres: this.marks.centres && !this.compact,
        trails: this.marks.trails && !this.compact && !this.reduced.matches,
      },
    };
  }

  /** Whether the hovered digit is to be ringed in a panel: in its own, and in all of a comparison that have it. */
  #hovers(i) {
    if (!this.hovered) return false;
    const { index } = this.hovered;
    return index === i || Boolean(this.rules && this.panels[i].header.pack === this.panels[index].header.pack);
  }

  #drawn() {
    const faded = Object.entries(this.layers).map(([key, glide]) => [key, glide.target === 1]);
    return { ...Object.fromEntries(faded), ...this.marks };
  }

  destroy() {
    cancelAnimationFrame(this.pending);
    this.end.abort();
    this.watcher.disconnect();
    this.touch.close();
    this.panels.forEach((panel) => panel.close());
    this.canvases.destroy();
    this.together?.destroy();
    this.elements.frame.remove();
    if (window.__stage === this.hook) delete window.__stage;
  }
}
