/** Panels, time and the reader's hand enter; one picture, drawn only while something moves, leaves. */

import { Badges } from './badges.js';
import { Bar } from './bar.js';
import { Camera, place } from './camera.js';
import { Card } from './card.js';
import { drawHistogram, drawLoss } from './charts.js';
import { Clock } from './clock.js';
import { addPlane, build, say } from './dom.js';
import { Glide } from './glide.js';
import { measured } from './measure.js';
import { Menu } from './menu.js';
import { filled } from './numbers.js';
import { badgePlaces, drawOverlay, drawStill } from './overlay.js';
import { Panel } from './panel.js';
import { Picture } from './picture.js';
import { listen } from './pointer.js';
import { Readings } from './readings.js';
import { save } from './save.js';
import { themeOf } from './theme.js';

const FIRST = 1 / 60;
const FADE = 0.12;
const SLOW = 0.025;
const SETTLE = 250;

export class Stage {
  constructor(root) {
    this.elements = build(root);
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    this.clock = new Clock(this.still.matches);
    this.camera = new Camera();
    this.panels = [];
    this.planes = [];
    this.layers = { regions: new Glide(1, FADE), margin: new Glide(1, FADE), vectors: new Glide(1, FADE) };
    this.marks = { centres: true, shapes: false };
    this.counts = { draws: 0, canvases: 1, firstMoveAt: null, interval: 0 };
    this.badges = new Badges(() => this.redraw());
    this.pen = this.elements.overlay.getContext('2d');
    this.#openPicture();
    this.#wire();
    window.__stage = this.#hook();
  }

  // ------------------------------------------------------------------ what Python says

  update({ panels, words, compact }, setStateValue) {
    Object.assign(this, { words, compact, setStateValue });
    const { elements } = this;
    elements.stage.classList.toggle('compact', compact);
    elements.stage.classList.toggle('single', panels.length === 1 && !compact);
    elements.stage.style.setProperty('--panels', panels.length);
    this.bar.speak(words);
    this.menu.speak(words);
    this.#match(panels.length);
    panels.forEach((given, i) => {
      say(this.planes[i].title, given.title);
      this.planes[i].title.hidden = panels.length === 1 && !compact;
      this.panels[i].show({ key: given.key, url: given.url, live: given.live });
    });
    this.theme = themeOf(elements.frame);
    this.#measure();
    this.redraw();
  }

  /** As many panels as asked for; the planes of the others stay, hidden. */
  #match(count) {
    while (this.planes.length < count) {
      const i = this.planes.length;
      const plane = addPlane(this.elements.planes);
      this.planes.push(plane);
      this.panels.push(new Panel((panel, swapped) => this.#came(panel, swapped)));
      listen(plane.plane, this.camera, { panel: () => plane.drawn, moved: () => this.redraw(), hover: (point, at) => this.#hover(i, point, at) });
    }
    this.planes.forEach(({ figure }, i) => { figure.hidden = i >= count; });
    this.panels.slice(count).forEach((panel) => panel.close());
    this.count = count;
  }

  get used() { return this.panels.slice(0, this.count); }
  get lead() { return this.used.reduce((a, b) => (b.tape.frames.length > a.tape.frames.length ? b : a), this.panels[0]); }
  get isLive() { return this.used.some((panel) => panel.live); }

  // ------------------------------------------------------------------ what the runs bring

  #came(panel, swapped) {
    if (swapped) this.#begin(panel);
    if (panel.state === 'recorded' && this.waiting && this.used.every((p) => p.state !== 'loading')) this.#replay();
    if (panel.state === 'ended') this.#report(panel);
    this.redraw();
  }

  /** Another run took over: its own way of moving. */
  #begin(panel) {
    this.counts.firstMoveAt = null;
    this.clock.seek(0);
    if (panel.source.live) this.clock.follow();
    else this.waiting = true;
  }

  #replay() {
    this.waiting = false;
    if (this.still.matches) this.clock.seek(this.lead.last);
    else this.clock.play(this.lead.last);
  }

