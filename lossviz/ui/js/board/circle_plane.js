/** Settings and points enter; loss, boundary, gradient field and the descents of released points are drawn by loss. */

import { degrees, filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { arrow, bandsOnce, boundary, curve, dot, field, text } from './marks.js';
import { within } from './plot.js';
import { axesOf, boundaryWords, inPlane, lossesOf, lowOf, settingsOf, tidy } from './circle_settings.js';
import { LOSSES, boundary as boundaryOf, descent } from './similarities.js';

const SETS = { abc: ['a', 'b', 'c'], tt: ['t', 'u'] };
const LETTERS = { a: 'A', b: 'B', c: 'C', t: 'T', u: 'T′' };
const FRAMES = 240;
const DT = 0.006;
const ARROWS = 10;
const LONGEST = 30; // pixels
const SHORTEST = 9;

export const timeline = ({ words }) => ({
  frames: FRAMES,
  begins: 'play',
  released: 'play',
  of: 'points',
  label: (at) => (at ? words.released : words.start),
});

export const figures = (scene) => lossesOf(scene.values).map((loss) => plane(scene, loss));

function plane(scene, loss) {
  const { values, words, theme, at, coarse } = scene;
  const settings = settingsOf(values);
  const low = lowOf(values);
  const points = pointsOf(values).map((point) => (
    { ...point, way: descent(loss, point.from, settings, { frames: FRAMES, dt: DT, low }) }));
  return {
    id: loss,
    title: words[loss],
    note: boundaryWords(loss, values.m),
    plot: axesOf(values, words),
    draw: (pen, plot) => within(pen, plot, () => ground(pen, plot, { loss, settings, low, theme, coarse })),
    over: (pen, plot) => over(pen, plot, { loss, points, at, theme, low, m: values.m, lettered: values.points === 'abc' }),
    handles: points.map((point) => handleOf(point, low, words)),
    read: (sn, sp) => (inPlane(sn, sp, low) ? readOut(words, loss, sn, sp, settings) : []),
    rows: () => rowsOf(points, loss, settings),
  };
}

const pointsOf = (values) => SETS[values.points].map((id) => (
  { id, letter: LETTERS[id], from: [values[`${id}_n`], values[`${id}_p`]] }));

const handleOf = ({ id, letter, from: [x, y] }, low, words) => ({
  id, x, y, step: 0.01,
  name: filled(words.point, { point: letter, sn: plain(x), sp: plain(y) }),
  moved: (sn, sp) => ({ [`${id}_n`]: clamped(sn, low), [`${id}_p`]: clamped(sp, low) }),
});

const clamped = (value, low) => Math.round(Math.min(1, Math.max(low, value)) * 1000) / 1000;

/** Ten flat bands from the boundary on, where the loss is that of an exponent of 0; arrows go down. */
function ground(pen, plot, { loss, settings, low, theme, coarse }) {
  const { loss: value } = LOSSES[loss];
  const least = loss === 'triplet' ? 0 : Math.LN2;
  const most = Math.max(value(1, low, settings), least + 1e-6);
  const levels = Array.from({ length: 10 }, (_, i) => least + 1e-9 + ((most - least) * i) / 10);
  const key = JSON.stringify([loss, settings, low, coarse, theme.bg]);
  bandsOnce(`field ${loss}`, key, pen, plot, (sn, sp) => value(sn, sp, settings), levels, [null, ...field(theme)], coarse);
  arrows(pen, plot, loss, settings, low, theme);
}

function arrows(pen, plot, loss, settings, low, theme) {
  const { gradient } = LOSSES[loss];
  const along = Array.from({ length: ARROWS }, (_, i) => low + ((1 - low) * (i + 0.5)) / ARROWS);
  const places = along.flatMap((sp) => along.map((sn) => [sn, sp]));
  const pulls = places.map(([sn, sp]) => gradient(sn, sp, settings));
  const most = Math.max(...pulls.map(([dn, dp]) => Math.hypot(dn, dp)), 1e-12);
  const longest = Math.min(LONGEST, (0.9 * plot.box.width) / ARROWS);
  places.forEach(([sn, sp], i) => {
    const [dx, dy] = [-pulls[i][0], pulls[i][1]].map((v) => (v / most) * longest);
    if (Math.hypot(dx, dy) < SHORTEST) return;
    const [x, y] = [plot.X(sn), plot.Y(sp)];
    arrow(pen, x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2, faded(theme.ink, 0.62), 1.25, 5);
  });
}

function over(pen, plot, { loss, points, at, theme, low, m, lettered }) {
  within(pen, plot, () => boundary(pen, plot, boundaryOf(loss, m, low), theme));
  if (loss !== 'unified' && inPlane(m, 1 - m, low)) goal(pen, plot, m, lettered ? 'T' : '', theme);
  for (const { way } of points) trail(pen, plot, way.slice(0, Math.round(at) + 1), theme);
  for (const { letter, from: [sn, sp] } of points) {
    if (inPlane(sn, sp, low)) dot(pen, plot.X(sn), plot.Y(sp), { label: letter, theme });
  }
}

/** T = (m, 1 − m), where line and arc touch. */
function goal(pen, plot, m, letter, theme) {
  const [x, y] = [plot.X(m), plot.Y(1 - m)];
  dot(pen, x, y, { shape: 'diamond', theme });
  if (letter) text(pen, letter, x - 15, y - 5, { weight: 600, align: 'center', halo: true, theme });
}

function trail(pen, plot, way, theme) {
  curve(pen, plot, way, { colour: theme.bg, width: 5 });
  curve(pen, plot, way, { colour: theme.ink, width: 2.25 });
  const [sn, sp] = way.at(-1);
  dot(pen, plot.X(sn), plot.Y(sp), { shape: 'ring', theme });
}

function readOut(words, loss, sn, sp, settings) {
  const [dn, dp] = LOSSES[loss].gradient(sn, sp, settings);
  const way = Math.hypot(dn, dp) > 1e-9 ? degrees(Math.atan2(-dp, dn), 0) : '–';
  return [
    `sₙ = ${plain(sn)}, sₚ = ${plain(sp)}`,
    `${words.loss} = ${tidy(LOSSES[loss].loss(sn, sp, settings))}`,
    `∂sₙ = ${tidy(dn)}, ∂sₚ = ${tidy(dp)}`,
    `${words.way} ${way}`,
  ];
}

function rowsOf(points, loss, settings) {
  const head = ['point', 'frame', 's_n', 's_p', 'loss', 'd_sn', 'd_sp'];
  const { loss: value, gradient } = LOSSES[loss];
  const line = (letter, frame, [sn, sp]) => (
    [letter, frame, sn, sp, value(sn, sp, settings), ...gradient(sn, sp, settings)]);
  return [head, ...points.flatMap(({ letter, way }) => way.map((place, frame) => line(letter, frame, place)))];
}

/** The gradients where the points start, and where line and arc touch; with a margin below 0 that is no pair of cosines. */
export function tables({ values, words }) {
  const settings = settingsOf(values);
  const goals = values.points === 'abc' && values.m >= 0 ? [{ letter: 'T', from: [values.m, 1 - values.m] }] : [];
  const places = [...pointsOf(values), ...goals];
  const head = [words.gradients, ...places.map(({ letter, from: [sn, sp] }) => `${letter} (${plain(sn)}, ${plain(sp)})`)];
  const row = (loss) => [words[loss], ...places.map(({ from }) => LOSSES[loss].gradient(...from, settings).map(tidy).join(', '))];
  return [{ head, rows: lossesOf(values).map(row) }];
}
