/** The frames and labels of one panel enter; what the graphics card holds of them is kept up to date. */

import { CLASSES } from './shaders.js';
import { triple } from './theme.js';

export class Slot {
  constructor(gl) {
    this.gl = gl;
    this.array = gl.createVertexArray();
    [this.from, this.to, this.label, this.order] = [0, 0, 0, 0].map(() => gl.createBuffer());
    this.held = {};
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
}

/** The classes' colours, over again where there are more classes than colours. */
export const palette = ({ classes }) =>
  new Float32Array(Array.from({ length: CLASSES }, (_, k) => triple(classes[k % classes.length])).flat());
