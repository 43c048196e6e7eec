/** What is picked at a moment enters; a card beside the picture with its neighbours and classes leaves. */

import { drawDigit } from './digit.js';
import { make, name, say } from './dom.js';
import { NEIGHBOURS } from './neighbours.js';
import { mark, named } from './names.js';
import { degrees, filled, plain } from './numbers.js';
import { projected } from './projection.js';
import { isStranger } from './strangers.js';
import { onto } from './theme.js';

const BODY = `
<div class="head">
 <canvas width="28" height="28" aria-hidden="true"></canvas>
 <p><b></b><span></span><br><span class="predicted"></span></p>
 <button type="button" class="icon close">close</button>
</div>
<h4 class="near-title"></h4><ol class="near"></ol>
<h4 class="classes-title"></h4><ul class="classes"></ul>
<p class="note"></p>`;

export class Pinned {
  /** `pick(point)`: the reader goes on to a neighbour; `close()`: the card is no longer wanted. */
  constructor({ pinned: element, stage }, { pick, close }) {
    element.innerHTML = BODY;
    const find = (selector) => element.querySelector(selector);
    Object.assign(this, { element, stage, pick, told: [], rows: [] });
    [this.canvas, this.label, this.number] = [find('canvas'), find('b'), find('span')];
    [this.predicted, this.button, this.note] = [find('.predicted'), find('.close'), find('.note')];
    [this.nearTitle, this.classesTitle] = element.querySelectorAll('h4');
    this.near = Array.from({ length: NEIGHBOURS }, () => this.#neighbour(find('.near')));
    this.list = find('.classes');
    this.button.onclick = close;
    stage.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape' && !target.closest('.menu')) close();
    });
  }

  get focused() { return this.element.contains(this.element.getRootNode().activeElement); }

  hide() { this.#open(false); }

  #open(on) {
    this.element.hidden = !on;
    this.stage.classList.toggle('telling', on);
  }

  /** Says what the stage shows of the picked point, or of the digit that the reader has drawn. */
  tell({ picked, planes, panels, count, touch, words }) {
    const { look, own, since, header, theme } = planes[picked?.panel ?? 0]?.drawn ?? {};
    const { digits } = panels[picked?.panel ?? 0] ?? {};
    this.#answer(own, header, words);
    if (!look || !digits) { this.hide(); return; }
    const note = noteOf(look, header, words, picked ? null : since);
    const told = { look, note, header, digits, words, theme };
    if (!picked) this.show({ title: words.your_digit, number: '', image: touch.drawn.image, place: 0, ...told });
    else {
      const title = titleOf(picked.point, header, digits, words);
      if (count > 1) title.number += ` · ${planes[picked.panel].title.textContent}`;
      this.show({ ...title, image: digits, place: picked.point, ...told });
    }
  }

  /** Tells the pad what its digit is taken for. */
  #answer(own, header, words) {
    const detail = own?.classes ? predicted(own.classes, header, words) : '';
    if (detail === this.answered) return;
    this.answered = detail;
    document.dispatchEvent(new CustomEvent('lossviz:placed', { detail }));
  }

  /**
   * `title` and `number` name it, `image` is {images, width, height} with the digit at `place`; `look`: its neighbours
   * and classes; `digits`: the pack; `note`: what must be said about them.
   */
  show({ title, number, image, place, look, note, header, digits, words, theme }) {
    this.#open(true);
    if (image) drawDigit(this.canvas, image, place, theme);
    const news = [title, number, look, note, header, digits, words, theme];
    if (news.every((part, i) => part === this.told[i])) return;
    this.told = news;
    this.element.setAttribute('aria-label', `${title}${number}`);
    name(this.button, words.close);
    say(this.label, title);
    say(this.number, number);
    say(this.note, note);
    this.#neighbours(look, header, digits, words, theme);
    this.#classes(look?.classes, header, words, theme);
  }

  #neighbour(list) {
    const item = make('li');
    const button = make('button');
    const [canvas, label, value] = [make('canvas'), make('span', 'label'), make('span', 'value')];
    button.type = 'button';
    button.append(canvas, label, value);
    button.onclick = () => this.pick(+button.dataset.point);
    item.append(button);
    list.append(item);
    return { item, button, canvas, label, value };
  }

  #neighbours(look, header, digits, words, theme) {
    const cosine = look?.metric === 'cosine';
    say(this.nearTitle, look ? words[cosine ? 'near_cosine' : 'near_distance'] : '');
    this.near.forEach(({ item, button, canvas, label, value }, i) => {
      const found = look?.neighbours[i];
      item.hidden = !found || !digits;
      if (item.hidden) return;
      const { point } = found;
      const size = cosine ? angle(found.value) : plain(found.value);
      button.dataset.point = point;
      drawDigit(canvas, digits, point, theme);
      badge(label, digits.labels[point], header, theme);
      say(value, size);
      const fields = { class_name: named(header, digits.labels[point], words), id: digits.ids[point], value: size };
      name(button, filled(words.neighbour, fields));
    });
  }

  #classes(classes, header, words, theme) {
    say(this.predicted, classes ? predicted(classes, header, words) : '');
    say(this.classesTitle, classes ? words[`classes_${classes.kind}_${classes.to}`] : '');
    const count = classes?.values.length ?? 0;
    while (this.rows.length < count) this.rows.push(this.#row());
    const reach = Math.max(...(classes?.values ?? []).map(Math.abs), 1e-9);
    this.rows.forEach(({ item, label, bar, value }, k) => {
      item.hidden = k >= count;
      if (item.hidden) return;
      badge(label, k, header, theme);
      item.classList.toggle('best', k === classes.best);
      item.setAttribute('aria-label', `${named(header, k, words)}: ${plain(classes.values[k])}`);
      bar.style.setProperty('--share', classes.values[k] / (classes.kind === 'cosine' ? 1 : reach));
      say(value, plain(classes.values[k]));
    });
    this.list.classList.toggle('signed', classes?.values.some((v) => v < 0) ?? false);
  }

  #row() {
    const item = make('li');
    const [label, bar, value] = [make('span', 'label'), make('span', 'extent'), make('span', 'value')];
    item.append(label, bar, value);
    this.list.append(item);
    return { item, label, bar, value };
  }
}

