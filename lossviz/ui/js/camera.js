/** Where the reader looks enters; places in the plane or in space become pixels of a panel. */

import { rotation, turned } from './turn.js';

const NEAREST = 40;
const CIRCLE = 0.78;
const SPACE = 0.92; // what of a panel's half the limit fills in space, so that the box fits as it turns
const START = { yaw: -0.6, pitch: 0.35 };
const OVERHEAD = Math.PI / 2;

/** Zoom, shift and turn that all panels share; the shift counts in half panels, so that it fits each of them. */
export class Camera {
  constructor() { this.reset(); }

  reset() { Object.assign(this, START); this.centre(); }

  /** Back to the whole picture, from the side from which it is seen. */
  centre() { Object.assign(this, { zoom: 1, x: 0, y: 0 }); }

  /** Goes around what is seen, in radians; never over the top. */
  turn(yaw, pitch) {
    this.touched = true;
    this.yaw = (this.yaw + yaw) % (2 * Math.PI);
    this.pitch = Math.min(OVERHEAD, Math.max(-OVERHEAD, this.pitch + pitch));
  }

  /** Magnifies about a point given in half panels from the middle, x right and y up. */
  magnify(factor, x, y) {
    const zoom = Math.min(NEAREST, Math.max(1, this.zoom * factor));
    this.x = x - (x - this.x) * (zoom / this.zoom);
    this.y = y - (y - this.y) * (zoom / this.zoom);
    this.zoom = zoom;
    this.#hold();
  }

  shift(x, y) {
    this.x += x;
    this.y += y;
    this.#hold();
  }

  /** The picture never leaves its panel altogether. */
  #hold() {
    const most = this.zoom;
    this.x = Math.min(most, Math.max(-most, this.x));
    this.y = Math.min(most, Math.max(-most, this.y));
  }
}

/**
 * How one panel is seen: `circle` 0 (plane or space) … 1 (unit circle or sphere), the half-width `limit` of plane and
 * space, `turn` the rotation of space or null in the plane, `reach` how far it comes to the front. Pixels, y down.
 */
export function lens({ width, height }, camera, limit, circle, deep = false) {
  const half = Math.min(width, height) / 2;
  const plane = (half / limit) * camera.zoom * (deep ? SPACE : 1);
  const round = half * CIRCLE * camera.zoom;
  return {
    width, height, half, circle, plane, round,
    x: width / 2 + camera.x * half,
    y: height / 2 - camera.y * half,
    turn: deep ? rotation(camera.yaw, camera.pitch) : null,
    reach: plane * limit * (1 - circle) + round * circle,
  };
}

/** The small fixed scatter about the unit circle that keeps a thousand points from lying on one line. */
export const scatter = (index) => 1 + (((index * 37) % 100) / 100 - 0.5) * 0.075;

/** The coordinates of a frame's point. */
export const coordinates = ({ points, dim, unit }, index) =>
  Array.from(points.subarray(index * dim, index * dim + dim), (v) => v * unit);

/** Pixels of point `index`, which lies at these coordinates, and its depth: −1 far … 1 near, 0 in the plane. */
export function place(view, at, index) {
  const length = Math.hypot(...at) || 1e-9;
  const stretch = (view.turn ? 1 : scatter(index)) / length;
  const scale = view.plane * (1 - view.circle) + view.round * stretch * view.circle;
  const [x, y, near] = turned(view.turn, at);
  return [view.x + x * scale, view.y - y * scale, Math.min(1, Math.max(-1, (near * scale) / view.reach))];
}
