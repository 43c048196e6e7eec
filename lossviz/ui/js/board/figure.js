/** A figure's description enters; its canvas, handles, read-out and downloads stand in the page. */

import { make, name, say } from '../dom.js';
import { drawFrame, plotOf } from './plot.js';
import { Handles } from './handle.js';
import { take } from './take.js';

const DENSEST = 3;
const KINDS = ['png', 'svg', 'csv'];

export class Figure {
  /** `told`: moving(change), moved(), and resized() when the room has changed. */
  constructor(told) {
    this.element = make('figure', 'drawing');
    const head = make('figcaption');
    [this.title, this.note] = [make('span', 'title'), make('span', 'note')];
    head.append(this.title, this.note, this.#tools());
    this.area = make('div', 'area');
    this.canvas = make('canvas');
    this.canvas.setAttribute('role', 'img');
    this.tip = make('div', 'tip');
    this.tip.hidden = true;
    this.area.append(this.canvas, this.tip);
    this.element.append(head, this.area);
    this.handles = new Handles(this.area, told);
    this.watch = new ResizeObserver(() => told.resized());
    this.watch.observe(this.area);
    this.area.onpointermove = (event) => this.#read(event, told);
    this.area.onpointerleave = () => {
      this.tip.hidden = true;
      told.pointing(null);
    };
    this.area.onclick = (event) => this.#pick(event, told);
    this.area.onpointerdown = (event) => this.#sweep(event, told);
  }

  /** The download button and its three kinds; a press elsewhere or Escape shuts the list. */
  #tools() {
    const box = make('span', 'take');
    const button = make('button', 'icon', 'download');
    button.type = 'button';
    const list = make('span', 'kinds');
    list.hidden = true;
    const shut = (hidden) => {
      list.hidden = hidden;
      button.setAttribute('aria-expanded', String(!hidden));
    };
    for (const kind of KINDS) {
      const one = make('button', '', kind.toUpperCase());
      Object.assign(one, { type: 'button', onclick: () => { take(kind, this.taken, this.file); shut(true); } });
      list.append(one);
    }
    button.onclick = () => shut(!list.hidden);
    box.onkeydown = (event) => { if (event.key === 'Escape') shut(true); };
    box.addEventListener('focusout', ({ relatedTarget }) => { if (!box.contains(relatedTarget)) shut(true); });
    box.append(button, list);
    shut(true);
    this.button = button;
    return box;
  }

  /** Reads how much room there is; to be called before `draw` when it may have changed. */
  measure({ aspect = 1 }) {
    this.element.style.setProperty('--aspect', aspect);
    const { width, height } = this.area.getBoundingClientRect();
    const dpr = Math.min(DENSEST, devicePixelRatio || 1);
    Object.assign(this, { width, height, dpr });
    const [across, down] = [Math.round(width * dpr), Math.round(height * dpr)];
    if (this.canvas.width !== across || this.canvas.height !== down) Object.assign(this.canvas, { width: across, height: down });
  }

  /**
   * drawn: {id, title, note, plot (see plotOf), draw(pen, plot), handles, read(x, y) → lines, rows() for the CSV,
   * pick(x, y) → changed values for a press beside the handles, swept(dx, dy) → those for a drag of the ground by pixels,
   * pointed(x, y) → what the pointer means, which all figures then know as `scene.held.pointed`};
   * `words.download` names the button, `file` begins the downloads' names.
   */
  draw(drawn, { theme, words, file }) {
    if (!this.width) return;
    Object.assign(this, { drawn, file: `${file}-${drawn.id}` });
    say(this.title, drawn.title);
    say(this.note, drawn.note ?? '');
    if (this.button.title !== words.download) name(this.button, words.download);
    this.canvas.classList.toggle('sweeps', Boolean(drawn.swept));
    this.canvas.setAttribute('aria-label', [drawn.title, drawn.note].filter(Boolean).join('. '));
    const { width, height } = this;
    this.plot = plotOf({ width, height }, drawn.plot);
    const pen = this.canvas.getContext('2d');
    pen.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.#paint(pen, drawn, this.plot, theme);
    this.handles.place(this.plot, drawn.handles ?? []);
    if (this.pointed) this.#tell(...this.pointed);
    this.theme = theme;
  }

  /** What is taken away: the figure as it stands, redrawn for paper. */
  get taken() {
    const { drawn, theme, width, height } = this;
    const draw = (pen) => this.#paint(pen, drawn, plotOf({ width, height }, drawn.plot), theme);
    return { title: drawn.title, note: drawn.note, width, height, theme, draw, rows: drawn.rows() };
  }

  #paint(pen, drawn, plot, theme) {
    drawn.draw(pen, plot);
    if (drawn.plot.x.label || drawn.plot.x.ticks) drawFrame(pen, plot, theme);
    drawn.over?.(pen, plot);
  }

  #read({ clientX, clientY, pointerType, target }, told) {
    const { x, y } = this.area.getBoundingClientRect();
    const away = pointerType === 'touch' && !target.classList.contains('handle');
    this.pointed = away ? null : [clientX - x, clientY - y];
    if (!this.plot || !this.pointed) return;
    this.#tell(...this.pointed);
    if (this.drawn.pointed) told.pointing(this.drawn.pointed(this.plot.x(this.pointed[0]), this.plot.y(this.pointed[1])));
  }

  #pick({ clientX, clientY }, told) {
    const { x, y } = this.area.getBoundingClientRect();
    const change = this.drawn?.pick?.(this.plot.x(clientX - x), this.plot.y(clientY - y));
    if (!change) return;
    told.moving(change);
    told.moved();
  }

  /** A drag of the ground, where the figure has an answer to it. */
  #sweep(event, told) {
    if (event.button || event.target !== this.canvas || !this.drawn?.swept) return;
    event.preventDefault();
    const { canvas } = this;
    canvas.setPointerCapture(event.pointerId);
    canvas.onpointermove = ({ movementX, movementY }) => told.moving(this.drawn.swept(movementX, movementY));
    canvas.onlostpointercapture = () => {
      canvas.onpointermove = canvas.onlostpointercapture = null;
      told.moved();
    };
  }

  /** The read-out beside the pointer: what `read` says of the place, if anything. */
  #tell(px, py) {
    const { box, x, y } = this.plot;
    const inside = px >= box.x - 6 && px <= box.x + box.width + 6 && py >= box.y - 6 && py <= box.y + box.height + 6;
    const lines = (inside && this.drawn.read?.(x(px), y(py))) || [];
    this.tip.hidden = !lines.length || !this.area.matches(':hover');
    if (this.tip.hidden) return;
    say(this.tip, lines.join('\n'));
    const [left, up] = [px > this.width / 2, py > this.height / 2];
    this.tip.style.transform = `translate(${px}px, ${py}px) translate(${left ? 'calc(-100% - 12px)' : '12px'}, ${up ? 'calc(-100% - 12px)' : '12px'})`;
  }

  destroy() {
    this.watch.disconnect();
    this.element.remove();
  }
}
