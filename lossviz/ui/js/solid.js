/** Space as the reader has turned it enters; the wire sphere, and the box with its axes, are drawn under the points. */

import { program } from './program.js';
import * as shaders from './solidshaders.js';
import { triple } from './theme.js';
import { columns } from './turn.js';

const WIRES = 0.14;
const BEHIND = 0.5; // the far half's share of it
const EDGES = 0.12;
const BOX = 0.74; // half the box's edge as a share of the view's limit: a room, not a frame around the farthest

export class Solid {
  constructor(gl) {
    this.gl = gl;
    this.wires = program(gl, shaders.WIRE_VERTEX, shaders.WIRE_FRAGMENT);
    this.box = program(gl, shaders.BOX_VERTEX, shaders.WIRE_FRAGMENT);
  }

  /** The sphere's wires or the box; on the way from one to the other, some of both. */
  draw({ w, h }, origin, { view, theme }, dpr) {
    const { gl, wires, box } = this;
    const common = {
      origin, size: [w, h], turn: columns(view.turn), round: view.round * dpr, half_edge: view.reach * BOX * dpr,
      dpr, ink: triple(theme.ink), behind: BEHIND,
    };
    const lines = ({ program: made, set }, strength, vertices, instances) => {
      if (!strength) return;
      gl.useProgram(made);
      set({ ...common, strength });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, vertices, instances);
    };
    lines(wires, WIRES * view.circle, 2 * (shaders.SEGMENTS + 1), shaders.MERIDIANS + shaders.PARALLELS);
    lines(box, EDGES * (1 - view.circle), 4, shaders.BOX_LINES);
  }
}
