/** Where the reader looks enters; places on the plane become pixels of a panel, and pixels places. */

const NEAREST = 40;
const CIRCLE = 0.78;

/** Zoom and shift that all panels share; the shift counts in half panels, so that it fits each of them. */
export class Camera {
  constructor() { this.reset(); }

  reset() { Object.assign(this, { zoom: 1, x: 0, y: 0 }); }

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

/** How one panel is seen: `circle` 0 (plane) … 1 (unit circle), the plane's half-width `limit`. Pixels, y down. */
export function lens({ width, height }, camera, limit, circle) {
  const half = Math.min(width, height) / 2;
  return {
    width, height, half, circle,
    x: width / 2 + camera.x * half,
    y: height / 2 - camera.y * half,
    plane: (half / limit) * camera.zoom,
    round: half * CIRCLE * camera.zoom,
  };
}

/** The small fixed scatter about the unit circle that keeps a thousand points from lying on one line. */
export const scatter = (index) => 1 + (((index * 37) % 100) / 100 - 0.5) * 0.075;

/** Pixels of point `index` at (x, y) of the plane. */
export function place(view, x, y, index) {
  const length = Math.hypot(x, y) || 1e-9;
  const stretch = scatter(index) / length;
  const scale = view.plane * (1 - view.circle) + view.round * stretch * view.circle;
  return [view.x + x * scale, view.y - y * scale];
}
