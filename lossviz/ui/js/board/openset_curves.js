/** A model enters; its losses' ROC and DET curves leave, with the threshold's place on that looked at, to drag. */

import { filled, percent } from '../numbers.js';
import { faded } from '../theme.js';
import { named } from './labels.js';
import { curve, dot } from './marks.js';
import { emptyFigure } from './openset_model.js';
import { told } from './openset_pairs.js';
import { EVERY, atRate, deviate, kept, shareOf } from './openset_rates.js';
import { within } from './plot.js';

const [LEAST, MOST] = [0.0005, 0.9];
const SHARES = [0.001, 0.01, 0.05, 0.2, 0.5, 0.8];
const STEP = 0.01;

export function rocFigure(model) {
  const { words } = model;
  const share = { ends: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], write: (v) => percent(v).replace('.0%', '%') };
  const plot = { x: { ...share, label: words.axis_far }, y: { ...share, label: words.axis_tar } };
  return figure(model, {
    id: 'roc', title: words.roc, plot, chance: [[0, 0], [1, 1]],
    points: ({ far, tar }) => far.map((x, i) => [x, tar[i]]),
    place: ({ far, tar }) => [far, tar],
    moved: (x) => ({ far: kept(x) }),
    rateAt: (x) => x,
    columns: ['far', 'tar'],
  });
}

export function detFigure(model) {
  const { words } = model;
  const axis = { ends: [deviate(LEAST), deviate(MOST)], ticks: SHARES.map(deviate), write: (v) => percent(shareOf(v)).replace('.0%', '%') };
  const plot = { x: { ...axis, label: words.axis_far }, y: { ...axis, label: words.axis_frr } };
  const bent = (share) => deviate(Math.min(1 - 1e-6, Math.max(1e-6, share)));
  const low = deviate(LEAST);
  return figure(model, {
    id: 'det', title: words.det, plot, chance: [[deviate(1 - MOST), deviate(MOST)], [deviate(MOST), deviate(1 - MOST)]],
    points: ({ far, tar }) => far.map((x, i) => [bent(x), bent(1 - tar[i])]),
    place: ({ far, tar }) => [bent(far), bent(1 - tar)].map((v) => Math.min(deviate(MOST), Math.max(low, v))),
    moved: (x) => ({ far: kept(x <= low ? 0 : shareOf(x)) }),
    rateAt: shareOf,
    columns: ['far', 'frr'],
  });
}

function figure(model, { id, title, plot, chance, points, place, moved, rateAt, columns }) {
  const { losses, one, here, words, theme } = model;
  if (!one) return emptyFigure(id, title, model, plot);
  const [x, y] = place(here);
  return {
    id,
    title,
    note: filled(words.at, told(here)),
    plot,
    draw: (pen, drawn) => within(pen, drawn, () => {
      curve(pen, drawn, chance, { colour: faded(theme.ink, 0.3), width: 1, dash: [2, 4] });
      for (const loss of inOrder(losses, one)) {
        const lit = loss === one;
        curve(pen, drawn, points(loss.curve), { colour: lit ? theme.ink : theme.ink3, width: lit ? 2.5 : 1.5, dash: loss.dash });
      }
    }),
    over: (pen, drawn) => {
      const lines = losses.filter((loss) => loss.curve.far.length)
        .map((loss) => ({ words: loss.name, points: points(loss.curve).map(([a, b]) => [drawn.X(a), drawn.Y(b)]) }));
      named(pen, lines, drawn.box, theme);
      dot(pen, drawn.X(x), drawn.Y(y), { r: 6, theme });
    },
    handles: [{ id: `${id}_place`, name: filled(words.threshold_at, told(here)), x, y, step: STEP, ends: EVERY, moved }],
    read: (at) => readOut(rateAt(at), model),
    rows: () => [['loss', 'threshold', ...columns], ...losses.flatMap((loss) => rowsOf(loss, columns))],
  };
}

/** The loss looked at is drawn last. */
const inOrder = (losses, one) => [...losses.filter((loss) => loss !== one), one];

const rowsOf = ({ name, curve: { thresholds, far, tar } }, [, second]) => (
  far.map((rate, i) => [name, thresholds[i], rate, second === 'tar' ? tar[i] : 1 - tar[i]]));

function readOut(rate, { losses, words }) {
  if (!(rate >= 0 && rate <= 1)) return [];
  const lines = losses.filter((loss) => loss.curve.far.length)
    .map(({ name, curve: line }) => filled(words.line, { loss: name, ...told(atRate(line, rate)) }));
  return [filled(words.rate, { far: percent(rate) }), ...lines];
}
