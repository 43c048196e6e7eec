/** Panels as they stand enter; a canvas with one picture of them all leaves, as they are on the screen. */

import { written } from './lines.js';
import { filled } from './numbers.js';

export const TITLE = 32; // what a title takes above its plane
const FOOT = 32;
const RIM = 16; // around it all
const [LINE, LINES] = [18, 2]; // of a caption: how high, and how many there is always room for
const CAPTION = 6 + LINES * LINE;

/** How many pixels of the canvases go on one of the page. */
export const densityOf = ({ gl, planes }) => gl.width / planes.clientWidth || 1;

/** How large a picture of all panels is, in pixels of the page, and for how many lines of a caption there is room. */
export function layoutOf({ elements: { planes }, planes: all, count }) {
  const panels = all.slice(0, count);
  const [first] = panels;
  const top = first.title.hidden || first.glBox.y > TITLE - 8 ? 0 : TITLE; // where the page has titles of its own, room is left
  const lines = Math.max(LINES, ...panels.map(({ caption }) => Math.floor(caption.clientHeight / LINE)));
  return { top, width: planes.clientWidth, height: top + planes.clientHeight, lines };
}

/** `density`: pixels on one of the page. Below the panels stands the epoch, with the part of the run that is done. */
export function picture(stage, density, layout = layoutOf(stage)) {
  const { top, width, height, lines } = layout;
  const { canvas, pen } = sheet(width, height + FOOT, density, stage.theme);
  for (const panel of stage.planes.slice(0, stage.count)) {
    drawPanel(pen, stage, panel, { x: panel.glBox.x, y: top + panel.glBox.y, lines });
  }
  foot(pen, stage, width, height);
  return canvas;
}

/** A canvas for so many pixels of the page, with a rim around them. */
export function sheet(width, height, density, { bg }) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((width + 2 * RIM) * density);
  canvas.height = Math.round((height + 2 * RIM) * density);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.fillStyle = bg;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(density, density);
  pen.translate(RIM, RIM);
  pen.imageSmoothingQuality = 'high';
  return { canvas, pen };
}

/** How high a panel is that is `width` wide, with two lines under it. */
export const heightOf = ({ glBox }, width) => (width * glBox.height) / glBox.width + CAPTION;

/** One panel with its title and up to `lines` lines under it, its plane `width` wide at (x, y). */
export function drawPanel(pen, { elements, theme }, panel, { x, y, width = panel.glBox.width, lines = LINES }) {
  const height = heightOf(panel, width) - CAPTION;
  layers(pen, elements, panel, { x, y, width, height });
  pen.strokeStyle = theme.line;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, 8);
  pen.stroke();
  caption(pen, panel, theme, { x, y, width, height, lines });
  if (panel.title.hidden) return;
  pen.font = `600 14px ${theme.font}`;
  pen.fillStyle = theme.ink;
  written(pen, panel.title.textContent, { x, y: y - 12, width, line: LINE, most: 1 });
}

/** The plane of both canvases. */
function layers(pen, { gl, overlay, planes }, { box, glBox }, { x, y, width, height }) {
  const scale = densityOf({ gl, planes });
  pen.save();
  pen.beginPath();
  pen.roundRect(x, y, width, height, 8);
  pen.clip();
  for (const [canvas, from] of [[gl, glBox], [overlay, box]]) {
    const part = [from.x, from.y, glBox.width, glBox.height].map((value) => value * scale);
    pen.drawImage(canvas, ...part, x, y, width, height);
  }
  pen.restore();
}

/** Under the plane, or in a corner of a wide one. */
function caption(pen, { caption: said }, theme, { x, y, width, height, lines }) {
  const below = getComputedStyle(said).position === 'static';
  const inset = below ? 4 : 12;
  pen.font = `400 13px ${theme.font}`;
  pen.fillStyle = theme.ink2;
  const at = { x: x + inset, width: width - 2 * inset, line: LINE, most: lines };
  if (below) written(pen, said.textContent, { ...at, y: y + height + 19 });
  else written(pen, said.textContent, { ...at, y: y + height - 12, upwards: true });
}

/** Where on the run the picture is; nothing for points that nobody trained here. */
function foot(pen, { elements, theme, words, lead, clock }, width, y) {
  const said = elements.epoch.textContent;
  if (!said || lead.header.epochs === 0) return;
  pen.font = `400 15px ${theme.font}`;
  pen.fillStyle = theme.ink2;
  pen.fillText(said, 0, y + 24);
  const { epochs } = lead.tape;
  const longest = filled(words.epoch, { epoch: epochs, epochs }); // the bar stands still while the number grows
  const from = Math.max(pen.measureText(said).width, pen.measureText(longest).width) + 16;
  const share = lead.tape.share(Math.min(clock.shown, lead.last));
  for (const [colour, end] of [[theme.line, 1], [theme.ink2, share]]) {
    pen.fillStyle = colour;
    pen.fillRect(from, y + 18, (width - from) * end, 3);
  }
}

export function download(blob, file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it only after they have asked where to
}

/** "lossviz-softmax-arcface-seed0": what a file is called. */
export function fileName({ used }) {
  const { recipe } = used[0].header;
  const losses = used.map(({ header }) => header.recipe?.loss).filter(Boolean);
  return ['lossviz', ...(losses.length ? losses : ['picture']), ...(recipe ? [`seed${recipe.seed}`] : [])].join('-');
}
