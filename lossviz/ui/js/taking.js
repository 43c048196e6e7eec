/** A stage and a wish enter; what the reader takes along leaves as a download: a picture, slides, or an animation. */

import { make } from './dom.js';
import { CLEAR_COLOUR, Gif } from './gif.js';
import { Palette } from './palette.js';
import { densityOf, download, fileName, layoutOf, picture } from './save.js';
import { Strip } from './strip.js';
import { zipped } from './zip.js';

const FRAMES = 60;
const SLIDES = 6;
const SAMPLES = 4; // pictures of which the animation's colours are taken
const SECONDS = 4; // an animation plays as long as the stage
const LAST = 150; // hundredths of a second for which it rests on the end
const BREATH = 4; // milliseconds left to the page after each picture
const LARGEST = 600_000; // pixels of an animation

export class Taking {
  constructor(stage) {
    this.stage = stage;
    this.done = null;
  }

  png() {
    this.stage.drawNow(0);
    picture(this.stage, densityOf(this.stage.elements)).toBlob((blob) => download(blob, `${fileName(this.stage)}.png`));
  }

  /** Python's wish, {kind: "gif" or "slides", nth}; each is heard once. */
  hear(wish) {
    if (!wish || wish.nth === this.done || this.progress) return;
    this.done = wish.nth;
    if (wish.kind === 'gif') this.#errand((step) => this.#animation(step));
    else this.#errand((step) => this.#slides(step));
  }

  /** Goes through the run with the bar out of reach; `step(n, of)` says how far it is, and throws when it is cancelled. */
  async #errand(work) {
    const { stage } = this;
    const before = stage.clock.position;
    stage.waiting = false;
    this.progress = new Progress(stage.elements.bar, stage.words);
    try {
      while (stage.used.some(({ state }) => state === 'loading')) await this.progress.step(0, 1);
      await work((n, of) => this.progress.step(n, of));
    } catch (fault) {
      if (!(fault instanceof Cancelled)) throw fault;
    } finally {
      this.progress.close();
      this.progress = null;
      stage.clock.seek(before);
      if (stage.elements.frame.isConnected) stage.redraw();
    }
  }

  async #animation(step) {
    const { stage } = this;
    const layout = layoutOf(stage);
    const density = Math.min(densityOf(stage.elements), Math.sqrt(LARGEST / (layout.width * layout.height)));
    const shot = (i, of) => {
      this.#at((stage.lead.last * i) / (of - 1), i ? SECONDS / of : Infinity);
      return pixelsOf(picture(stage, density, layout));
    };
    const samples = [];
    for (let i = 0; i < SAMPLES; i++) {
      await step(0, FRAMES);
      samples.push(shot(i, SAMPLES).pixels);
    }
    const palette = new Palette(samples, CLEAR_COLOUR);
    let gif = null;
    for (let i = 0; i < FRAMES; i++) {
      await step(i, FRAMES);
      const { pixels, width, height } = shot(i, FRAMES);
      await step(i + 1, FRAMES);
      gif ??= new Gif(width, height, palette.colours);
      gif.add(palette.numbers(pixels), i === FRAMES - 1 ? LAST : Math.round((100 * SECONDS) / (FRAMES * stage.clock.rate)));
    }
    download(gif.blob, `${fileName(stage)}.gif`);
  }

  /** Numbered pictures at equal steps of training, and all of them in one strip. */
  async #slides(step) {
    const { stage } = this;
    const density = densityOf(stage.elements);
    const strip = new Strip(stage, SLIDES, density);
    const files = [];
    for (let i = 0; i < SLIDES; i++) {
      await step(i, SLIDES);
      this.#at(stage.lead.tape.at(i / (SLIDES - 1)));
      strip.add();
      files.push([`${fileName(stage)}-${i + 1}.png`, await png(picture(stage, density))]);
    }
    await step(SLIDES, SLIDES);
    files.push([`${fileName(stage)}-strip.png`, await png(strip.canvas)]);
    download(zipped(files), `${fileName(stage)}-slides.zip`);
  }

  /** The stage at a moment, finely drawn; axes as they are `seconds` after the moment before. */
  #at(position, seconds = Infinity) {
    this.stage.clock.seek(position);
    this.stage.busy = true; // or the table would work out its slow numbers between two pictures
    this.stage.drawNow(seconds);
  }
}

class Cancelled extends Error {}

/** Lies over the bar: how far it is, and a button to leave it. */
class Progress {
  constructor(bar, words) {
    this.element = make('div', 'taking');
    this.done = make('div', 'done');
    this.count = make('span');
    const cancel = make('button', '', words.cancel);
    cancel.type = 'button';
    cancel.onclick = () => { this.cancelled = true; };
    this.done.setAttribute('role', 'progressbar');
    this.done.setAttribute('aria-label', words.drawing);
    this.element.append(this.done, make('span', '', words.drawing), this.count, cancel);
    bar.append(this.element);
  }

  /** Says it, and lets the page breathe. Raises Cancelled when the reader, or the page, has left. */
  async step(n, of) {
    this.count.textContent = `${n} / ${of}`;
    this.done.setAttribute('aria-valuenow', Math.round((100 * n) / of));
    this.done.style.setProperty('--read', n / of);
    await new Promise((go) => { setTimeout(go, BREATH); });
    if (this.cancelled || !this.element.isConnected) throw new Cancelled();
  }

  close() { this.element.remove(); }
}

function pixelsOf(canvas) {
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { pixels: new Uint32Array(data.buffer), width, height };
}

async function png(canvas) {
  const blob = await new Promise((go) => { canvas.toBlob(go, 'image/png'); });
  return new Uint8Array(await blob.arrayBuffer());
}
