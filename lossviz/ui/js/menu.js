/** What a run has to show enters; the layers menu leaves the reader's choice of layers and view. */

import { make, name, say } from './dom.js';

const LAYERS = ['regions', 'margin', 'vectors', 'centres', 'shapes'];
const VIEWS = ['plane', 'circle'];
const IN_SPACE = { plane: 'space', circle: 'sphere' };

export class Menu {
  /** `chosen(layer, on)` and `viewed(view)` are called on a change. */
  constructor({ menu, layers: button, stage }, { chosen, viewed }) {
    Object.assign(this, { menu, button });
    const layer = (key) => this.#option('checkbox', key, (on) => chosen(key, on));
    this.layers = Object.fromEntries(LAYERS.map((key) => [key, layer(key)]));
    menu.append((this.rule = make('hr')));
    const view = (key) => this.#option('radio', key, () => viewed(key));
    this.views = Object.fromEntries(VIEWS.map((key) => [key, view(key)]));
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
    const options = Object.entries({ ...this.layers, ...this.views });
    for (const [key, { text }] of options) text.textContent = words[`layer_${key}`];
    this.words = words;
  }

  /** `has`: which layers and views the run has; `on`: which are drawn; `view`: plane or circle; `deep`: in space. */
  show(has, on, view, deep) {
    for (const key of LAYERS) {
      this.layers[key].label.hidden = !has[key];
      this.layers[key].input.checked = on[key];
    }
    for (const key of VIEWS) {
      const { label, input, text } = this.views[key];
      label.hidden = !has.views;
      input.checked = key === view;
      say(text, this.words[`layer_${deep ? IN_SPACE[key] : key}`]);
    }
    this.rule.hidden = !has.views;
  }

  #option(type, key, changed) {
    const label = make('label');
    const input = make('input');
    Object.assign(input, { type, name: type === 'radio' ? 'view' : key });
    input.dataset.layer = key;
    input.onchange = () => changed(input.checked);
    const text = make('span');
    label.append(input, text);
    this.menu.append(label);
    return { label, input, text };
  }
}