  #report(panel) {
    if (panel.reported === panel.source.key) return;
    panel.reported = panel.source.key;
    this.setStateValue('ended', { key: panel.source.key, state: panel.tape.ending.state });
  }

  // ------------------------------------------------------------------ what the reader does

  #wire() {
    const { elements } = this;
    this.bar = new Bar(elements, {
      play: () => this.#play(),
      step: (by) => this.#seek(Math.round(this.clock.position) + by),
      seek: (at) => this.#seek(at),
      reset: () => { this.camera.reset(); this.redraw(); },
      png: () => this.#save(),
      full: () => this.#full(),
    });
    this.menu = new Menu(elements, { chosen: (layer, on) => this.#choose(layer, on), viewed: (view) => this.#look(view) });
    this.readings = new Readings(elements.readings);
    this.card = new Card(elements.card);
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener('lossviz:knob', ({ detail }) => this.#turned(detail), { signal });
    document.addEventListener('visibilitychange', () => this.#returned(), { signal });
    this.still.addEventListener('change', () => { this.clock.still = this.still.matches; this.redraw(); }, { signal });
    elements.frame.addEventListener('fullscreenchange', () => this.bar.full(Boolean(elements.frame.getRootNode().fullscreenElement)));
    this.watcher = new ResizeObserver(() => { this.#measure(); this.redraw(); });
    this.watcher.observe(elements.stage);
  }

  #play() {
    const { clock, lead } = this;
    if (clock.playing) clock.rest();
    else if (this.isLive && clock.position >= lead.last - 1) clock.follow();
    else clock.play(lead.last);
    this.redraw();
  }

  #seek(at) {
    this.waiting = false;
    this.clock.seek(Math.max(0, Math.min(this.lead.last, at)));
    this.redraw();
  }

  #choose(layer, on) {
    if (layer in this.layers) this.layers[layer].to(on ? 1 : 0, this.still.matches);
    else this.marks[layer] = on;
    this.redraw();
  }

  #look(view) {
    for (const panel of this.used) panel.look(view, this.still.matches);
    this.redraw();
  }

  #turned({ name, value }) {
    for (const panel of this.used) panel.knob = { ...panel.knob, [name]: value };
    this.redraw();
  }

  /** After a while in the background: the newest frame at once, never the ones missed in a burst. */
  #returned() {
    if (document.hidden) return;
    if (this.clock.mode === 'follow') this.clock.position = this.lead.last;
    this.redraw();
  }

  #full() {
    if (this.elements.frame.getRootNode().fullscreenElement) document.exitFullscreen();
    else this.elements.frame.requestFullscreen();
  }

  #save() {
    this.#draw();
    save(this.elements, this.planes.slice(0, this.count), this.theme, `lossviz-${this.lead.header.key?.slice(0, 8)}.png`);
  }

  #hover(index, point, at) {
    const { plane, drawn } = this.planes[index];
    this.hovered = point === null || !drawn ? null : { index, point };
    if (!this.hovered) this.card.hide();
    else {
      const stage = this.elements.stage.getBoundingClientRect();
      const box = plane.getBoundingClientRect();
      this.card.show({
        at: [at[0] + box.x - stage.x, at[1] + box.y - stage.y], space: stage, point, digits: this.panels[index].digits,
        result: measured(drawn.now, drawn.header, drawn.labels), header: drawn.header, words: this.words, theme: this.theme,
      });
    }
    this.redraw();
  }

  // ------------------------------------------------------------------ drawing

  #openPicture() {
    const { gl, notice } = this.elements;
    try { this.picture = new Picture(gl); } catch { this.picture = null; }
    gl.addEventListener('webglcontextlost', (event) => event.preventDefault());
    gl.addEventListener('webglcontextrestored', () => { this.picture.build(); this.redraw(); });
    notice.hidden = Boolean(this.picture);
  }

  /** Reads where everything lies; only when the size has changed. */
  #measure() {
    const { stage, planes, histogram, curve, overlay } = this.elements;
    const origin = stage.getBoundingClientRect();
    const box = (element, from) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x - from.x, y: y - from.y, width, height };
    };
    const around = planes.getBoundingClientRect();
    for (const plane of this.planes) Object.assign(plane, { box: box(plane.plane, origin), glBox: box(plane.plane, around) });
    this.size = { width: origin.width, height: origin.height, planes: { width: around.width, height: around.height } };
    this.charts = { histogram: box(histogram, origin), curve: box(curve, origin) };
    this.dpr = Math.min(3, devicePixelRatio || 1);
    overlay.width = Math.round(origin.width * this.dpr);
    overlay.height = Math.round(origin.height * this.dpr);
    this.charted = null;
  }

  redraw() {
    this.pending ??= requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    this.pending = null;
    const passed = this.before ? Math.min(0.25, (now - this.before) / 1000) : FIRST;
    const moving = this.#advance(passed);
    this.#pace(moving && this.before ? passed : 0);
    this.before = moving ? now : 0;
    if (moving) this.#coarsen();
    this.#draw();
    if (moving) this.redraw();
  }

  /** Slow graphics get coarse regions while something moves, and fine ones soon after it has come to rest. */
  #coarsen() {
    if (!this.slow) return;
    this.coarse = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => { this.coarse = false; this.redraw(); }, SETTLE);
  }

  #advance(seconds) {
    const fades = Object.values(this.layers).map((glide) => glide.advance(seconds));
    const views = this.used.map((panel) => panel.ease(this.still.matches ? 60 : seconds));
    const position = this.clock.position;
    const playing = this.clock.advance(seconds, this.lead.last, this.isLive);
    if (this.clock.position > position && position === 0) this.counts.firstMoveAt ??= performance.now();
    return playing || fades.some(Boolean) || views.some(Boolean);
  }

  /** Remembers how long a moving frame takes: slow graphics get regions once per frame instead of tweened. */
  #pace(seconds) {
    if (!seconds) return;
    this.counts.interval += (seconds - this.counts.interval) * 0.2;
    if (this.counts.interval > SLOW) this.slow = true;
  }

  #draw() {
    if (!this.words || !this.size) return;
    const position = this.clock.shown;
    const share = this.lead.tape.share(position);
    this.picture?.begin(this.size.planes.width, this.size.planes.height, this.dpr);
    this.pen.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    this.used.forEach((panel, i) => this.#drawPanel(panel, i, panel === this.lead ? position : panel.tape.at(share)));
    this.counts.draws += 1;
    this.#tell(position);
  }

  #drawPanel(panel, i, position) {
    const plane = this.planes[i];
    const { box } = plane;
    this.pen.clearRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
    const state = panel.at(position, { box, camera: this.camera, slow: this.slow });
    plane.drawn = state;
    plane.plane.style.touchAction = this.camera.zoom > 1 ? 'none' : 'pan-y';
    plane.progress.style.transform = `scaleX(${panel.tape.expected ? panel.tape.frames.length / panel.tape.expected : 0})`;
    plane.progress.classList.toggle('shown', panel.state === 'loading');
    if (!state) return;
    Object.assign(state, this.#dress(state));
    this.badges.place(plane, state.badges = badgePlaces(state), panel.header, this.words, i === 0);
    state.shown = this.badges.shown;
    this.picture?.draw(i, plane.glBox, { ...state, sites: state.regions, coarse: this.coarse, layers: { ...state.layers, regions: this.layers.regions.value } });
    if (this.hovered?.index === i) state.hovered = this.#ringAt(state);
    this.pen.save();
    this.pen.translate(box.x, box.y);
    if (!this.picture) drawStill(this.pen, state);
    drawOverlay(this.pen, state);
    this.pen.restore();
  }

  /** How the reader wants a panel drawn. */
  #dress({ view }) {
    const vectors = this.compact && view.circle < 0.5 ? 0 : this.layers.vectors.value;
    return {
      theme: this.theme,
      compact: this.compact,
      radius: this.count > 1 || view.width < 400 ? 1.8 : 2.4,
      layers: { regions: this.layers.regions.value, margin: this.layers.margin.value, vectors, ...this.marks, centres: this.marks.centres && !this.compact },
    };
  }

  #ringAt({ view, now }) {
    const i = this.hovered.point;
    return place(view, now.points[i * now.dim] * now.unit, now.points[i * now.dim + 1] * now.unit, i);
  }

  /** Bar, readings and charts: written only when another frame, run or size is shown. */
  #tell(position) {
    const { lead, clock, words } = this;
    const at = Math.min(Math.round(position), lead.last);
    const frame = lead.tape.frames[at];
    const lost = this.used.some((panel) => panel.state === 'lost');
    const { last } = lead;
    const { expected, epochs } = lead.tape;
    this.bar.show({ at, last, expected, playing: clock.playing, frame, epochs, lost });
    const told = [frame, last, lead.labels, this.theme, words, lead.header, this.size].map((part, i) => (this.told?.[i] === part));
    if (told.every(Boolean)) return;
    this.told = [frame, last, lead.labels, this.theme, words, lead.header, this.size];
    if (!frame) return;
    this.#describe(frame);
    if (this.count > 1 || this.compact) return;
    const result = measured(frame, lead.header, lead.labels);
    this.readings.show(frame, lead.header, result, words);
    this.#chart('histogram', (box) => result && drawHistogram(this.pen, box, { result, most: lead.tape.limit, words, theme: this.theme }));
    this.#chart('curve', (box) => drawLoss(this.pen, box, this.#losses(at)));
    this.menu.show(this.#has(), this.#on(), lead.circle.target ? 'circle' : 'plane');
  }

  #describe(frame) {
    const titles = this.planes.slice(0, this.count).map(({ title }) => title.textContent).join(', ');
    this.elements.planes.setAttribute('aria-label', filled(this.words.picture, { title: titles, points: frame.count }));
    say(this.elements.notice, this.picture ? '' : this.words.no_webgl);
  }

  #losses(at) {
    const { tape, header } = this.lead;
    const losses = tape.frames.map(({ step, readings }) => ({ step, loss: readings.loss }));
    const floorFrom = header.recipe?.knobs?.blend ?? 0;
    return { losses, at, steps: tape.steps, epochs: tape.epochs, floor: header.floor ?? NaN, floorFrom, words: this.words, theme: this.theme };
  }

  #chart(name, draw) {
    const { x, y, width, height } = this.charts[name];
    if (!width || !height) return;
    this.pen.save();
    this.pen.translate(x, y);
    this.pen.clearRect(-2, -2, width + 10, height + 4);
    draw({ width, height });
    this.pen.restore();
  }

  #has() {
    const frame = this.lead.tape.frames[0];
    const plane = frame.dim === 2;
    return { regions: plane, margin: plane && Boolean(this.lead.header.margin), vectors: Boolean(frame.vectors), centres: Boolean(frame.centres), shapes: true };
  }

  #on() {
    const faded = Object.fromEntries(Object.entries(this.layers).map(([key, glide]) => [key, glide.target === 1]));
    return { ...faded, ...this.marks };
  }

  // ------------------------------------------------------------------ for tests, and the end

  #hook() {
    const stage = this;
    return {
      get frames() { return stage.lead.tape.frames.length; },
      get shown() { return Math.round(stage.clock.shown); },
      get playing() { return stage.clock.playing; },
      get key() { return stage.lead.header.key; },
      get state() { return stage.lead.state; },
      get steps() { return stage.lead.tape.frames.map((f) => f.step); },
      get view() { return stage.lead.circle.target ? 'circle' : 'plane'; },
      get zoom() { return stage.camera.zoom; },
      get hidden() { return [...stage.badges.hidden]; },
      get margin() { return stage.lead.margin; },
      get draws() { return stage.counts.draws; },
      get canvases() { return stage.counts.canvases; },
      get firstMoveAt() { return stage.counts.firstMoveAt; },
      get slow() { return Boolean(stage.slow); },
      get panels() { return stage.used.map((p) => ({ key: p.header.key, state: p.state, frames: p.tape.frames.length })); },
    };
  }

  destroy() {
    cancelAnimationFrame(this.pending);
    clearTimeout(this.settling);
    this.stop.abort();
    this.watcher.disconnect();
    this.panels.forEach((panel) => panel.close());
    this.picture?.gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.elements.frame.remove();
  }
}
