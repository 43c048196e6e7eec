/** A panel's frame and the part of the plane in sight enter; a grid of votes leaves: coarse at once, fine at rest. */

import { trainedPart } from './strangers.js';
import { Grid, Votes } from './votes.js';

const COARSE = 40;
const FINE = 256;
const REST = 150;
const SLICE = 8;

export class Poll {
  /** `changed()`: a finer grid is there. */
  constructor(changed) { Object.assign(this, { changed, asked: [] }); }

  /** The grid for this frame over pixels `area` {width, height, origin, unit}, of directions or points in the plane. */
  grid(frame, labels, directions, area) {
    const asked = [frame, labels, directions, area.width, area.height, ...area.origin, area.unit];
    if (asked.every((part, i) => part === this.asked[i])) return this.shown;
    clearTimeout(this.timer);
    if ([frame, labels, directions].some((part, i) => part !== this.asked[i])) {
      const part = trainedPart(frame, labels);
      this.votes = new Votes(part.frame, part.labels, directions);
    }
    this.asked = asked;
    this.shown = new Grid(this.votes, area, COARSE);
    this.shown.count();
    this.timer = setTimeout(() => this.#refine(new Grid(this.votes, area, FINE)), REST);
    return this.shown;
  }

  /** Counts a slice of the fine grid, then lets the page draw and hear before the next. */
  #refine(grid) {
    if (!grid.count(performance.now() + SLICE)) {
      this.timer = setTimeout(() => this.#refine(grid), 0);
      return;
    }
    this.shown = grid;
    this.changed();
  }

  close() { clearTimeout(this.timer); }
}
