/** A hovered point enters; a card with its digit, its class and its angles leaves. */

import { drawDigit } from './digit.js';
import { say } from './dom.js';
import { named } from './names.js';
import { degrees, filled, plain } from './numbers.js';
import { isStranger } from './strangers.js';

const LINGER = 80;
const GAP = 14;

export class Card {
  constructor(element) {
    Object.assign(this, { element, timer: null, canvas: element.querySelector('canvas') });
    [this.label, this.number, this.own, this.next] = element.querySelectorAll('b, span');
  }

  /** `at`: the point's pixels on the stage; `space`: the stage's size; `names`: boxes to be left free; `point`: its index. */
  show({ at, space, names, point, digits, result, header, words, theme }) {
    clearTimeout(this.timer);
    this.timer = null;
    this.#write(point, digits, result, header, words);
    if (digits) drawDigit(this.canvas, digits, point, theme);
    const { element } = this;
    element.hidden = false;
    const [left, top] = beside(at, [element.offsetWidth, element.offsetHeight], space, names);
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide() {
    this.timer ??= setTimeout(() => { this.element.hidden = true; }, LINGER);
  }

  #write(point, digits, result, header, words) {
    const cls = digits?.labels[point];
    const name = (k) => named(header, k, words);
    const size = (v) => (result.kind === 'angle' ? degrees(v, 0) : plain(v));
    say(this.label, digits ? name(cls) : '');
    say(this.number, digits ? ` · ${filled(words.number, { id: digits.ids[point] })}` : '');
    const known = digits && isStranger(header, cls) ? words.untrained : '';
    say(this.own, known || (result ? filled(words.card_own, { value: size(result.own[point]) }) : ''));
    const next = result && { class_name: name(result.nearest[point]), value: size(result.next[point]) };
    say(this.next, next ? filled(words.card_next, next) : '');
  }
}

/** The first corner about a point where a card of this size lies in the space and on no name; else on the fewest. */
export function beside([x, y], [w, h], space, names) {
  const corners = [y - GAP - h, y + GAP].flatMap((top) => [x + GAP, x - GAP - w].map((left) => [left, top]));
  const inside = corners.filter(([left, top]) => left >= 0 && left + w < space.width && top >= 0 && top + h < space.height);
  const covers = ([left, top]) => names.filter((name) => (
    left < name.x + name.width && name.x < left + w && top < name.y + name.height && name.y < top + h)).length;
  const [best] = inside.toSorted((a, b) => covers(a) - covers(b));
  return best ?? [Math.max(0, Math.min(x + GAP, space.width - w)), y + GAP];
}
