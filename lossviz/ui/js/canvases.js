/** Panels as they stand at a moment enter; the two canvases of the stage, one WebGL2 and one 2-D, are drawn. */

import { claimsOf } from './claims.js';
import { badgePlaces, drawOverlay } from './overlay.js';
import { Picture } from './picture.js';
import { signsOf } from './signs.js';
import { placed } from './spot.js';
import { drawStill } from './still.js';

const SETTLE = 250;
const PATIENCE = 4;
const SLOW = 0.025;
const DENSEST = 3;
const COARSEST = 0.5;
const FLUENT = 120_000; // pixels that software graphics can hand to the screen thirty times a second

export class Canvases {
  /** `restored()` is called when the graphics card has come back after it was lost. */
  constructor({ gl, overlay, stage, planes }, restored) {
    Object.assign(this, { gl, overlay, stage, around: planes, restored });
    Object.assign(this, { interval: 0, slow: false, coarse: false, draws: 0 });
    this.pen = overlay.getContext('2d');
    try { this.picture = new Picture(gl, restored); } catch { this.picture = null; }
    gl.addEventListener('webglcontextlost', (event) => event.preventDefault());
    gl.addEventListener('webglcontextrestored', () => { this.picture.build(); restored(); });
  }

  /** Reads where everything lies; to be called when sizes may have changed. */
  measure(planes, charts) {
    const outer = this.stage.getBoundingClientRect();
    const inner = this.around.getBoundingClientRect();
    for (const plane of planes) {
      Object.assign(plane, { box: within(plane.plane, outer), glBox: within(plane.plane, inner) });
    }
    this.charts = Object.fromEntries(Object.entries(charts).map(([name, element]) => [name, within(element, outer)]));
    this.size = inner;
    this.dpr = Math.min(DENSEST, devicePixelRatio || 1);
    this.overlay.width = Math.round(outer.width * this.dpr);
    this.overlay.height = Math.round(outer.height * this.dpr);
  }

  /** Slow graphics get coarse regions, once per frame, while something moves, and fine ones soon after. */
  pace(seconds) {
    this.interval += (seconds - this.interval) * 0.2;
    this.slow ||= this.interval > SLOW;
    if (!this.slow) return;
    this.coarse = true;
    clearTimeout(this.settling);
    // longer where a redraw takes long, or each would be followed by a fine one that takes longer
    const rest = Math.max(SETTLE, PATIENCE * this.interval * 1000);
    this.settling = setTimeout(() => { this.coarse = false; this.restored(); }, rest);
  }

  /** Pixels of the picture per CSS pixel: fewer on slow graphics while it moves, of which each costs. */
  get fineness() {
    if (!this.coarse) return this.dpr;
    return Math.min(this.dpr, Math.max(COARSEST, Math.sqrt(FLUENT / (this.size.width * this.size.height))));
  }

  begin() {
    this.picture?.begin(this.size.width, this.size.height, this.fineness);
    this.pen.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    this.draws += 1;
  }

  /** Draws panel `i`; `state` is what the panel gives at a moment and how the reader wants it drawn. */
  panel(i, plane, state, badges) {
    const { pen } = this;
    const { box } = plane;
    pen.clearRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
    if (!state) return;
    state.badges = badgePlaces(state);
    badges(state);
    if (state.hovered !== null) state.ring = placed(state, state.hovered);
    Object.assign(state, claimsOf(state), { signs: signsOf(state) });
    this.picture?.draw(i, plane.glBox, { ...state, sites: state.regions, coarse: this.coarse });
    pen.save();
    pen.translate(box.x, box.y);
    if (!this.picture) drawStill(pen, state);
    drawOverlay(pen, state);
    pen.restore();
  }

  /** Draws a chart into its place, if the layout has one. */
  chart(name, draw) {
    const { x, y, width, height } = this.charts[name];
    if (!width || !height) return;
    this.pen.save();
    this.pen.translate(x, y);
    this.pen.clearRect(-2, -2, width + 10, height + 4);
    draw(this.pen, { width, height });
    this.pen.restore();
  }

  destroy() {
    clearTimeout(this.settling);
    this.picture?.close();
    this.picture?.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function within(element, outer) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x - outer.x, y: y - outer.y, width, height };
}
