/** The leading run at a moment enters; bar, readings, charts and menu say it, but only when it is something new. */

import { drawHistogram, drawLoss } from './charts.js';
import { say } from './dom.js';
import { floorFrom, legAt } from './legs.js';
import { measured } from './measure.js';
import { axisEnd, filled } from './numbers.js';
import { projected } from './projection.js';

export class Teller {
  constructor(elements, { bar, readings, menu, canvases }) {
    Object.assign(this, { elements, bar, readings, menu, canvases, told: [] });
  }

  /** `at`: the shown frame's number; `alone`: one run with readings; `layers`: which are drawn. */
  tell({ lead, at, playing, lost, words, theme, titles, alone, layers }) {
    const { tape, labels, last } = lead;
    const frame = tape.frames[at];
    const header = legAt(lead.header, frame?.step ?? 0);
    this.bar.show({ at, last, expected: tape.expected, playing, frame, epochs: tape.epochs, lost });
    const round = lead.circle.target === 1;
    const news = [frame, last, labels, theme, words, header, round, this.canvases.charts];
    if (!frame || news.every((part, i) => part === this.told[i])) return;
    this.told = news;
    const picture = lead.deep ? words.picture_space : words.picture;
    this.elements.planes.setAttribute('aria-label', filled(picture, { title: titles, points: frame.count }));
    if (!alone) return;
    const result = measured(frame, header, labels);
    this.readings.show(frame, header, result, words);
    const spread = { result, most: axisEnd(tape.limitAt(at)), words, theme };
    say(this.elements.histogram, projected(header) ? filled(words.not_measured, { dim: header.recipe?.dim }) : '');
    this.canvases.chart('histogram', (pen, box) => result && drawHistogram(pen, box, spread));
    this.canvases.chart('curve', (pen, box) => drawLoss(pen, box, { ...course(lead, at), words, theme }));
    this.menu.show(offered(frame, header, round), layers, round ? 'circle' : 'plane', lead.deep);
  }

  speak(words, picture) {
    this.bar.speak(words);
    this.menu.speak(words);
    this.elements.notice.hidden = picture;
    say(this.elements.notice, picture ? '' : words.no_webgl);
  }
}

/** The loss of each frame, and its floor from the step on from which the published form is in force. */
function course({ tape, header }, at) {
  const losses = tape.frames.map(({ step, readings }) => ({ step, loss: readings.loss }));
  return { losses, at, steps: tape.steps, epochs: tape.epochs, floor: header.floor ?? NaN, floorFrom: floorFrom(header) };
}

/** Which layers and views this run has: in space regions are on the sphere only, and a projection has none. */
function offered(frame, header, round) {
  const flat = projected(header);
  const regions = !flat && (frame.dim === 2 || round);
  const margin = regions && Boolean(header.margin);
  const [vectors, centres] = [Boolean(frame.vectors), Boolean(frame.centres)];
  return { regions, margin, vectors, centres, shapes: true, views: !flat };
}
