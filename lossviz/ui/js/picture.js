/** The state of each panel enters; its regions and points are drawn with one WebGL2 context. */

import { Ground } from './ground.js';
import { program } from './program.js';
import * as shaders from './shaders.js';
import { SPHERE } from './sites.js';
import { Slot, palette } from './slot.js';
import { Solid } from './solid.js';
import { sphere } from './solidshaders.js';
import { placesOf, trainedOf } from './strangers.js';
import { triple } from './theme.js';
import { columns } from './turn.js';
import { VOTED } from './voteshader.js';

const CORNER = 8;
const CIRCLE = 0.35;
const AXES = 0.14;
const SLABS = 8;

export class Picture {
  /** Throws where the browser has no WebGL2. `changed()`: something finer can be drawn. */
  constructor(canvas, changed) {
    Object.assign(this, { canvas, changed });
    this.gl = canvas.getContext('webgl2', { antialias: false, depth: false });
    if (!this.gl) throw new Error('no WebGL2');
    this.build();
  }

  /** Makes everything that lives on the graphics card; again after a lost context. */
  build() {
    const { gl } = this;
    this.regions = new Map();
    this.lines = program(gl, shaders.LINE_VERTEX, shaders.LINE_FRAGMENT);
    this.corners = program(gl, shaders.CORNER_VERTEX, shaders.CORNER_FRAGMENT);
    this.points = program(gl, shaders.POINTS_VERTEX, shaders.POINTS_FRAGMENT);
    this.solid = new Solid(gl);
    this.voted = program(gl, shaders.FULL, VOTED);
    this.panels = [];
    this.grounds = [];
    gl.enable(gl.SCISSOR_TEST);
  }

  /** Counts no more votes. */
  close() { this.grounds.forEach(({ poll }) => poll.close()); }

  /** The regions' program for these sites and this certainty, compiled when it is first needed. */
  regionsFor({ mode, subs, values }, certainty = 'none') {
    const classes = values.length / 4 / subs;
    const name = `${classes} ${subs} ${mode} ${certainty}`;
    if (!this.regions.has(name)) {
      const fragment = mode === SPHERE ? sphere(classes, subs, certainty) : shaders.regions(classes, subs, mode, certainty);
      this.regions.set(name, program(this.gl, shaders.FULL, fragment));
    }
    return this.regions.get(name);
  }

  /** Sizes the drawing to the device's pixels and clears it. */
  begin(width, height, dpr) {
    const { gl, canvas } = this;
    const [w, h] = [Math.round(width * dpr), Math.round(height * dpr)];
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    this.dpr = dpr;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, w, h);
    gl.scissor(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /**
   * Draws panel `index` into `box` (CSS pixels). state: view (a lens), from, to, t, labels, sites, zone, layers
   * (regions, confidence, margin: 0…1; shapes), shown [per class 0…1], radius, theme; `coarse`: regions at half resolution.
   */
  draw(index, box, state) {
    const slot = this.panels[index] ??= new Slot(this.gl);
    const ground = this.grounds[index] ??= new Ground(this.gl, this.changed);
    const { dpr, canvas } = this;
    const area = {
      x: Math.round(box.x * dpr), w: Math.round(box.width * dpr), h: Math.round(box.height * dpr),
    };
    area.y = canvas.height - Math.round(box.y * dpr) - area.h;
    const origin = [state.view.x * dpr, area.h - state.view.y * dpr];
    if (state.sites) ground.regions(this, area, origin, state);
    this.#ground(ground, area, state);
    this.#rules(area, origin, state);
    if (!state.signs) this.#dots(slot, area, origin, state);
    this.#trim(area);
  }

  /** Space from the back to the front, so that nothing far lies on something near; of a sphere there are two sides. */
  #slabs({ view }, count) {
    const { gl, points } = this;
    const slabs = view.circle === 1 ? 2 : SLABS;
    for (let slab = 0; slab < slabs; slab++) {
      points.set({ slab, slabs });
      gl.drawElements(gl.POINTS, count, gl.UNSIGNED_INT, 0);
    }
  }

  /** Copies the regions into the panel, or the page's colour where there are none. */
  #ground({ fine }, { x, y, w, h }, { theme, sites }) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(x, y, w, h);
    gl.scissor(x, y, w, h);
    if (sites) fine.copy(null, x, y, w, h);
    else {
      gl.clearColor(...triple(theme.bg), 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    }
  }

  /** The axes of the plane and the unit circle; on the way from one to the other, some of both. In space, its lines. */
  #rules(area, origin, state) {
    const { gl, lines, dpr } = this;
    const { view, theme } = state;
    const { w, h } = area;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(lines.program);
    lines.set({ origin, size: [w, h], round: view.round * dpr, dpr, ink: triple(theme.ink) });
    const draw = (which, strength, vertices) => {
      if (!strength) return;
      lines.set({ which, strength });
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, vertices);
    };
    draw(0, CIRCLE * view.circle, 2 * (shaders.SEGMENTS + 1));
    if (view.turn) return this.solid.draw(area, origin, state, dpr);
    draw(1, AXES * (1 - view.circle), 4);
    return draw(2, AXES * (1 - view.circle), 4);
  }

  /** Takes away what lies outside the round corners. */
  #trim({ w, h }) {
    const { gl, corners, dpr } = this;
    gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(corners.program);
    corners.set({ size: [w, h], radius: CORNER * dpr });
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, 4);
  }

  #dots(slot, area, origin, state) {
    const { gl, points, dpr } = this;
    const { view, from, to, theme } = state;
    slot.load(from, to, state.labels);
    gl.useProgram(points.program);
    points.set({
      origin, size: [area.w, area.h], fromUnit: from.unit, toUnit: to.unit, t: state.t,
      plane: view.plane * dpr, round: view.round * dpr, circle: view.circle, reach: view.reach * dpr,
      turn: columns(view.turn), deep: view.turn ? 1 : 0, trained: trainedOf(state.header) || shaders.CLASSES,
      diameter: 2 * (state.layers.shapes ? Math.max(3, state.radius * 1.25) : state.radius) * dpr,
      'palette[0]': palette(theme), unknown: triple(theme.ink3), 'shown[0]': padded(state.shown), 'forms[0]': forms(state.header),
      opacity: theme.point, shapes: state.layers.shapes ? 1 : 0, dpr,
    });
    gl.bindVertexArray(slot.array);
    if (view.turn) this.#slabs(state, to.count);
    else gl.drawElements(gl.POINTS, to.count, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }
}

const padded = (shown) => Float32Array.from({ length: shaders.CLASSES }, (_, k) => shown[k] ?? 1);

/** By class, which mark is its own. */
function forms(header) {
  const places = placesOf(header);
  return Float32Array.from({ length: shaders.CLASSES }, (_, k) => places[k] ?? k);
}
