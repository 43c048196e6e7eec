/** The component `lossviz.knobs`: a loss's settings and their values enter, what the reader turns them to leaves. */

import { make } from './dom.js';
import { row } from './knob.js';
import { themeOf } from './theme.js';

const panels = new WeakMap();

export default function mount({ parentElement, data: [data], setStateValue }) {
  let panel = panels.get(parentElement);
  if (!panel) panels.set(parentElement, (panel = new Knobs(parentElement)));
  panel.update(data, setStateValue);
  return () => {
    panels.delete(parentElement);
    panel.destroy();
  };
}

class Knobs {
  constructor(root) {
    this.element = make('div', 'knobs');
    root.append(this.element);
    this.turn = null;
    this.element.onpointerup = () => { this.inHand = null; };
    this.heard = ({ detail }) => this.#set(detail);
    document.addEventListener('lossviz:set', this.heard);
  }

  /**
   * data: owner, params, values, bounds {name: [value, hint]}, rests {name: number}, hidden (names), words, heard (the turn that Python has answered).
   * What the reader set stays while its answer is under way; else the controls follow Python.
   */
  update(data, setStateValue) {
    this.report = setStateValue;
    const theme = themeOf(this.element);
    for (const shade of ['ink2', 'ink3', 'ctl']) this.element.style.setProperty(`--${shade}`, theme[shade]);
    const made = JSON.stringify([data.owner, data.params, data.words]);
    const given = JSON.stringify(data.values);
    const other = made !== this.made;
    if (other) this.#build(data);
    const late = Number.isFinite(data.heard) && data.heard < this.turn; // an answer to what has been turned again since
    const news = this.turn === null || data.heard === this.turn || given !== this.given;
    if (other || (news && !late)) this.#follow(data.values);
    for (const { set, param, element } of this.rows) {
      set.bound(data.bounds[param.name] ?? null);
      set.rest?.(data.rests?.[param.name]);
      element.hidden = data.hidden?.includes(param.name) ?? false;
    }
    const folded = this.rows.filter(({ param }) => param.where === 'more');
    this.more.hidden = folded.every(({ element }) => element.hidden);
    Object.assign(this, { made, given, owner: data.owner, panel: data.panel });
  }

  #build({ params, words }) {
    this.inHand = null;
    const more = this.more = make('details');
    more.append(make('summary', '', words.more));
    this.rows = params.map((param) => {
      const { name } = param;
      const told = { turning: (value) => this.#turning(name, value), turned: (value) => this.#turned(name, value) };
      const made = row(param, words, told);
      (param.where === 'more' ? more : this.element).append(made.element);
      return { param, ...made };
    });
    const shown = this.rows.filter(({ param }) => param.where !== 'more').map(({ element }) => element);
    this.element.replaceChildren(...shown, ...(shown.length < params.length ? [more] : []));
  }

  /** All but the knob in the reader's hand, which an answer to an earlier turn would throw back. */
  #follow(values) {
    this.values = { ...values };
    for (const { set, param } of this.rows) if (param.name !== this.inHand) set.value(values[param.name]);
  }

  #turning(name, value) {
    this.inHand = name;
    this.#tell(name, value);
  }

  /** Tells the stage at once and Python after the release; the turn makes every report a new one. */
  #turned(name, value) {
    this.inHand = null;
    this.values = { ...this.values, [name]: value };
    this.turn = Math.max(Date.now(), (this.turn ?? 0) + 1);
    this.#tell(name, value);
    this.report('values', { owner: this.owner, turn: this.turn, values: this.values });
  }

  /** Values that were dragged in a picture, {name: value}: controls that show them follow, before Python hears of it. */
  #set(change) {
    for (const { set, param } of this.rows ?? []) {
      if (!(param.name in change)) continue;
      this.values[param.name] = change[param.name];
      set.value(change[param.name]);
    }
  }

  destroy() {
    document.removeEventListener('lossviz:set', this.heard);
    this.element.remove();
  }

  /** `panel`: which of the stage's panels is meant; undefined: all. */
  #tell(name, value) {
    const detail = { panel: this.panel, name, value };
    document.dispatchEvent(new CustomEvent('lossviz:knob', { detail }));
  }
}
