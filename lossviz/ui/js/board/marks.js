/** Values in a plot enter; what is drawn of them are curves, bands of colour, arrows, hatching, labels. */

import { faded, triple } from '../theme.js';

export { arrow } from '../arrows.js';

export const DASHES = [[], [8, 4], [3, 3], [2, 4], [10, 3, 2, 3]];

/** A label; `halo`: its background keeps it readable over lines. */
export function text(pen, words, x, y, { size = 13, weight = 400, colour, align = 'left', halo = false, theme }) {
  pen.font = `${weight} ${size}px ${theme.font}`;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  if (halo) {
    pen.lineJoin = 'round';
    pen.lineWidth = 4;
    pen.strokeStyle = theme.bg;
    pen.strokeText(words, x, y);
  }
  pen.fillStyle = colour ?? theme.ink;
  pen.fillText(words, x, y);
}

/** A line through [x, y] values; a point with a NaN breaks it. */
export function curve(pen, { X, Y }, points, { colour, width = 2, dash = [] }) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineJoin = 'round';
  pen.setLineDash(dash);
  pen.beginPath();
  let on = false;
  for (const [x, y] of points) {
    const there = Number.isFinite(x) && Number.isFinite(y);
    if (there && on) pen.lineTo(X(x), Y(y));
    else if (there) pen.moveTo(X(x), Y(y));
    on = there;
  }
  pen.stroke();
  pen.setLineDash([]);
}

/** A curve that must be seen over anything: with a halo of the background. */
export function boundary(pen, plot, points, theme, dash = []) {
  curve(pen, plot, points, { colour: faded(theme.bg, 0.9), width: 5.5 });
  curve(pen, plot, points, { colour: theme.ink, width: 2.5, dash });
}

/** [[x, f(x)], …] at `count` + 1 places between the ends. */
export const sampled = (f, [low, high], count = 240) =>
  Array.from({ length: count + 1 }, (_, i) => low + ((high - low) * i) / count).map((x) => [x, f(x)]);

/** An area of [x, y] values, filled. */
export function area(pen, { X, Y }, points, colour) {
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y))));
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
}

/** The margin's look, whatever the loss: grey with lines at 45°, inside the area of [x, y] values. */
export function hatched(pen, plot, points, theme) {
  area(pen, plot, points, faded(theme.ink, theme.zone));
  pen.save();
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(plot.X(x), plot.Y(y)) : pen.moveTo(plot.X(x), plot.Y(y))));
  pen.closePath();
  hatch(pen, plot, theme);
  pen.restore();
}

/** Lines at 45° over the path that the pen has drawn, to which it is held until it is restored. */
export function hatch(pen, { box }, theme) {
  pen.clip();
  pen.strokeStyle = faded(theme.ink, theme.hatch);
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = box.x - box.height; at < box.x + box.width; at += 7) {
    pen.moveTo(at, box.y + box.height);
    pen.lineTo(at + box.height, box.y);
  }
  pen.stroke();
}

const tile = document.createElement('canvas');

/**
 * Flat bands of colour in the box: `value(x, y)` falls between `levels`, and `colours` (one more than levels) says how
 * each band looks; NaN and null leave the background. `coarse`: one place for 3 × 3 pixels, while something moves.
 */
export function bands(pen, plot, value, levels, colours, coarse = false) {
  painted(tile, plot, value, levels, colours, coarse);
  laid(pen, plot, tile, coarse);
}

const kept = new Map();

/** `bands` that are painted anew only when `key` or the box changes: for pages whose clock moves other things. */
export function bandsOnce(id, key, pen, plot, value, levels, colours, coarse = false) {
  const { width, height } = plot.box;
  const known = kept.get(id) ?? { canvas: document.createElement('canvas') };
  const now = `${key} ${width} ${height}`;
  if (known.now !== now) painted(known.canvas, plot, value, levels, colours, coarse);
  kept.set(id, { canvas: known.canvas, now });
  laid(pen, plot, known.canvas, coarse);
}

const grainOf = (coarse) => (coarse ? 3 : 1);

