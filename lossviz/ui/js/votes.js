/** The labelled points of a frame enter; for which class the five nearest vote, anywhere in the plane, leaves. */

export const VOTERS = 5;

/** Points in the order of the coordinate that spreads more; of directions that is their angle, the only one. */
export class Votes {
  constructor({ points, count, dim, unit }, labels, directions) {
    Object.assign(this, { directions, labels });
    const at = (i) => [points[i * dim] * unit, points[i * dim + 1] * unit];
    const [wide, high] = [0, 1].map((axis) => spread(Array.from({ length: count }, (_, i) => at(i)[axis])));
    this.upright = high > wide;
    const places = Array.from({ length: count }, (_, i) => [...this.#axes(...at(i)), labels[i]]);
    places.sort((a, b) => a[0] - b[0]);
    const line = directions ? wound(places) : places;
    this.along = Float64Array.from(line, ([along]) => along);
    this.across = Float64Array.from(line, ([, across]) => across);
    this.classes = Uint8Array.from(line, ([, , cls]) => cls);
    this.nearest = new Uint8Array(VOTERS);
    this.far = new Float64Array(VOTERS);
    this.counts = new Uint8Array(256);
  }

  #axes(x, y) {
    if (this.directions) return [Math.atan2(y, x), 0];
    return this.upright ? [y, x] : [x, y];
  }

  /** {cls, share}: the class with the most votes at (x, y), the lowest of equals, and its share of them. */
  at(x, y) {
    const [along, across] = this.#axes(x, y);
    const found = this.#poll(along, across);
    const { counts, nearest } = this;
    let cls = 255;
    for (let i = 0; i < found; i++) counts[nearest[i]] += 1;
    for (let i = 0; i < found; i++) {
      const more = counts[nearest[i]] - counts[cls];
      if (more > 0 || (more === 0 && nearest[i] < cls)) cls = nearest[i];
    }
    const share = found ? counts[cls] / found : 0;
    for (let i = 0; i < found; i++) counts[nearest[i]] = 0;
    return { cls, share };
  }

  /** Goes outwards along the line until nothing farther along it can be nearer; the number of voters found. */
  #poll(along, across) {
    const { along: line, across: side } = this;
    let right = firstFrom(line, along);
    let left = right - 1;
    let found = 0;
    while (left >= 0 || right < line.length) {
      const back = left >= 0 ? along - line[left] : Infinity;
      const on = right < line.length ? line[right] - along : Infinity;
      const i = back < on ? left-- : right++;
      const gap = Math.min(back, on);
      if (found === VOTERS && gap * gap >= this.far[VOTERS - 1]) break;
      found = this.#insert(gap * gap + (side[i] - across) ** 2, this.classes[i], found);
    }
    return found;
  }

  /** Keeps the nearest in order. */
  #insert(away, cls, found) {
    const { far, nearest } = this;
    if (found === VOTERS && away >= far[VOTERS - 1]) return found;
    let i = Math.min(found, VOTERS - 1);
    for (; i > 0 && far[i - 1] > away; i--) { far[i] = far[i - 1]; nearest[i] = nearest[i - 1]; }
    far[i] = away;
    nearest[i] = cls;
    return Math.min(VOTERS, found + 1);
  }
}

const spread = (values) => Math.max(...values) - Math.min(...values);

/** A circle cut open, with enough of each end once more beyond the other that no neighbour is missed. */
function wound(places) {
  const beyond = (part, turn) => part.map(([along, ...rest]) => [along + turn, ...rest]);
  const ends = [places.slice(-VOTERS), places.slice(0, VOTERS)];
  return [...beyond(ends[0], -2 * Math.PI), ...places, ...beyond(ends[1], 2 * Math.PI)];
}

/** The first place in sorted values that is not below `value`. */
function firstFrom(values, value) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

/** Votes cell by cell over `width` × `height` pixels about `origin`, y up: two bytes a cell, class and share. */
export class Grid {
  constructor(votes, { width, height, origin, unit }, side) {
    this.cell = Math.max(width, height) / side;
    Object.assign(this, { votes, origin, unit, side, row: 0 });
    this.columns = Math.ceil(width / this.cell);
    this.rows = Math.ceil(height / this.cell);
    this.values = new Uint8Array(2 * this.columns * this.rows);
  }

  /** Counts row after row until `deadline` (ms of the page's clock); true once all are counted. */
  count(deadline = Infinity) {
    const { columns, rows } = this;
    while (this.row < rows && performance.now() < deadline) {
      for (let column = 0; column < columns; column++) this.#ask(column, this.row);
      this.row += 1;
    }
    return this.row === rows;
  }

  #ask(column, row) {
    const { cell, origin, unit, values } = this;
    const place = (i, axis) => ((i + 0.5) * cell - origin[axis]) / unit;
    const { cls, share } = this.votes.at(place(column, 0), place(row, 1));
    const at = 2 * (row * this.columns + column);
    values[at] = cls;
    values[at + 1] = share * 255;
  }
}
