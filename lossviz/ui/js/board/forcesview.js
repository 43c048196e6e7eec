/** A batch and a loss on pairs or triplets enter; arrows of its gradient, the way down and the loss along it leave. */

import { filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { batchOf, nearestTo, planeOf } from './batch.js';
import { crowd, pale } from './crowd.js';
import { Descent, LOSSES, pulls } from './forces.js';
import { arrow, curve, text } from './marks.js';
import { exact } from './miningview.js';
import { within } from './plot.js';

const FRAMES = 200;
const RATE = 0.008;
const MOST = 0.004; // of half the plane, in one frame
const LONGEST = 0.13; // of the plane's width
const SHORTEST = 6; // pixels

const settingsOf = ({ values: { margin, tau } }) => ({ margin, tau });
const keyOf = ({ values: { loss, margin, tau } }, points) => JSON.stringify([loss, margin, tau, points]);

export function timeline(scene) {
  const batch = batchOf(scene);
  const label = (at) => (at ? filled(scene.words.step, { n: at }) : scene.words.start);
  return { frames: FRAMES, begins: 'rest', label, of: keyOf(scene, batch?.points) };
}

let known = {};

/** The way down from these points; kept while they and the settings are the same. */
function descentOf(scene, { points, labels, half }) {
  const key = keyOf(scene, points);
  if (known.key !== key) {
    const descent = new Descent(scene.values.loss, points, labels, settingsOf(scene), RATE, MOST * half);
    const place = labels.map(() => [0, 0]);
    known = { key, descent, rest: pulls(scene.values.loss, place, labels, settingsOf(scene)).loss };
  }
  return known;
}

export function figures(scene) {
  const batch = batchOf(scene);
  return batch ? [forces(scene, batch), course(scene, batch)] : waiting(scene);
}

/** While a recording loads: the same figures, empty. */
function waiting({ words }) {
  const plot = { x: { ends: [-1, 1] }, y: { ends: [-1, 1] } };
  const empty = { note: words.loading, plot, draw: () => {}, rows: () => [] };
  return [{ ...empty, id: 'forces', title: words.forces }, { ...empty, id: 'course', title: words.course }];
}

const sizes = (gradient) => gradient.map(([x, y]) => Math.hypot(x, y));

function forces(scene, batch) {
  const { words, theme } = scene;
  const { descent } = descentOf(scene, batch);
  const at = Math.round(scene.at);
  const now = descent.at(at);
  const most = Math.max(...sizes(descent.at(0).gradient));
  const moving = { ...batch, points: now.points };
  return {
    id: 'forces',
    title: words.forces,
    note: `${words.loss} = ${exact(now.loss)}`,
    plot: planeOf(batch),
    draw: (pen, plot) => within(pen, plot, () => trails(pen, plot, descent, at, batch.labels, theme)),
    over: (pen, plot) => {
      const r = batch.points.length > 24 ? 5 : 8;
      crowd(pen, plot, moving, { r, theme });
      arrows(pen, plot, now, most, r, theme);
    },
    handles: now.points.map(([x, y], i) => ({
      id: String(i), x, y, step: 0.05, moved: at ? undefined : batch.moved(i) ?? undefined,
      name: filled(words.force_of, { name: batch.names[i], size: exact(sizes(now.gradient)[i]) }),
    })),
    read: (x, y) => readOf(moving, now, words, nearestTo(moving, x, y, 0.06)),
    rows: () => [['point', 'class', 'x1', 'x2', 'force_x1', 'force_x2'], ...now.points.map(([x, y], i) => (
      [batch.names[i], batch.labels[i], x, y, ...now.gradient[i].map((slope) => -slope)]))],
  };
}

function readOf({ names }, { gradient }, words, i) {
  if (i < 0) return [];
  const [dx, dy] = gradient[i].map((slope) => -slope);
  return [names[i], `${words.force} = (${plain(dx)}, ${plain(dy)})`];
}

/** The way of every point so far, in its class's colour. */
function trails(pen, plot, descent, at, labels, theme) {
  if (!at) return;
  const way = Array.from({ length: at + 1 }, (_, frame) => descent.at(frame).points);
  labels.forEach((label, i) => curve(pen, plot, way.map((points) => points[i]), { colour: pale(theme, label), width: 2 }));
}

/** −∂L/∂x from every point's rim, in the scale in which the longest of the start has a fixed length. */
function arrows(pen, plot, { points, gradient }, most, r, theme) {
  const scale = most > 0 ? (LONGEST * plot.box.width) / most : 0;
  points.forEach(([x, y], i) => {
    const [dx, dy] = [-gradient[i][0] * scale, gradient[i][1] * scale];
    const length = Math.hypot(dx, dy);
    if (length < SHORTEST) return;
    const out = (r + 1) / length;
    const [px, py] = [plot.X(x) + dx * out, plot.Y(y) + dy * out];
    arrow(pen, px, py, px + dx, py + dy, faded(theme.bg, 0.75), 4.5, 9);
    arrow(pen, px, py, px + dx, py + dy, theme.ink, 1.75, 7);
  });
}

/** The loss from the start to the frame shown, over the value at which it stays once all points coincide. */
function course(scene, batch) {
  const { words, theme } = scene;
  const { descent, rest } = descentOf(scene, batch);
  const at = Math.round(scene.at);
  const losses = Array.from({ length: at + 1 }, (_, frame) => [frame, descent.at(frame).loss]);
  const top = Math.max(...losses.map(([, loss]) => loss), rest) * 1.15 || 1;
  return {
    id: 'course',
    title: words.course,
    note: filled(words.collapsed, { value: exact(rest) }),
    plot: { x: { ends: [0, FRAMES - 1], ticks: [0, 50, 100, 150, 199], label: words.axis_step }, y: { ends: [0, top], label: words.axis_loss } },
    draw: (pen, plot) => {
      curve(pen, plot, [[0, rest], [FRAMES - 1, rest]], { colour: theme.ink2, width: 1.25, dash: [5, 4] });
      const { box } = plot;
      text(pen, words.one_place, box.x + box.width - 8, plot.Y(rest) - 6, { size: 13, colour: theme.ink2, align: 'right', halo: true, theme });
    },
    over: (pen, plot) => {
      curve(pen, plot, losses, { colour: theme.ink, width: 2 });
      const [step, loss] = losses.at(-1);
      pen.beginPath();
      pen.arc(plot.X(step), plot.Y(loss), 5, 0, 2 * Math.PI);
      pen.fillStyle = theme.ink;
      pen.fill();
    },
    read: (step) => {
      const one = losses[Math.round(step)];
      return one ? [filled(words.step, { n: one[0] }), `${words.loss} = ${exact(one[1])}`] : [];
    },
    rows: () => [['step', 'loss'], ...losses],
  };
}

let judged = {};

/** Every loss on the batch as it stands at the start, beside its value where all points coincide. */
export function tables(scene) {
  const batch = batchOf(scene);
  if (!batch) return [];
  const { values: { margin, tau, loss: chosen }, words } = scene;
  const key = JSON.stringify([batch.points, margin, tau]);
  if (judged.key !== key) judged = { key, rows: LOSSES.map((loss) => judge(loss, batch, settingsOf(scene))) };
  const mark = (loss) => (loss === chosen ? 'strong' : '');
  return [{
    head: [words.at_start, words.loss, words.longest, words.one_place],
    rows: judged.rows.map(({ loss, numbers }) => [words[`loss_${loss}`], ...numbers.map(exact)]
      .map((cell) => ({ words: cell, mark: mark(loss) }))),
  }];
}

function judge(loss, { points, labels }, settings) {
  const here = pulls(loss, points, labels, settings);
  const place = pulls(loss, labels.map(() => [0, 0]), labels, settings);
  return { loss, numbers: [here.loss, Math.max(...sizes(here.gradient)), place.loss] };
}