function laid(pen, { box }, canvas, coarse) {
  const grain = grainOf(coarse);
  if (canvas.width && canvas.height) pen.drawImage(canvas, box.x, box.y, canvas.width * grain, canvas.height * grain);
}

function painted(canvas, plot, value, levels, colours, coarse) {
  const { box } = plot;
  const grain = grainOf(coarse);
  const [width, height] = [Math.ceil(box.width / grain), Math.ceil(box.height / grain)];
  Object.assign(canvas, { width: Math.max(0, width), height: Math.max(0, height) });
  if (width < 1 || height < 1) return;
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const paints = colours.map((colour) => (colour ? packed(colour) : 0));
  const across = Array.from({ length: width }, (_, column) => plot.x(box.x + (column + 0.5) * grain));
  for (let row = 0, at = 0; row < height; row++) {
    const y = plot.y(box.y + (row + 0.5) * grain);
    for (let column = 0; column < width; column++, at++) pixels[at] = paints[bandOf(value(across[column], y), levels)] ?? 0;
  }
  canvas.getContext('2d').putImageData(image, 0, 0);
}

/** A colour as a canvas keeps a pixel: red in the lowest byte, opaque. */
const packed = (colour) => triple(colour).reduce((sum, part, i) => sum + Math.round(part * 255) * 256 ** i, 255 * 256 ** 3);

function bandOf(value, levels) {
  if (!(value >= levels[0])) return Number.isNaN(value) ? -1 : 0;
  let band = 1;
  while (band < levels.length && value >= levels[band]) band++;
  return band;
}

/** What the colours of `bands` mean, beside the box: one patch for each, with the `levels` between them. */
export function colourScale(pen, { box }, levels, colours, theme, write) {
  const [x, width, step] = [box.x + box.width + 12, 12, box.height / colours.length];
  const base = box.y + box.height;
  colours.forEach((colour, i) => {
    pen.fillStyle = colour ?? theme.bg;
    pen.fillRect(x, base - (i + 1) * step, width, step + 0.5);
  });
  pen.strokeStyle = theme.ctl;
  pen.lineWidth = 1;
  pen.strokeRect(x + 0.5, box.y + 0.5, width - 1, box.height - 1);
  levels.forEach((level, i) => text(pen, write(level), x + width + 6, base - (i + 1) * step + 4, { size: 12, colour: theme.ink3, theme }));
}

/** A dot with a letter, or a hollow ring or diamond without one. */
export function dot(pen, x, y, { label = '', shape = 'dot', r = label ? 10 : 5, theme }) {
  pen.beginPath();
  if (shape === 'diamond') {
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + dx * r * 1.4, y + dy * r * 1.4);
    pen.closePath();
  } else pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.fillStyle = shape === 'dot' ? theme.ink : theme.bg;
  pen.strokeStyle = shape === 'dot' ? theme.bg : theme.ink;
  pen.lineWidth = shape === 'dot' ? 1.5 : 2;
  pen.fill();
  pen.stroke();
  if (label) text(pen, label, x, y + 4, { size: 12, weight: 600, colour: theme.bg, align: 'center', theme });
}

/** Field colours under arrows and the sequential colours of heat maps, ten each, by theme. */
const FIELD = {
  light: '#fdfdfd #f0f5fc #e2eefa #d5e6f7 #c8def4 #bcd5f0 #b1cdeb #a7c5e5 #9dbdde #95b5d6'.split(' '),
  dark: '#181c21 #1a232d #1b2938 #1d3044 #1f374f #223e5a #254565 #2a4c6f #2f5378 #365b80'.split(' '),
};
const SEQUENTIAL = {
  light: '#eef4fc #d0deee #b2c8e1 #96b2d2 #7a9cc3 #6087b3 #4772a1 #305d8f #18497b #003666'.split(' '),
  dark: '#10283e #213b53 #324f6a #456481 #587999 #6c8fb1 #80a6ca #96bde3 #acd5fc #c4edff'.split(' '),
};

export const field = (theme) => FIELD[theme.dark ? 'dark' : 'light'];
export const sequential = (theme) => SEQUENTIAL[theme.dark ? 'dark' : 'light'];