const predicted = ({ best, to }, header, words) =>
  filled(words[`predicted_${to}`], { class_name: named(header, best, words) });

/** Where the neighbours of a projection come from, and since when a drawn digit has not been placed again. */
function noteOf({ step, partial }, header, words, since) {
  if (since !== null) return filled(words.since, { step: since });
  if (!projected(header)) return '';
  if (Number.isFinite(step)) return filled(words.in_all, { dim: header.recipe?.dim, step });
  return partial ? filled(words.in_picture, { dim: header.recipe?.dim }) : '';
}

/** What the card of a digit is called: "7" and " · no. 3169". */
function titleOf(point, header, digits, words) {
  const number = ` · ${filled(words.number, { id: digits.ids[point] })}`;
  const k = digits.labels[point];
  const name = named(header, k, words);
  return { title: isStranger(header, k) ? filled(words.stranger, { class_name: name }) : name, number };
}

/** A class's sign in its colour, as on its badge. */
function badge(element, k, header, theme) {
  const colour = theme.classes[k % theme.classes.length];
  say(element, mark(header, k));
  const hollow = isStranger(header, k);
  const boxShadow = hollow ? `inset 0 0 0 2px ${colour}` : '';
  Object.assign(element.style, { background: hollow ? theme.bg : colour, color: hollow ? theme.ink : onto(colour), boxShadow });
}

/** An angle in so many digits that the nearest ones differ. */
function angle(cosine) {
  const radians = Math.acos(Math.min(1, Math.max(-1, cosine)));
  return degrees(radians, radians < 0.0175 ? 2 : 1);
}
