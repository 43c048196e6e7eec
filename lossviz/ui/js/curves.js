/** One reading of every panel's frames enters; a chart with a line a panel, told apart by dash and name, leaves. */

import { COLUMNS } from './columns.js';
import { make, say } from './dom.js';
import { axisEnd, filled } from './numbers.js';

const DASHES = ['', '8 4', '3 3', '2 4 8 4'];
const [LEFT, RIGHT, TOP, BASE, HEIGHT] = [56, 168, 12, 184, 212];
const DRAWN = COLUMNS.filter(({ key }) => !['overlap', 'cpu'].includes(key));
const NAMES_APART = 16;
const NARROWEST = 280;

export class Curves {
  width = NARROWEST;

  /** `chosen()` is called when the reader has chosen another reading. */
  constructor(chosen) {
    this.element = make('div', 'curves');
    this.select = make('select');
    for (const { key } of DRAWN) this.select.append(new Option('', key));
    this.select.value = 'knn';
    this.select.onchange = () => { this.told = null; chosen(); };
    this.chart = shape('svg', { role: 'img' });
    this.element.append(this.select, this.chart);
    new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.max(NARROWEST, contentRect.width);
      this.told = null;
      chosen();
    }).observe(this.element);
  }

  get column() { return DRAWN.find(({ key }) => key === this.select.value); }

  speak(words) {
    this.words = words;
    this.select.setAttribute('aria-label', words.curves);
    for (const option of this.select.options) say(option, words.columns[option.value][0]);
    this.told = null;
  }

  /** Whether `show` is called for: what it draws, told in `news`, is not what it has drawn. */
  differs(news) { return news !== this.told; }

  /** lines: per panel {title, values [{share 0…1, value}]}; epochs: of the longest; news: see `differs`. */
  show({ lines, epochs, news }) {
    this.told = news;
    const values = lines.flatMap((line) => line.values.map(({ value }) => value)).filter(Number.isFinite);
    const [low, high] = range(values, this.column.say === COLUMNS[1].say);
    const right = this.width - (this.width < 480 ? 16 : RIGHT);
    const X = (share) => LEFT + share * (right - LEFT);
    const Y = (value) => BASE - ((value - low) / (high - low)) * (BASE - TOP);
    this.chart.setAttribute('viewBox', `0 0 ${this.width} ${HEIGHT}`);
    this.chart.setAttribute('aria-label', `${this.words.curves}: ${this.words.columns[this.select.value][0]}`);
    const known = lines.map(({ values: all }) => all.filter(({ value }) => Number.isFinite(value)));
    this.stops = known.map((line) => line.map(({ share, value }) => ({ share, x: X(share), y: Y(value) })));
    this.marks = lines.map(() => shape('circle', { r: 4, class: 'here' }));
    this.chart.replaceChildren(...this.#axes({ low, high, X, Y, epochs, right }), ...this.stops.map(curve), ...this.marks,
      ...names(lines, X, Y, right, this.width < 480));
  }

  /** Marks the place of each panel's picture on its line; ats: the shares of their tapes that are over. */
  mark(ats) {
    this.marks.forEach((circle, i) => {
      const here = this.stops[i].findLast(({ share }) => share <= ats[i] + 1e-9);
      circle.style.display = here ? '' : 'none';
      if (here) { circle.setAttribute('cx', here.x); circle.setAttribute('cy', here.y); }
    });
  }

  #axes({ low, high, X, Y, epochs, right }) {
    const { say: told } = this.column;
    const rows = [low, (low + high) / 2, high].flatMap((value) => [
      shape('line', { x1: LEFT, x2: right, y1: Y(value), y2: Y(value), class: value === low ? 'axis' : 'grid' }),
      text(told(value), LEFT - 8, Y(value) + 4, 'end'),
    ]);
    const first = text(filled(this.words.epoch_axis, { epoch: 0 }), LEFT, HEIGHT - 8, 'start');
    return [...rows, first, text(String(epochs), X(1), HEIGHT - 8, 'end')];
  }
}

/** From 0, or for shares from the tenth below the lowest value, to a round number above the highest. */
function range(values, shares) {
  if (!values.length) return [0, 1];
  const most = Math.max(...values);
  if (!shares) return [0, axisEnd(most)];
  const high = Math.min(1, Math.ceil(most * 10) / 10);
  return [Math.min(high - 0.1, Math.floor(Math.min(...values) * 10) / 10), high];
}

function curve(stops, i) {
  const points = stops.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return shape('polyline', { points, class: 'line', 'stroke-dasharray': DASHES[i] });
}

/** Each panel's name at the end of its line, moved apart where ends meet; with its dash before it. */
function names(lines, X, Y, right, narrow) {
  if (narrow) return [];
  const ends = lines
    .map(({ title, values }, i) => ({ title, i, end: values.findLast(({ value }) => Number.isFinite(value)) }))
    .filter(({ end }) => end)
    .map(({ title, i, end }) => ({ title, i, y: Y(end.value) }))
    .sort((a, b) => a.y - b.y);
  ends.forEach((one, k) => { if (k) one.y = Math.max(one.y, ends[k - 1].y + NAMES_APART); });
  const over = Math.max(0, (ends.at(-1)?.y ?? 0) - BASE);
  return ends.flatMap(({ title, i, y }) => [
    shape('line', { x1: right + 6, x2: right + 34, y1: y - over, y2: y - over, class: 'line', 'stroke-dasharray': DASHES[i] }),
    text(title, right + 40, y - over + 4, 'start', 'name'),
  ]);
}

function shape(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function text(words, x, y, anchor, kind = 'tick') {
  const made = shape('text', { x, y, 'text-anchor': anchor, class: kind });
  made.textContent = words;
  return made;
}
