/** The component `lossviz.pad`: strokes of mouse, finger or pen enter, a digit as MNIST has its own leaves. */

import { make, name, say } from './dom.js';
import { centred, SIDE } from './mnist.js';
import { themeOf, triple } from './theme.js';

const EDGE = 280;
const STROKE = 20;
const REST = 150; // milliseconds after a stroke before the digit is reported

const pads = new WeakMap();

export default function mount({ parentElement, data: [data], setStateValue }) {
  let pad = pads.get(parentElement);
  if (!pad) pads.set(parentElement, (pad = new Pad(parentElement)));
  pad.update(data, setStateValue);
  return () => {
    pads.delete(parentElement);
    pad.destroy();
  };
}

class Pad {
  constructor(root) {
    this.element = make('div', 'pad');
    this.ground = make('canvas', 'ground');
    Object.assign(this.ground, { width: EDGE, height: EDGE });
    this.ground.setAttribute('role', 'img');
    this.hint = make('span', 'hint');
    this.seen = make('canvas', 'seen');
    Object.assign(this.seen, { width: SIDE, height: SIDE });
    this.said = make('p', 'said');
    this.said.setAttribute('role', 'status');
    const tools = make('div', 'tools');
    this.undo = this.#tool('undo', () => this.strokes.pop());
    this.clear = this.#tool('delete', () => { this.strokes = []; });
    tools.append(this.undo, this.clear, this.seen, this.said);
    this.element.append(this.ground, this.hint, tools);
    root.append(this.element);
    Object.assign(this, { strokes: [], digit: null, turn: 0, drawing: null });
    this.#listen();
  }

  /** data: words, and `pixels` of the digit that Python has, base64. */
  update({ words, pixels }, setStateValue) {
    Object.assign(this, { report: setStateValue, theme: themeOf(this.element) });
    for (const shade of ['ink2', 'ink3']) this.element.style.setProperty(`--${shade}`, this.theme[shade]);
    if (!this.turn) this.digit = pixels ? Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0)) : null;
    name(this.undo, words.undo);
    name(this.clear, words.clear);
    this.ground.setAttribute('aria-label', words.pad);
    say(this.hint, words.hint);
    this.#draw();
  }

  destroy() {
    clearTimeout(this.resting);
    document.removeEventListener('lossviz:placed', this.heard);
    this.element.remove();
  }

  #tool(icon, act) {
    const button = make('button', 'icon', icon);
    button.type = 'button';
    button.onclick = () => { act(); this.#changed(); };
    return button;
  }

  #listen() {
    const { ground } = this;
    const at = ({ clientX, clientY }) => {
      const box = ground.getBoundingClientRect();
      return [((clientX - box.x) / box.width) * EDGE, ((clientY - box.y) / box.height) * EDGE];
    };
    ground.onpointerdown = (event) => {
      if (event.button || this.drawing !== null) return;
      ground.setPointerCapture(event.pointerId);
      clearTimeout(this.resting);
      this.drawing = event.pointerId;
      this.strokes.push([at(event)]);
      this.#draw();
    };
    ground.onpointermove = (event) => {
      if (event.pointerId !== this.drawing) return;
      for (const part of event.getCoalescedEvents?.() ?? [event]) this.strokes.at(-1).push(at(part));
      this.#draw();
    };
    ground.onpointerup = ground.onpointercancel = (event) => {
      if (event.pointerId !== this.drawing) return;
      this.drawing = null;
      this.#changed();
    };
    // what the picture says of the digit, so that it is read where one draws
    this.heard = ({ detail }) => say(this.said, detail);
    document.addEventListener('lossviz:placed', this.heard);
  }

  #changed() {
    this.turn = Math.max(Date.now(), this.turn + 1);
    this.digit = centred(this.#pixels(), EDGE, EDGE);
    this.#draw();
    clearTimeout(this.resting);
    const { turn, digit } = this;
    const pixels = digit ? btoa(String.fromCharCode(...digit)) : '';
    this.resting = setTimeout(() => this.report('drawn', { turn, pixels }), REST);
  }

  /** How strongly each pixel is covered, 0…255. */
  #pixels() {
    const canvas = new OffscreenCanvas(EDGE, EDGE);
    const pen = canvas.getContext('2d');
    this.#stroke(pen, '#fff');
    return pen.getImageData(0, 0, EDGE, EDGE).data.filter((_, i) => i % 4 === 3);
  }

  #draw() {
    const { ground, strokes, digit, theme } = this;
    const pen = ground.getContext('2d');
    pen.clearRect(0, 0, EDGE, EDGE);
    this.#stroke(pen, theme.ink);
    const bare = !strokes.length && !digit;
    this.hint.hidden = !bare;
    this.undo.disabled = !strokes.length;
    this.clear.disabled = bare;
    const small = this.seen.getContext('2d');
    const picture = small.createImageData(SIDE, SIDE);
    const ink = triple(theme.ink).map((v) => v * 255);
    for (let i = 0; i < SIDE * SIDE; i++) picture.data.set([...ink, digit?.[i] ?? 0], 4 * i);
    small.putImageData(picture, 0, 0);
    if (strokes.length || !digit) return;
    pen.imageSmoothingEnabled = false; // a digit drawn on another visit to the page: its strokes are gone
    pen.drawImage(this.seen, 0, 0, EDGE, EDGE);
  }

  #stroke(pen, colour) {
    Object.assign(pen, { strokeStyle: colour, lineWidth: STROKE, lineCap: 'round', lineJoin: 'round' });
    for (const stroke of this.strokes) {
      pen.beginPath();
      pen.moveTo(...stroke[0]);
      for (const point of stroke) pen.lineTo(...point);
      pen.stroke();
    }
  }
}
