/** What can be dragged or picked in a figure enters; buttons lie over it, and what the reader did to them leaves. */

import { make, name } from '../dom.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ENDS = ['Home', 'End'];
const SETTLE = 300; // milliseconds without another key, after which a move counts as done

export class Handles {
  /** `told`: moving(change) while a handle is dragged or as it is picked, moved() on its release. */
  constructor(area, told) { Object.assign(this, { area, told, buttons: new Map(), handles: new Map() }); }

  /**
   * handles: [{id, name (for the ear), x, y (values), step, ends: [low, high] of x, to which the keys Home and End go,
   * moved(x, y) → changed values, picked() → changed values}],
   * `plot` of the figure. A value's button goes wherever the value lies; the figure draws what is seen of it. Without
   * `moved` it stays where it is and only the keyboard reaches it, and the pointer picks by the figure's `pick`: all of
   * these are one stop of the Tab key, and arrows go from one to its neighbours.
   */
  place(plot, handles) {
    this.plot = plot;
    this.handles = new Map(handles.map((handle) => [handle.id, handle]));
    for (const [id, button] of this.buttons) {
      if (this.handles.has(id)) continue;
      button.remove();
      this.buttons.delete(id);
    }
    for (const handle of handles) this.#put(handle);
    if (handles.every(({ id, moved }) => moved || id !== this.stop)) this.#stopAt(handles.find(({ moved }) => !moved)?.id);
  }

  /** Lets the Tab key reach this one of the handles that stay where they are. */
  #stopAt(id) {
    this.stop = id;
    for (const [each, button] of this.buttons) button.tabIndex = this.handles.get(each)?.moved || each === id ? 0 : -1;
  }

  /** Goes to the nearest of the handles that stay, within an eighth of a turn of this way. */
  #goOn(id, [dx, dy]) {
    const place = ({ x, y }) => [this.plot.X(x), -this.plot.Y(y)];
    const [x0, y0] = place(this.handles.get(id));
    let [best, nearest] = [null, Infinity];
    for (const [other, handle] of this.handles) {
      const [x, y] = place(handle);
      const [along, aside] = [(x - x0) * dx + (y - y0) * dy, Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx)];
      if (other === id || handle.moved || along <= 0 || aside > along || along + aside >= nearest) continue;
      [best, nearest] = [other, along + aside];
    }
    if (best === null) return;
    this.#stopAt(best);
    this.buttons.get(best).focus({ preventScroll: true });
  }

  #put(handle) {
    const button = this.buttons.get(handle.id) ?? this.#button(handle.id);
    const [x, y] = [plotted(this.plot.X(handle.x)), plotted(this.plot.Y(handle.y))];
    const where = `translate(${x}px, ${y}px)`;
    if (button.style.transform !== where) button.style.transform = where;
    if (button.title !== handle.name) name(button, handle.name);
    button.classList.toggle('fixed', !handle.moved);
    button.tabIndex = handle.moved || handle.id === this.stop ? 0 : -1;
  }

  #button(id) {
    const button = make('button', 'handle');
    Object.assign(button, { type: 'button' });
    button.dataset.handle = id;
    button.onpointerdown = (event) => this.#grab(event, button, id);
    button.onkeydown = (event) => this.#key(event, id);
    button.onclick = (event) => this.#pick(event, id);
    button.onfocus = () => { if (!this.handles.get(id)?.moved) this.#stopAt(id); };
    this.area.append(button);
    this.buttons.set(id, button);
    return button;
  }

  /** Keeps the place on the handle where it was taken, so that it does not jump under the finger. */
  #grab(event, button, id) {
    if (event.button) return;
    event.preventDefault();
    button.focus({ preventScroll: true });
    button.setPointerCapture(event.pointerId);
    button.classList.add('held');
    this.dragged = false;
    const { x, y } = this.area.getBoundingClientRect();
    const { X, Y } = this.plot;
    const handle = this.handles.get(id);
    const [dx, dy] = [event.clientX - x - X(handle.x), event.clientY - y - Y(handle.y)];
    button.onpointermove = (move) => {
      const now = this.area.getBoundingClientRect();
      this.#move(id, this.plot.x(move.clientX - now.x - dx), this.plot.y(move.clientY - now.y - dy));
    };
    button.onlostpointercapture = () => {
      button.onpointermove = button.onlostpointercapture = null;
      button.classList.remove('held');
      if (this.dragged || !this.handles.get(id)?.picked) this.told.moved();
    };
  }

  /** A press without a drag, or Enter. */
  #pick(event, id) {
    event.stopPropagation();
    const change = this.dragged && event.detail ? null : this.handles.get(id)?.picked?.();
    if (!change) return;
    this.told.moving(change);
    this.told.moved();
  }

  #key(event, id) {
    const handle = this.handles.get(id);
    const [way, end] = [ARROWS[event.key], handle.ends?.[ENDS.indexOf(event.key)]];
    if (!(way || end !== undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!handle.moved) { this.#goOn(id, way); return; }
    const step = (handle.step ?? 0.01) * (event.shiftKey ? 10 : 1);
    const [x, y] = way ? [handle.x + way[0] * step, handle.y + way[1] * step] : [end, handle.y];
    this.#move(id, x, y);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.told.moved(), SETTLE);
  }

  #move(id, x, y) {
    const change = this.handles.get(id)?.moved?.(x, y);
    this.dragged = true;
    if (change) this.told.moving(change);
  }
}

const plotted = (pixels) => Number(pixels.toFixed(1));
