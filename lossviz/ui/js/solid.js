/** Space as the reader has turned it enters; the wire sphere, and the box with its axes, are drawn under the points. */

import { program } from './program.js';
import * as shaders from './solidshaders.js';
import { triple } from './theme.js';
import { columns } from './turn.js';

const FRONT = 0.14;
const BACK = 0.07;
const BOX = 0.86; // the share of the view's limit within which nearly all points lie
const EDGES = 0.12;

export class Solid {
  constructor(gl) {
    this.gl = gl;
    this.wires = program(gl, shaders.WIRE_VERTEX, shaders.WIRE_FRAGMENT);
    this.box = program(gl, shaders.BOX_VERTEX, shaders.WIRE_FRAGMENT);
  }

  /** What lies behind the points: the far half of the wires, or the box; on the way between them, some of both. */
  behind({ w, h }, origin, { view, theme }, dpr) {
    const { gl, box } = this;
    const common = this.#common(w, h, origin, view, theme, dpr);
    this.#wires(common, BACK * view.circle, -1);
    const faint = EDGES * (1 - view.circle);
    if (!faint) return;
    gl.useProgram(box.program);
    box.set({ ...common, half_edge: (view.reach * BOX) * dpr, strength: faint, side: 1 });
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, shaders.BOX_LINES);
  }

  /** What lies before the points that are behind the middle. */
  middle({ w, h }, origin, { view, theme }, dpr) {
    this.#wires(this.#common(w, h, origin, view, theme, dpr), FRONT * view.circle, 1);
  }

  #common(w, h, origin, view, theme, dpr) {
    return { origin, size: [w, h], turn: columns(view.turn), round: view.round * dpr, dpr, ink: triple(theme.ink) };
  }

  #wires(common, strength, side) {
    if (!strength) return;
    const { gl, wires } = this;
    gl.useProgram(wires.program);
    wires.set({ ...common, strength, side });
    const circles = shaders.MERIDIANS + shaders.PARALLELS;
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * (shaders.SEGMENTS + 1), circles);
  }
}
