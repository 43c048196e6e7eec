/** Moments of a run enter one by one; a table of small pictures leaves: a row for each panel, a column for each moment. */

import { drawPanel, heightOf, sheet, TITLE } from './save.js';

const GAP = 16;
const WIDEST = 330; // a panel in pixels of the page: words beside it are read on a slide
const HEAD = 28;
const LARGEST = 16_000_000; // pixels: some browsers draw no more

export class Strip {
  constructor(stage, moments, density) {
    const panels = stage.planes.slice(0, stage.count);
    const [{ glBox, title }] = panels;
    const width = Math.min(WIDEST, glBox.width);
    const below = heightOf(panels[0], width);
    const row = below + (title.hidden ? 0 : TITLE);
    const [wide, high] = [moments * (width + GAP) - GAP, HEAD + panels.length * row];
    const fine = Math.min((density * glBox.width) / width, Math.sqrt(LARGEST / (wide * high)));
    Object.assign(this, { stage, panels, width, row, below, columns: 0, ...sheet(wide, high, fine, stage.theme) });
  }

  /** One column more: the panels as they stand. */
  add() {
    const { stage, pen, panels, width, row, below } = this;
    const { theme, elements } = stage;
    const x = this.columns++ * (width + GAP);
    pen.font = `400 15px ${theme.font}`;
    pen.fillStyle = theme.ink2;
    pen.fillText(elements.epoch.textContent, x, 14);
    panels.forEach((panel, i) => drawPanel(pen, stage, panel, { x, y: HEAD + (i + 1) * row - below, width }));
  }
}
