/** The frames, labels and regions of one panel enter; what the graphics card holds of them is kept up to date. */

import { CLASSES } from './shaders.js';
import { SPHERE } from './sites.js';
import { triple } from './theme.js';
import { turned } from './turn.js';

const MEASURES = { angle: 1, cosine: 2, distance: 3 };
const COARSE = 0.5;

export class Slot {
  constructor(gl) {
    this.gl = gl;
    this.array = gl.createVertexArray();
    this.ground = new Surface(gl);
    this.rough = new Surface(gl);
    [this.from, this.to, this.label, this.order] = [0, 0, 0, 0].map(() => gl.createBuffer());
    this.held = {};
    this.drawn = [];
  }

  /** Uploads what is not yet there: at most a few kB a frame. */
  load(from, to, labels) {
    const { gl, held } = this;
    gl.bindVertexArray(this.array);
    if (held.from !== from) this.#coordinates(this.from, 0, from);
    if (held.to !== to) this.#coordinates(this.to, 1, to);
    if (held.labels !== labels || held.count !== to.count) this.#labels(labels, to.count);
    if (held.count !== to.count) this.#shuffle(to.count);
    this.held = { from, to, labels, count: to.count };
    gl.bindVertexArray(null);
  }

  #coordinates(buffer, location, frame) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, frame.points, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, Math.min(3, frame.dim), gl.SHORT, false, 2 * frame.dim, 0);
  }

  #labels(labels, count) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.label);
    gl.bufferData(gl.ARRAY_BUFFER, labels ?? new Uint8Array(count).fill(255), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(2);
    gl.vertexAttribPointer(2, 1, gl.UNSIGNED_BYTE, false, 1, 0);
  }

  /** An order in which no class lies on top of another. */
  #shuffle(count) {
    const { gl } = this;
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    order.sort((a, b) => ((a * 7919) % count) - ((b * 7919) % count));
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.order);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW);
  }

  /** Renders the regions into `ground`, but only when something they depend on has changed. */
  regions(picture, { w, h }, place, state) {
    const part = state.coarse ? COARSE : 1;
    const inputs = uniforms(picture.dpr * part, place.map((v) => v * part), state);
    const { mode, subs } = state.sites;
    const flat = [w, h, mode, subs, ...Object.values(inputs).flatMap((v) => (v.length ? [...v] : v))];
    if (flat.length === this.drawn.length && flat.every((v, i) => v === this.drawn[i])) return;
    this.drawn = flat;
    this.ground.resize(w, h);
    const surface = state.coarse ? this.rough : this.ground;
    surface.resize(Math.ceil(w * part), Math.ceil(h * part));
    this.#render(surface, picture.regionsFor(state.sites), inputs, mode === SPHERE);
    if (state.coarse) this.rough.copy(this.ground.framebuffer, 0, 0, w, h);
  }

  #render({ framebuffer, width, height }, { program, set }, inputs, disc) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, width, height);
    gl.scissor(0, 0, width, height);
    gl.disable(gl.BLEND);
    if (disc) this.#confine(inputs);
    gl.useProgram(program);
    set(inputs);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** Clears the surface and shades no more of it than the sphere's square. */
  #confine({ origin: [x, y], unit, bg }) {
    const { gl } = this;
    gl.clearColor(...bg, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const side = Math.ceil(2 * unit) + 4;
    gl.scissor(Math.floor(x - unit) - 2, Math.floor(y - unit) - 2, side, side);
  }
}

/** Sites as the reader has them. */
function facing({ mode, values }, turn) {
  if (mode !== SPHERE) return values;
  const seen = new Float32Array(values);
  for (let i = 0; i < seen.length; i += 4) seen.set(turned(turn, values.subarray(i, i + 3)), i);
  return seen;
}

function uniforms(dpr, origin, { view, sites, zone, layers, theme, coarse }) {
  const fade = Math.abs(2 * view.circle - 1);
  return {
    origin, dpr, unit: (view.circle > 0.5 ? view.round : view.plane) * dpr,
    'sites[0]': facing(sites, view.turn),
    measure: zone ? MEASURES[zone.measure] : 0, margin: zone?.value ?? 0,
    regions: layers.regions * fade, zones: layers.margin * fade,
    tint: theme.tint, zone: theme.zone, hatch: theme.hatch, border: theme.border * (coarse ? 0.6 : 1),
    bg: triple(theme.bg), ink: triple(theme.ink), 'palette[0]': palette(theme),
  };
}

/** A picture that can be drawn into and copied from. */
class Surface {
  constructor(gl) {
    Object.assign(this, { gl, framebuffer: gl.createFramebuffer(), store: gl.createRenderbuffer(), width: 0, height: 0 });
  }

  resize(width, height) {
    if (this.width === width && this.height === height) return;
    const { gl } = this;
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.store);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.store);
    Object.assign(this, { width, height });
  }

  /** Copies all of it into a rectangle of another framebuffer (null: the canvas), stretched where sizes differ. */
  copy(target, x, y, w, h) {
    const { gl, width, height } = this;
    const way = width === w && height === h ? gl.NEAREST : gl.LINEAR;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.framebuffer);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target);
    gl.scissor(x, y, w, h);
    gl.blitFramebuffer(0, 0, width, height, x, y, x + w, y + h, gl.COLOR_BUFFER_BIT, way);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  }
}

/** The classes' colours, over again where there are more classes than colours. */
export const palette = ({ classes }) =>
  new Float32Array(Array.from({ length: CLASSES }, (_, k) => triple(classes[k % classes.length])).flat());
