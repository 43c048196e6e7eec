/** Moments of a run enter one by one; a table of small pictures leaves: a row for each panel, a column for each moment. */

import { drawPanel, heightOf, sheet, TITLE } from './save.js';

const GAP = 16;
const HEAD = 28;
const LARGEST = 16_000_000; // pixels: some browsers draw no more

export class Strip {
  constructor(stage, moments, density) {
    const panels = stage.planes.slice(0, stage.count);
    const [width, height] = [panels[0].glBox.width + GAP, heightOf(panels[0]) + (panels[0].title.hidden ? 0 : TITLE)];
    const [wide, high] = [moments * width - GAP, HEAD + panels.length * height];
    const { canvas, pen } = sheet(wide, high, Math.min(density, Math.sqrt(LARGEST / (wide * high))), stage.theme);
    Object.assign(this, { stage, panels, canvas, pen, width, height, columns: 0 });
  }

  /** One column more: the panels as they stand. */
  add() {
    const { stage, pen, panels, width, height } = this;
    const { theme, elements } = stage;
    const x = this.columns++ * width;
    pen.font = `400 15px ${theme.font}`;
    pen.fillStyle = theme.ink2;
    pen.fillText(elements.epoch.textContent, x, 18);
    panels.forEach((panel, i) => drawPanel(pen, stage, panel, { x, y: HEAD + (i + 1) * height - heightOf(panel) }));
  }
}
