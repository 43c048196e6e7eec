/** The settings enter; the loss floor against the scale leaves as a figure, with this scale marked on it. */

import { filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { logSums, lossOf } from './arrangements.js';
import { named } from './labels.js';
import { curve, dot } from './marks.js';
import { within } from './plot.js';
import { LEAST_S, MOST_S, clamped, rowsOf, scaleName } from './scale_settings.js';

const PLACES = 100;
const COARSE = 25; // while something moves, with many classes
const MANY = 500;
let kept = {};

/** [[s, what every row sums to]…]; where no arrangement is known of the simplex, which no arrangement beats. */
function sumsOf({ C, dim, codes, coarse, rows }) {
  const roughly = coarse && C > MANY;
  const key = [C, dim].join();
  if (kept.key !== key || (kept.roughly && !roughly)) {
    const places = roughly ? COARSE : PLACES;
    const scales = Array.from({ length: places }, (_, i) => LEAST_S + ((MOST_S - LEAST_S) * i) / (places - 1));
    const spread = rows ?? rowsOf(C, 'high', codes);
    kept = { key, roughly, sums: scales.map((s) => [s, logSums(spread, s)]) };
  }
  return kept.sums;
}

const line = (model, target) => sumsOf(model).map(([s, sums]) => [s, lossOf(sums, s, target)]);

export const floorAt = (model, s) => lossOf(logSums(model.rows ?? rowsOf(model.C, 'high', model.codes), s), s, model.target);

export function floorFigure(model) {
  const { words, s, C, m, rows } = model;
  const [own, without] = [line(model, model.target), line(model, 1)];
  const here = floorAt(model, s);
  const chance = Math.log(C);
  const top = 1.08 * Math.max(chance, ...own.map(([, loss]) => loss));
  return {
    id: 'floor',
    title: words.floor,
    note: rows || here >= 1e-4 ? filled(rows ? words.floor_here : words.floor_least, { s: scaleName(s), floor: written(here) }) : words.unknown,
    aspect: 1.25,
    plot: {
      x: { ends: [0, MOST_S], ticks: [0, 20, 40, 60, 80, 100], label: words.scale_axis },
      y: { ends: [0, top], label: words.floor_axis },
    },
    draw: () => {},
    over: (pen, plot) => over(pen, plot, { own, without, here, chance, top }, model),
    handles: [{
      id: 'floor-s', x: s, y: here, step: 1, name: filled(words.floor_handle, { s: scaleName(s), floor: written(here) }),
      moved: (to) => ({ s: clamped(to, LEAST_S, MOST_S, 1) }),
    }],
    read: (to) => (to < LEAST_S || to > MOST_S ? [] : [`s = ${plain(to)}`, `${words.floor_axis} = ${written(floorAt(model, to))}`]),
    rows: () => [['s', `floor_m${m}`, 'floor_m0'], ...own.map(([x, y], i) => [x, y, without[i][1]])],
  };
}

/** A floor in three digits, however low. */
export const written = (loss) => (loss >= 0.01 ? plain(loss) : loss >= 1e-4 ? loss.toFixed(4) : `${loss ? '< ' : ''}0.0001`);

function over(pen, plot, { own, without, here, chance, top }, { theme, m, s, words, rows }) {
  const hair = faded(theme.ink, 0.22);
  within(pen, plot, () => {
    curve(pen, plot, [[s, 0], [s, here]], { colour: hair, width: 1 });
    curve(pen, plot, [[0, chance], [MOST_S, chance]], { colour: theme.ink3, width: 1.25, dash: [5, 4] });
    if (m) curve(pen, plot, without, { colour: theme.ink3, width: 1.5 });
    curve(pen, plot, own, { colour: theme.ink, width: 2.5, dash: rows ? [] : [8, 4] });
  });
  const alone = (points) => points.filter((_, i) => !m || Math.abs(own[i][1] - without[i][1]) > 0.02 * top); // no name where both run as one
  const lines = [
    { words: `m = ${m ? plain(m) : 0}`, points: alone(own) },
    ...(m ? [{ words: 'm = 0', points: alone(without) }] : []),
    { words: words.chance, points: [[0, chance], [MOST_S * 0.5, chance], [MOST_S, chance]] },
  ];
  named(pen, lines.map((one) => ({ ...one, points: dense(one.points).map(([x, y]) => [plot.X(x), plot.Y(y)]) })), plot.box, theme);
  dot(pen, plot.X(s), plot.Y(here), { r: 7, theme });
}

/** A straight line as many points, so that its name may stand anywhere along it. */
function dense(points) {
  if (points.length > 3) return points;
  return Array.from({ length: 40 }, (_, i) => [(MOST_S * i) / 39, points[0][1]]);
}
