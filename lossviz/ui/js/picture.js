/** The state of each panel enters; its regions and points are drawn with one WebGL2 context. */

import { CLASSES, FULL, PANEL, POINTS_FRAGMENT, POINTS_VERTEX, regions } from './shaders.js';
import { triple } from './theme.js';

const MEASURES = { angle: 1, cosine: 2, distance: 3 };
const CORNER = 8;

export class Picture {
  /** Throws where the browser has no WebGL2. */
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext('webgl2', { antialias: false, depth: false });
    if (!this.gl) throw new Error('no WebGL2');
    this.build();
  }

  /** Makes everything that lives on the graphics card; again after a lost context. */
  build() {
    const { gl } = this;
    this.regions = new Map();
    this.panel = program(gl, FULL, PANEL);
    this.points = program(gl, POINTS_VERTEX, POINTS_FRAGMENT);
    this.panels = [];
    gl.enable(gl.SCISSOR_TEST);
  }

  /** The regions' program for these sites, compiled when it is first needed. */
  regionsFor({ mode, subs, values }) {
    const classes = values.length / 4 / subs;
    const name = `${classes} ${subs} ${mode}`;
    if (!this.regions.has(name)) this.regions.set(name, program(this.gl, FULL, regions(classes, subs, mode)));
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
   * (regions, margin: 0…1; shapes), shown [per class 0…1], radius, theme; `coarse`: regions at half resolution.
   */
  draw(index, box, state) {
    const slot = this.panels[index] ??= new Slot(this.gl);
    const { dpr, canvas } = this;
    const area = {
      x: Math.round(box.x * dpr), w: Math.round(box.width * dpr), h: Math.round(box.height * dpr),
    };
    area.y = canvas.height - Math.round(box.y * dpr) - area.h;
    const origin = [state.view.x * dpr, area.h - state.view.y * dpr];
    if (state.sites) slot.regions(this, area, origin, state);
    this.#lay(slot, area, origin, state);
    this.#dots(slot, area, origin, state);
  }

  #lay(slot, area, origin, { view, theme, sites }) {
    const { gl, panel, dpr } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(area.x, area.y, area.w, area.h);
    gl.scissor(area.x, area.y, area.w, area.h);
    gl.disable(gl.BLEND);
    gl.useProgram(panel.program);
    gl.bindTexture(gl.TEXTURE_2D, slot.texture);
    panel.set({
      corner: [area.x, area.y], size: [area.w, area.h], origin, round: view.round * dpr, circle: view.circle, dpr,
      radius: CORNER * dpr, filled: sites ? 1 : 0, bg: triple(theme.bg), ink: triple(theme.ink),
    });
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #dots(slot, area, origin, state) {
    const { gl, points, dpr } = this;
    const { view, from, to, theme } = state;
    slot.load(from, to, state.labels);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(points.program);
    points.set({
      origin, size: [area.w, area.h], fromUnit: from.unit, toUnit: to.unit, t: state.t,
      plane: view.plane * dpr, round: view.round * dpr, circle: view.circle,
      diameter: 2 * (state.layers.shapes ? Math.max(3, state.radius * 1.25) : state.radius) * dpr,
      'palette[0]': palette(theme), unknown: triple(theme.ink3), 'shown[0]': padded(state.shown),
      opacity: theme.point, shapes: state.layers.shapes ? 1 : 0, dpr,
    });
    gl.bindVertexArray(slot.array);
    gl.drawElements(gl.POINTS, to.count, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }
}

/** What one panel keeps on the graphics card: the points of two frames, and its regions as a texture. */
class Slot {
  constructor(gl) {
    this.gl = gl;
    this.array = gl.createVertexArray();
    this.texture = gl.createTexture();
    this.target = gl.createFramebuffer();
    [this.from, this.to, this.label, this.order] = [0, 0, 0, 0].map(() => gl.createBuffer());
    this.held = {};
    this.drawn = [];
    this.size = [0, 0];
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
    gl.vertexAttribPointer(location, 2, gl.SHORT, false, 2 * frame.dim, 0);
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

  /** Renders the regions into the texture, but only when something they depend on has changed. */
  regions(picture, area, place, { view, sites, zone, layers, theme, coarse }) {
    const { gl } = this;
    const part = coarse ? 0.5 : 1;
    const dpr = picture.dpr * part;
    const size = { w: Math.ceil(area.w * part), h: Math.ceil(area.h * part) };
    const origin = place.map((v) => v * part);
    const unit = (view.circle > 0.5 ? view.round : view.plane) * dpr;
    const fade = Math.abs(2 * view.circle - 1);
    const inputs = {
      origin, unit, dpr, 'sites[0]': sites.values,
      measure: zone ? MEASURES[zone.measure] : 0, margin: zone?.value ?? 0,
      regions: layers.regions * fade, zones: layers.margin * fade,
      tint: theme.tint, zone: theme.zone, hatch: theme.hatch, border: theme.border * (coarse ? 0.6 : 1),
      bg: triple(theme.bg), ink: triple(theme.ink), 'palette[0]': palette(theme),
    };
    const values = Object.values(inputs).flatMap((v) => (v.length ? [...v] : v));
    const flat = [size.w, size.h, sites.mode, sites.subs, ...values];
    if (flat.length === this.drawn.length && flat.every((v, i) => v === this.drawn[i])) return;
    this.drawn = flat;
    this.#aim(size);
    gl.disable(gl.BLEND);
    const { program: used, set } = picture.regionsFor(sites);
    gl.useProgram(used);
    set(inputs);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #aim({ w, h }) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    if (this.size[0] !== w || this.size[1] !== h) {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
      this.size = [w, h];
    }
    gl.viewport(0, 0, w, h);
    gl.scissor(0, 0, w, h);
  }
}

const palette = ({ classes }) =>
  new Float32Array(Array.from({ length: CLASSES }, (_, k) => triple(classes[k % classes.length])).flat());

const padded = (shown) => Float32Array.from({ length: CLASSES }, (_, k) => shown[k] ?? 1);

/** A linked program, and `set` that writes its uniforms by name, whatever their type. */
function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(made));
  const writers = new Map();
  for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
    const { name, type } = gl.getActiveUniform(made, i);
    writers.set(name, writer(gl, gl.getUniformLocation(made, name), type));
  }
  const set = (values) => writers.forEach((write, name) => { if (name in values) write(values[name]); });
  return { program: made, set };
}

function writer(gl, at, type) {
  switch (type) {
    case gl.FLOAT_VEC2: return (v) => gl.uniform2fv(at, v);
    case gl.FLOAT_VEC3: return (v) => gl.uniform3fv(at, v);
    case gl.FLOAT_VEC4: return (v) => gl.uniform4fv(at, v);
    case gl.FLOAT: return (v) => (v.length ? gl.uniform1fv(at, v) : gl.uniform1f(at, v));
    default: return (v) => gl.uniform1i(at, v);
  }
}
