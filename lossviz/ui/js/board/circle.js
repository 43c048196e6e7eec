/** The plane of similarities (s_n, s_p): settings and points enter; loss, boundary, gradient field and descents are drawn. */

import { degrees, filled, plain, short } from '../numbers.js';
import { faded } from '../theme.js';
import { arrow, bands, boundary, curve, dot, field, sampled } from './marks.js';
import { within } from './plot.js';
import { LOSSES, boundarySp, descent, tangent } from './similarities.js';

const POINTS = ['a', 'b', 'c'];
const FRAMES = 240;
const DT = 0.006;
const ARROWS = 10;
const LONGEST = 30; // pixels
const SHORTEST = 9;

export const timeline = ({ words }) => ({
  frames: FRAMES,
  begins: 'play',
  released: 'play',
  label: (at) => (at ? words.released : words.start),
});

export function figures(scene) {
  return [scene.values.left, 'circle'].map((loss) => plane(scene, loss));
}

const settingsOf = ({ gamma, m, alpha }) => ({ gamma, m, detached: alpha === 'detached' });

function plane(scene, loss) {
  const { values, words, theme, at, coarse } = scene;
  const settings = settingsOf(values);
  const points = POINTS.map((id) => ({ id, from: [values[`${id}_n`], values[`${id}_p`]] }))
    .map((point) => ({ ...point, way: descent(loss, point.from, settings, FRAMES, DT) }));
  const axis = (label) => ({ ends: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], label });
  return {
    id: loss,
    title: words[loss],
    note: boundaryOf(loss, values.m),
    plot: { x: axis(words.axis_n), y: axis(words.axis_p), square: true },
    draw: (pen, plot) => within(pen, plot, () => ground(pen, plot, loss, settings, theme, coarse)),
    over: (pen, plot) => over(pen, plot, { loss, points, at, theme, m: values.m }),
    handles: points.map(({ id, from: [x, y] }) => ({
      id, x, y, step: 0.01,
      name: filled(words.point, { point: id.toUpperCase(), sn: plain(x), sp: plain(y) }),
      moved: (sn, sp) => ({ [`${id}_n`]: clamped(sn), [`${id}_p`]: clamped(sp) }),
    })),
    read: (sn, sp) => readOut(words, loss, sn, sp, settings),
    rows: () => rowsOf(points, loss, settings),
  };
}

const clamped = (value) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

const boundaryOf = (loss, m) => (loss === 'circle'
  ? `sₙ² + (sₚ − 1)² = ${short(2 * m * m)}` : `sₚ − sₙ = ${plain(tangent(m))}`);

/** Ten flat bands from the boundary on, where the loss is that of an exponent of 0. */
function ground(pen, plot, loss, settings, theme, coarse) {
  const { loss: value } = LOSSES[loss];
  const low = loss === 'triplet' ? 0 : Math.LN2;
  const high = value(1, 0, settings);
  const levels = Array.from({ length: 10 }, (_, i) => low + 1e-9 + ((high - low) * i) / 10);
  bands(pen, plot, (sn, sp) => value(sn, sp, settings), levels, [null, ...field(theme)], coarse);
  arrows(pen, plot, loss, settings, theme);
}

function arrows(pen, plot, loss, settings, theme) {
  const { gradient } = LOSSES[loss];
  const places = Array.from({ length: ARROWS ** 2 }, (_, i) => [i % ARROWS, Math.floor(i / ARROWS)].map((v) => (v + 0.5) / ARROWS));
  const pulls = places.map(([sn, sp]) => gradient(sn, sp, settings));
  const most = Math.max(...pulls.map(([dn, dp]) => Math.hypot(dn, dp)), 1e-12);
  places.forEach(([sn, sp], i) => {
    const [dx, dy] = [-pulls[i][0], pulls[i][1]].map((v) => (v / most) * LONGEST);
    if (Math.hypot(dx, dy) < SHORTEST) return;
    const [x, y] = [plot.X(sn), plot.Y(sp)];
    arrow(pen, x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2, faded(theme.ink, 0.62), 1.25, 5);
  });
}

function over(pen, plot, { loss, points, at, theme, m }) {
  within(pen, plot, () => boundary(pen, plot, sampled((sn) => boundarySp(loss, sn, m), [0, 1]), theme));
  dot(pen, plot.X(m), plot.Y(1 - m), { shape: 'diamond', theme });
  for (const { way } of points) trail(pen, plot, way.slice(0, Math.round(at) + 1), theme);
  for (const { id, from: [sn, sp] } of points) dot(pen, plot.X(sn), plot.Y(sp), { label: id.toUpperCase(), theme });
}

function trail(pen, plot, way, theme) {
  curve(pen, plot, way, { colour: theme.bg, width: 5 });
  curve(pen, plot, way, { colour: theme.ink, width: 2.25 });
  const [sn, sp] = way.at(-1);
  dot(pen, plot.X(sn), plot.Y(sp), { shape: 'ring', theme });
}

function readOut(words, loss, sn, sp, settings) {
  if (sn < 0 || sn > 1 || sp < 0 || sp > 1) return [];
  const [dn, dp] = LOSSES[loss].gradient(sn, sp, settings);
  const way = Math.hypot(dn, dp) > 1e-9 ? degrees(Math.atan2(-dp, dn), 0) : '–';
  return [
    `sₙ = ${plain(sn)}, sₚ = ${plain(sp)}`,
    `${words.loss} = ${plain(LOSSES[loss].loss(sn, sp, settings))}`,
    `∂sₙ = ${plain(dn)}, ∂sₚ = ${plain(dp)}`,
    `${words.way} ${way}`,
  ];
}

function rowsOf(points, loss, settings) {
  const head = ['point', 'frame', 's_n', 's_p', 'loss', 'd_sn', 'd_sp'];
  const line = (id, frame, [sn, sp]) => (
    [id, frame, sn, sp, LOSSES[loss].loss(sn, sp, settings), ...LOSSES[loss].gradient(sn, sp, settings)]);
  return [head, ...points.flatMap(({ id, way }) => way.map((place, frame) => line(id.toUpperCase(), frame, place)))];
}

/** The gradients where the points start and at T. */
export function tables({ values, words }) {
  const settings = settingsOf(values);
  const places = [...POINTS.map((id) => [id.toUpperCase(), values[`${id}_n`], values[`${id}_p`]]), ['T', values.m, 1 - values.m]];
  const head = [words.gradients, ...places.map(([id, sn, sp]) => `${id} (${plain(sn)}, ${plain(sp)})`)];
  const row = (loss) => [words[loss], ...places.map(([, sn, sp]) => LOSSES[loss].gradient(sn, sp, settings).map(plain).join(', '))];
  return [{ head, rows: [values.left, 'circle'].map(row) }];
}
