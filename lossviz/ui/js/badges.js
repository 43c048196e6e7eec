/** Where each class has its badge enters; buttons lie over the drawn badges, and which classes are shown leaves. */

import { make } from './dom.js';
import { named } from './names.js';
import { filled } from './numbers.js';
import { isStranger } from './strangers.js';

const FAINT = 0.06;

export class Badges {
  constructor(changed) { Object.assign(this, { changed, hidden: new Set(), shown: [], turns: 0 }); }

  /** Puts one button per class on a plane, moved once per frame; the keyboard reaches those of the first plane. */
  place(plane, { badges: spots, from, to, labels, layers, view, header }, words, first) {
    this.shown = Array.from({ length: spots.length }, (_, k) => (this.hidden.has(k) ? FAINT : 1));
    const { x, y, plane: scale, round, circle, turn } = view;
    const side = turn?.join();
    spots.forEach((spot, k) => { spot.reached = plane.badges[k]?.matches(':focus-visible'); });
    const news = [from, to, labels, layers.centres, x, y, scale, round, circle, side, words, this.turns];
    if (plane.news?.every((part, i) => part === news[i])) return;
    plane.news = news;
    while (plane.badges.length < spots.length) plane.badges.push(this.#button(plane, plane.badges.length, first));
    plane.badges.forEach((button, k) => {
      const spot = spots[k];
      button.hidden = !spot;
      if (!spot) return;
      button.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`;
      button.classList.toggle('away', Boolean(spot.away));
      button.style.zIndex = spot.depth > 0 ? 2 : 1;
      const name = named(header, k, words);
      const class_name = isStranger(header, k) ? filled(words.stranger, { class_name: name }) : name;
      const label = filled(words.badge, { class_name });
      if (button.title !== label) { button.title = label; button.setAttribute('aria-label', label); }
      button.setAttribute('aria-pressed', String(!this.hidden.has(k)));
    });
  }

  #button(plane, k, first) {
    const button = make('button', 'badge');
    button.type = 'button';
    button.tabIndex = first && k === 0 ? 0 : -1;
    if (!first) button.setAttribute('aria-hidden', 'true');
    button.onclick = (event) => { if (event.shiftKey) this.#only(k, plane.badges.length); else this.#toggle(k); };
    // the keyboard reaches classes that are out of sight as well: their badge is drawn while it is there
    button.onfocus = button.onblur = () => this.changed();
    button.onkeydown = (event) => this.#walk(event, plane.badges, k);
    plane.plane.append(button);
    return button;
  }

  #toggle(k) {
    if (!this.hidden.delete(k)) this.hidden.add(k);
    this.turns += 1;
    this.changed();
  }

  /** This class alone, or all again when it is alone already. */
  #only(k, classes) {
    const others = Array.from({ length: classes }, (_, i) => i).filter((i) => i !== k);
    const alone = !this.hidden.has(k) && others.every((i) => this.hidden.has(i));
    this.hidden = new Set(alone ? [] : others);
    this.turns += 1;
    this.changed();
  }

  /** Arrow keys go from badge to badge, so that the legend is one stop of the Tab key. */
  #walk(event, buttons, k) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by || event.shiftKey) return;
    event.preventDefault();
    const next = buttons[(k + by + buttons.length) % buttons.length];
    buttons[k].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
