/** The description of one setting enters; its control leaves: a slider with its number, a switch, a select box or a row. */

import { make } from './dom.js';
import { filled } from './numbers.js';
import { positionOf, read, valueAt, written } from './scale.js';

let count = 0;

/** {element, set: {value, bound, rest (of sliders)}}; `turning(value)` while a slider is dragged, `turned(value)` on a choice. */
export function row(param, words, told) {
  const id = `knob-${(count += 1)}`;
  const make = { toggle, choice: param.row ? segments : choice }[param.kind] ?? number;
  return make(param, words, told, id);
}

function shell(param, id) {
  const element = make('div', `knob ${param.kind}`);
  element.dataset.knob = param.name;
  element.title = param.help;
  const label = make('label');
  label.htmlFor = id;
  label.append(...named(param));
  element.append(label);
  return { element, label };
}

/** "Margin m (rad)" with the variable in italics. */
function named({ label, unit }) {
  const [, words, symbol] = /^(.*\s)?([\p{Script=Latin}\p{Script=Greek}])$/u.exec(label) ?? [null, label];
  const parts = symbol ? [words ?? '', make('i', '', symbol)] : [label];
  return [...parts, unit ? ` (${unit})` : ''];
}

function toggle(param, words, { turned }, id) {
  const { element, label } = shell(param, id);
  const box = checkbox(id, (on) => turned(on));
  label.before(box);
  return { element, set: { value: (on) => { box.checked = on; }, bound: () => {} } };
}

function choice(param, words, { turned }, id) {
  const { element } = shell(param, id);
  const select = make('select');
  select.id = id;
  for (const { value, label } of param.choices) select.append(new Option(label, value));
  select.onchange = () => turned(select.value);
  element.append(select);
  return { element, set: { value: (v) => { select.value = v; }, bound: () => {} } };
}

/** A few words beside each other, one of them pressed; a hint stands below. */
function segments(param, words, { turned }, id) {
  const { element, label } = shell(param, id);
  label.removeAttribute('for');
  label.id = id;
  const group = make('div', 'segments');
  group.setAttribute('role', 'radiogroup');
  group.setAttribute('aria-labelledby', id);
  const inputs = param.choices.map((one) => segment(group, one, id, turned));
  const hint = make('p', 'hint');
  element.append(group, hint);
  const pressed = (v) => { for (const input of inputs) input.checked = input.value === v; };
  return { element, set: { value: pressed, bound: (given) => { hint.hidden = !given; hint.textContent = given?.[1] ?? ''; } } };
}

function segment(group, { value, label }, id, turned) {
  const holder = make('label', 'segment');
  const input = make('input');
  Object.assign(input, { type: 'radio', name: id, value, onchange: () => turned(value) });
  holder.append(input, make('span', '', label));
  group.append(holder);
  return input;
}

function checkbox(id, changed) {
  const box = make('input', 'switch');
  Object.assign(box, { type: 'checkbox', id });
  box.setAttribute('role', 'switch');
  box.onchange = () => changed(box.checked);
  return box;
}

function number(param, words, { turning, turned }, id) {
  const { element } = shell(param, id);
  const field = make('input', 'field');
  Object.assign(field, { id, type: 'text', inputMode: 'decimal', autocomplete: 'off' });
  const slider = make('input', 'slider');
  Object.assign(slider, { type: 'range', min: 0, max: 1, step: 'any' });
  slider.setAttribute('aria-label', param.label);
  const track = make('div', 'track');
  const tick = make('span', 'tick');
  track.append(slider, tick);
  const [hint, refusal] = [make('p', 'hint'), make('p', 'refusal')];
  Object.assign(refusal, { id: `${id}-refusal`, hidden: true });
  refusal.setAttribute('role', 'alert');
  field.setAttribute('aria-describedby', refusal.id);
  element.append(field, track, hint, refusal);
  const part = { param, field, slider, tick, hint, refusal, value: null };
  const wordRows = param.words.map((word) => wordSwitch(part, word, id, turned));
  element.append(...wordRows.map(({ line }) => line));
  part.wordRows = wordRows;

  slider.oninput = () => { show(part, valueAt(param, +slider.value)); turning(part.value); };
  slider.onchange = () => turned(part.value);
  slider.onkeydown = (event) => keyed(event, part, turning);
  field.onchange = () => typed(part, turned);
  field.onkeydown = (event) => { if (event.key === 'Escape') show(part, part.value); };
  return { element, set: { value: (v) => show(part, v), bound: (b) => bound(part, b), rest: (at) => rest(part, at) } };
}

/** A word in place of a number, such as "soft": a switch that puts the slider to rest. */
function wordSwitch(part, { value, label }, id, turned) {
  const line = make('label', 'word', '');
  const box = checkbox(`${id}-${value}`, (on) => {
    show(part, on ? value : part.number ?? part.rest ?? part.param.fallback);
    turned(part.value);
  });
  line.append(box, make('span', '', label));
  return { line, box, value };
}

/** Puts a value into every part of the control; a refusal is over. */
function show(part, value) {
  const { param, field, slider, refusal, wordRows = [] } = part;
  const word = wordRows.find((row) => row.value === value);
  part.value = value;
  if (!word) part.number = value;
  for (const { box, value: own } of wordRows) box.checked = own === value;
  slider.disabled = field.disabled = Boolean(word);
  field.value = word ? '' : written(param, value);
  const at = positionOf(param, word ? part.rest ?? part.number ?? param.fallback : value);
  slider.value = at;
  slider.style.setProperty('--at', at);
  slider.setAttribute('aria-valuetext', `${word ? '' : written(param, value)} ${param.unit}`.trim());
  refusal.hidden = true;
  field.removeAttribute('aria-invalid');
}

/** Where the slider stands while a word is chosen: at what the word stands for, if that is known. */
function rest(part, at) {
  if (part.rest === at) return;
  part.rest = at;
  show(part, part.value);
}

/** What was typed becomes the value, or is refused in one sentence while the old value stays. */
function typed(part, turned) {
  const { param, field, refusal } = part;
  const { value, code } = read(param, field.value);
  if (code) {
    const sentence = filled(param.refusals[code], { value: field.value.slice(0, 40) });
    field.value = written(param, part.value);
    field.setAttribute('aria-invalid', 'true');
    refusal.textContent = sentence;
    refusal.hidden = false;
    return;
  }
  show(part, value);
  turned(value);
}

/** One step per arrow key, ten per page key: a slider without steps of its own would move by guesswork. */
function keyed(event, part, turning) {
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
  if (!steps) return;
  event.preventDefault();
  const { param, slider } = part;
  const next = param.log ? valueAt(param, +slider.value + steps / 100) : part.value + steps * param.step;
  show(part, valueAt(param, positionOf(param, next)));
  turning(part.value);
  clearTimeout(part.settling);
  part.settling = setTimeout(() => slider.dispatchEvent(new Event('change')), 300);
}

function bound({ param, tick, hint }, given) {
  tick.hidden = hint.hidden = !given;
  if (!given) return;
  tick.style.setProperty('--at', positionOf(param, given[0]));
  hint.textContent = given[1];
}
