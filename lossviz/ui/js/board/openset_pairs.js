/** A model enters; how alike pairs of one class and of two are, and the threshold between them to drag, are drawn. */

import { filled, percent, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { area, curve, text } from './marks.js';
import { emptyFigure } from './openset_model.js';
import { EVERY, atThreshold, kept } from './openset_rates.js';
import { within } from './plot.js';

const ROOM = 1.18;
const STEP = 0.01;

export function pairsFigure(model) {
  const { words, one } = model;
  const shape = { wide: true, aspect: 2.7 };
  if (!one) return { ...emptyFigure('pairs', words.pairs, model, plotOf(model, [[0], [1]])), ...shape };
  const shares = one.bins.map((counts) => counts.map((n) => n / (counts.reduce((sum, v) => sum + v, 0) || 1)));
  const { here, values: { pairs } } = model;
  const plot = plotOf(model, shares);
  const [low, high] = plot.x.ends;
  const at = Math.min(high, Math.max(low, here.threshold));
  return {
    ...shape,
    id: 'pairs',
    title: filled(words[`title_${pairs}`], { loss: one.name }),
    note: filled(words.here, told(here)),
    plot,
    draw: (pen, drawn) => within(pen, drawn, () => bars(pen, drawn, model, shares, at)),
    over: (pen, drawn) => marks(pen, drawn, model, shares, at),
    handles: [{
      id: 'threshold', name: filled(words.threshold_at, told(here)), x: at, y: plot.y.ends[1] / 2, step: STEP * (high - low) / 2, ends: EVERY,
      moved: (x) => ({ far: kept(atThreshold(one.curve, x).far) }),
    }],
    read: (x) => readOut(x, model, shares),
    rows: () => [['from', 'to', 'pairs_of_one_class', 'pairs_of_two'],
      ...one.bins[0].map((n, i) => [one.edges[i], one.edges[i + 1], n, one.bins[1][i]])],
  };
}

export const told = ({ threshold, far, tar }) => (
  { threshold: plain(threshold), far: percent(far), tar: percent(tar), frr: percent(1 - tar) });

function plotOf({ words, looked }, shares) {
  const edges = looked?.edges ?? [-1, 1];
  const top = Math.max(...shares.flat()) * ROOM || 1;
  return {
    x: { ends: [edges[0], edges.at(-1)], label: looked && !looked.cosine ? words.axis_distance : words.axis_cosine },
    y: { ends: [0, top], label: words.axis_pairs, write: (v) => percent(v).replace('.0%', '%') },
  };
}

/** Pairs of two classes beyond the threshold and pairs of one before it are errors: these are coloured. */
function bars(pen, plot, { one: { edges }, theme }, [same, different], at) {
  const outline = (shares) => shares.flatMap((v, i) => [[edges[i], v], [edges[i + 1], v]]);
  const closed = (line) => [[edges[0], 0], ...line, [edges.at(-1), 0]];
  area(pen, plot, closed(outline(different)), faded(theme.ink, 0.1));
  area(pen, plot, closed(outline(same)), faded(theme.ink, 0.4));
  area(pen, plot, part(different, edges, at, edges.at(-1)), faded(theme.accent, 0.55));
  area(pen, plot, part(same, edges, edges[0], at), faded(theme.accent, 0.55));
  curve(pen, plot, outline(different), { colour: theme.ink2, width: 1.25, dash: [4, 3] });
  curve(pen, plot, outline(same), { colour: theme.ink, width: 1.75 });
}

/** The area of a histogram between two similarities. */
function part(shares, edges, from, to) {
  const line = shares.flatMap((v, i) => {
    const [left, right] = [Math.max(edges[i], from), Math.min(edges[i + 1], to)];
    return right > left ? [[left, v], [right, v]] : [];
  });
  return line.length ? [[line[0][0], 0], ...line, [line.at(-1)[0], 0]] : [];
}

function marks(pen, plot, { one, here, words, theme }, shares, at) {
  const { box, X, Y } = plot;
  const x = X(at);
  for (const [colour, width] of [[faded(theme.bg, 0.85), 6], [theme.ink, 2.5]]) {
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.beginPath();
    pen.moveTo(x, box.y);
    pen.lineTo(x, box.y + box.height);
    pen.stroke();
  }
  pen.fillStyle = theme.ink;
  pen.beginPath();
  pen.arc(x, Y(plot.axes.y.ends[1] / 2), 7, 0, 2 * Math.PI);
  pen.fill();
  const right = x > box.x + box.width / 2;
  const [align, beside] = right ? ['right', x - 10] : ['left', x + 10];
  text(pen, filled(words.threshold, told(here)), beside, box.y + 16, { size: 13, weight: 600, align, halo: true, theme });
  named(pen, plot, one, shares, { words, theme, x, right });
}

/** Each heap's name, at its highest bin, beside the threshold; one under the other where both lie at one place. */
function named(pen, plot, { edges }, [same, different], { words, theme, x: line, right }) {
  const { box, X, Y } = plot;
  const places = [[same, words.same, 600], [different, words.different, 400]].map(([shares, name, weight]) => {
    const i = shares.indexOf(Math.max(...shares));
    return { name, weight, x: X((edges[i] + edges[i + 1]) / 2), y: Y(shares[i]) - 8 };
  });
  const near = Math.abs(places[0].x - places[1].x) < 130 && Math.abs(places[0].y - places[1].y) < 18;
  if (near) places[places[0].y < places[1].y ? 0 : 1].y -= 18;
  for (const { name, weight, x, y } of places) {
    const free = Math.abs(x - line) < 46 ? line + (right ? -46 : 46) : x;
    const inside = Math.min(box.x + box.width - 46, Math.max(box.x + 46, free));
    text(pen, name, inside, Math.max(box.y + 34, y), { size: 13, weight, align: 'center', halo: true, theme });
  }
}

function readOut(x, { one: { edges, bins }, words }, shares) {
  const i = edges.findLastIndex((edge) => edge <= x);
  if (i < 0 || i >= bins[0].length) return [];
  return [filled(words.bin, { from: plain(edges[i]), to: plain(edges[i + 1]) }),
    filled(words.bin_same, { n: bins[0][i].toLocaleString('en'), share: percent(shares[0][i]) }),
    filled(words.bin_different, { n: bins[1][i].toLocaleString('en'), share: percent(shares[1][i]) })];
}
