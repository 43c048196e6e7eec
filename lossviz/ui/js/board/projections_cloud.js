/** Places of many points enter; they are drawn in their classes' colours, with those in the ring brought out. */

import { drawDigit } from '../digit.js';
import { onto } from '../theme.js';
import { text } from './marks.js';

const SLICES = 16; // drawn in turns, so that no class hides another
const PALE = 0.16;
const BADGE = 10;
const GAP = 2 * BADGE + 2;
const SMALL = 26; // pixels: a class that a badge would cover

/**
 * `placed(i)` → pixels; `ring`: bytes as `ringed` gives them, or null; `key`: what the places depend on. All points are
 * painted on a layer that is kept, those in the ring on top of it.
 */
export function cloud(pen, plot, placed, { key, count, labels, ring, theme }) {
  const r = count > 4000 ? 1.3 : count > 1500 ? 1.8 : 2.4;
  pen.save();
  pen.globalAlpha = ring ? PALE : theme.point;
  const all = (on) => dots(on, count, placed, labels, r, theme, () => true);
  if (pen.canvas?.isConnected) pen.drawImage(layer(pen, plot, `${key} ${r} ${theme.bg}`, all), 0, 0, ...sizeOf(plot));
  else all(pen);
  pen.globalAlpha = 1;
  if (ring) dots(pen, count, placed, labels, r + (r > 2 ? 1 : 0.4), theme, (i) => ring[i]);
  pen.restore();
}

const layers = new Map();
const LAYERS = 16; // the moments of UMAP, and the others
const sizeOf = ({ box }) => [box.x * 2 + box.width, box.y * 2 + box.height];

/** A canvas with what `paint` draws at full strength, as sharp as the screen; painted anew only for another key. */
function layer(pen, plot, key, paint) {
  const dpr = pen.getTransform().a;
  const [width, height] = sizeOf(plot).map((side) => Math.ceil(side * dpr));
  const whole = `${key} ${width} ${height}`;
  if (!layers.has(whole)) {
    if (layers.size >= LAYERS) layers.delete(layers.keys().next().value);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const on = canvas.getContext('2d');
    on.scale(dpr, dpr);
    paint(on);
    layers.set(whole, canvas);
  }
  return layers.get(whole);
}

function dots(pen, count, placed, labels, r, theme, wanted) {
  for (let slice = 0; slice < SLICES; slice++) {
    const paths = new Map();
    for (let i = slice; i < count; i += SLICES) {
      if (!wanted(i)) continue;
      if (!paths.has(labels[i])) paths.set(labels[i], []);
      paths.get(labels[i]).push(placed(i));
    }
    for (const [label, places] of paths) {
      pen.beginPath();
      for (const [x, y] of places) {
        pen.moveTo(x + r, y);
        pen.arc(x, y, r, 0, 2 * Math.PI);
      }
      pen.fillStyle = theme.classes[label % theme.classes.length];
      pen.fill();
    }
  }
}

/**
 * A disc with the class's sign at each middle [class, x, y, spread] in pixels: on a wide class, beside a small one, away
 * from the picture's centre. Those that would cover one another move apart.
 */
export function badges(pen, middles, { box }, sign, theme) {
  const centre = [box.x + box.width / 2, box.y + box.height / 2];
  const inside = (value, from, size) => Math.min(from + size - BADGE, Math.max(from + BADGE, value));
  for (const [label, u, v] of apart(middles.map((middle) => beside(middle, centre)))) {
    const [x, y] = [inside(u, box.x, box.width), inside(v, box.y, box.height)];
    const colour = theme.classes[label % theme.classes.length];
    pen.beginPath();
    pen.arc(x, y, BADGE, 0, 2 * Math.PI);
    Object.assign(pen, { fillStyle: colour, strokeStyle: theme.bg, lineWidth: 1.5 });
    pen.fill();
    pen.stroke();
    text(pen, sign(label), x, y + 4, { size: 12, weight: 600, colour: onto(colour), align: 'center', theme });
  }
}

function beside([label, x, y, spread], [u, v]) {
  if (spread > SMALL) return [label, x, y];
  const far = Math.hypot(x - u, y - v) || 1;
  const push = spread + BADGE + 4;
  return [label, x + ((x - u) / far) * push, y + ((y - v) / far) * push];
}

function apart(middles) {
  const put = [];
  for (const [label, x, y] of middles) {
    let at = [x, y];
    for (let turn = 0; put.some(([, u, v]) => Math.hypot(u - at[0], v - at[1]) < GAP) && turn < 24; turn++) {
      const far = GAP * (1 + Math.floor(turn / 8) * 0.5);
      at = [x + far * Math.cos((turn * Math.PI) / 4), y + far * Math.sin((turn * Math.PI) / 4)];
    }
    put.push([label, ...at]);
  }
  return put;
}

/** Ink round the point that is pointed at. */
export function pointer(pen, [x, y], theme) {
  for (const [colour, width] of [[theme.bg, 5], [theme.ink, 2]]) {
    pen.beginPath();
    pen.arc(x, y, 7, 0, 2 * Math.PI);
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.stroke();
  }
}

const sheet = document.createElement('canvas');
const SIZE = 56;

/** The digit of a point, in the box's upper left corner. */
export function picture(pen, { box }, digits, i, theme) {
  drawDigit(sheet, digits, i, theme);
  if (!digits.width) return;
  const [x, y] = [box.x + 6, box.y + 6];
  Object.assign(pen, { fillStyle: theme.bg, strokeStyle: theme.line, lineWidth: 1 });
  pen.fillRect(x, y, SIZE, SIZE);
  pen.strokeRect(x + 0.5, y + 0.5, SIZE - 1, SIZE - 1);
  pen.drawImage(sheet, x, y, SIZE, SIZE);
}
