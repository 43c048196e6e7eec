/** What a run has to show enters; the layers menu leaves the reader's choice of layers and view. */

import { make, name, say } from './dom.js';

const LAYERS = ['regions', 'confidence', 'margin', 'rose', 'vectors', 'centres', 'trails', 'pull', 'shapes', 'signs'];
const JUDGES = ['means', 'neighbours'];
const VIEWS = ['plane', 'circle'];
const SPEEDS = ['2', '1', '0.5', '0.25'];
const IN_SPACE = { plane: 'space', circle: 'sphere' };

export class Menu {
  /** `chosen(layer, on)`, `viewed(view)` and `paced(rate)` are called on a change. */
  constructor({ menu, layers: button, stage }, { chosen, viewed, paced }) {
    Object.assign(this, { menu, button });
    const layer = (key) => this.#option('checkbox', key, (on) => chosen(key, on));
    this.layers = Object.fromEntries(LAYERS.map((key) => [key, layer(key)]));
    this.judged = this.#group('judged', JUDGES, (key) => chosen('neighbours', key === 'neighbours'));
    this.viewed = this.#group('viewed', VIEWS, viewed);
    this.paced = this.#group('paced', SPEEDS, (rate) => paced(Number(rate)));
    this.paced.options['1'].input.checked = true;
    button.onclick = () => this.open(menu.hidden);
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      this.open(false);
      button.focus();
    });
    const outside = (target) => target && !menu.contains(target) && target !== button;
    stage.addEventListener('pointerdown', ({ target }) => { if (outside(target)) this.open(false); });
    menu.addEventListener('focusout', ({ relatedTarget }) => { if (outside(relatedTarget)) this.open(false); });
  }

  open(on) {
    this.menu.hidden = !on;
    this.button.setAttribute('aria-expanded', String(on));
    if (on) this.menu.querySelector('label:not([hidden]) input').focus();
  }

  speak(words) {
    name(this.button, words.layers);
    this.menu.setAttribute('aria-label', words.layers);
    const options = Object.entries({ ...this.layers, ...this.judged.options, ...this.viewed.options, ...this.paced.options });
    for (const [key, { text }] of options) text.textContent = words[`layer_${key}`];
    for (const group of [this.judged, this.viewed, this.paced]) group.title.textContent = words[group.name];
    this.words = words;
  }

  /** `has`: which layers and views the run has; `on`: which are drawn; `view`: plane or circle; `deep`: in space. */
  show(has, on, view, deep) {
    for (const key of LAYERS) {
      this.layers[key].label.hidden = !has[key];
      this.layers[key].input.checked = on[key];
    }
    this.judged.box.hidden = !has.judged;
    this.viewed.box.hidden = !has.views;
    this.judged.options[on.neighbours ? 'neighbours' : 'means'].input.checked = true;
    this.viewed.options[view].input.checked = true;
    for (const key of VIEWS) say(this.viewed.options[key].text, this.words[`layer_${deep ? IN_SPACE[key] : key}`]);
  }

  /** One of several under a title. */
  #group(name, keys, changed) {
    const box = make('fieldset', name);
    const title = make('legend');
    box.append(title);
    this.menu.append(box);
    const option = (key) => this.#option('radio', key, () => changed(key), box, name);
    return { name, box, title, options: Object.fromEntries(keys.map((key) => [key, option(key)])) };
  }

  #option(type, key, changed, box = this.menu, name = key) {
    const label = make('label');
    const input = make('input');
    Object.assign(input, { type, name });
    input.dataset.layer = key;
    input.onchange = () => changed(input.checked);
    const text = make('span');
    label.append(input, text);
    box.append(label);
    return { label, input, text };
  }
}
