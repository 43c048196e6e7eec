/** The leading run at a moment enters; bar, readings, charts and menu say it, but only when it is something new. */

import { drawLoss } from './charts.js';
import { Choice } from './choice.js';
import { say } from './dom.js';
import { drawHistogram, ofPairs, toClasses } from './histograms.js';
import { floorFrom, legAt } from './legs.js';
import { measured } from './measure.js';
import { degrees, filled } from './numbers.js';
import { offered } from './offered.js';
import { pairsOf } from './pairs.js';
import { projected } from './projection.js';
import { ROOM } from './rose.js';

export class Teller {
  /** `changed()`: the reader wants another chart. */
  constructor(elements, { bar, readings, menu, canvases }, changed) {
    Object.assign(this, { elements, bar, readings, menu, canvases, chart: 'classes', told: [] });
    this.choice = new Choice(elements.histogram, (chart) => { this.chart = chart; changed(); });
  }

  /** `at`: the shown frame's number; `stepped`, `trains`: as the bar has it; `alone`: one run with readings; `layers`: which are drawn. */
  tell({ lead, at, playing, stepped, trains, lost, words, theme, titles, alone, layers }) {
    const { tape, labels, last } = lead;
    const frame = tape.frames[at];
    const header = legAt(lead.header, frame?.step ?? 0);
    const { epochs, steps, expected } = tape;
    this.bar.show({
      at, last, expected, playing, frame, epochs, steps, stepped: stepped || frame?.glance, trains, marks: marksOf(lead), lost,
      live: Boolean(lead.live),
    });
    const round = lead.circle.target === 1;
    const news = [frame, last, labels, theme, words, header, round, layers.neighbours, this.chart, this.canvases.charts];
    if (!frame || news.every((part, i) => part === this.told[i])) return;
    this.told = news;
    this.elements.stage.classList.toggle('untrained', header.epochs === 0);
    const picture = lead.deep ? words.picture_space : words.picture;
    this.elements.planes.setAttribute('aria-label', filled(picture, { title: titles, points: frame.count }));
    if (!alone) return;
    const result = measured(frame, header, labels);
    this.readings.show(frame, header, result, words);
    say(this.elements.unmeasured, projected(header) ? unmeasured(this.chart, frame, header, words) : '');
    const counted = this.#counted(frame, header, labels, tape.limitAt(at), words);
    this.canvases.chart('histogram', (pen, box) => counted && drawHistogram(pen, box, counted, { words, theme }));
    this.canvases.chart('curve', (pen, box) => header.epochs !== 0 && drawLoss(pen, box, { ...course(lead, at), words, theme }));
    const wide = this.canvases.size.width >= ROOM;
    const has = offered(frame, header, { round, labels, knobs: lead.knobs, neighbours: layers.neighbours, wide });
    this.menu.show(has, layers, round ? 'circle' : 'plane', lead.deep);
  }

  /** What the chart shows of a frame; nothing where angles and distances are those of a projection. */
  #counted(frame, header, labels, limit, words) {
    if (!labels || projected(header)) return null;
    if (this.chart === 'pairs') return ofPairs(pairsOf(frame, labels, header.metric), limit, words);
    const result = measured(frame, header, labels);
    return result && toClasses(result, limit, words);
  }

  speak(words, picture) {
    this.bar.speak(words);
    this.choice.speak(words);
    this.menu.speak(words);
    this.elements.notice.hidden = picture;
    say(this.elements.notice, picture ? '' : words.no_webgl);
  }
}

/** Where on the timeline (0…1) the run was changed, as far as it has come. */
function marksOf({ tape, source, last }) {
  const been = (source.changes ?? []).filter(({ step }) => step <= (tape.frames[last]?.step ?? -1));
  return been.map(({ step }) => tape.at(step / tape.steps) / Math.max(1, tape.expected - 1));
}

/** Why there is no chart of a projection, and what is known of all dimensions. */
function unmeasured(chart, { readings }, { recipe }, words) {
  const why = filled(chart === 'pairs' ? words.not_paired : words.not_measured, { dim: recipe?.dim });
  const [own, other] = [degrees(readings.own_angle), degrees(readings.other_angle)];
  return Number.isFinite(readings.own_angle) ? `${why} ${filled(words.mean_angles, { own, other })}` : why;
}

/** The loss of each frame, and its floor from the step on from which the published form is in force. */
function course({ tape, header }, at) {
  const losses = tape.frames.map(({ step, readings }) => ({ step, loss: readings.loss }));
  return { losses, at, steps: tape.steps, epochs: tape.epochs, floor: header.floor ?? NaN, floorFrom: floorFrom(header) };
}
