/** A run's frames enter; its pairs in the plane of similarities, and how they fare along the run, are drawn. */

import { filled, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { boundary, curve, dot, text } from './marks.js';
import { within } from './plot.js';
import { Followed } from './followed.js';
import { placesOf, crossings, meansOf, rulesOf } from './run_pairs.js';
import { plotOfRun } from './circle_settings.js';

const followed = new Followed();

export function attend({ values, given }, hold) {
  followed.follow(values.view === 'run' ? given.runs[values.run] : null, () => hold({}));
}

export const leave = () => followed.follow(null, () => {});

/** The frames are measured a few at a time; until the last the clock shows those that are there. */
export function timeline({ words }) {
  const { ready, frames, url } = followed;
  if (ready < 2) return null;
  return { frames: ready, begins: 'play', of: url, label: (at) => filled(words.step, { step: frames[at]?.step ?? 0 }) };
}

export function figures(scene) {
  const { words } = scene;
  if (followed.ready < 2) return [empty('pairs', words), empty('curves', words)];
  const hard = scene.values.pairs === 'hardest';
  const seen = { hard, rules: rulesOf(followed.tape.header), frames: followed.measured(), kind: followed.kind };
  return [pairs(scene, seen), curves(scene, seen)];
}

const empty = (id, words) => ({
  id,
  title: words[id],
  note: followed.state === 'missing' ? words.missing : words.loading,
  plot: plotOfRun('inverse', words),
  draw: () => {},
  rows: () => [],
});

function pairs({ words, theme, at }, { hard, rules, frames, kind }) {
  const places = placesOf(frames, at, hard);
  const inside = places.filter(([sn, sp]) => rules.exponent(sn, sp) <= 0).length;
  const plot = plotOfRun(kind, words);
  const crossed = crossings(frames, at, hard, rules.exponent);
  return {
    id: 'pairs',
    title: hard ? words.pairs_hardest : words.pairs_mean,
    note: filled(words.inside, { inside, all: places.length }),
    plot,
    draw: (pen, drawn) => within(pen, drawn, () => {
      boundary(pen, drawn, rules.places(plot.x.ends[0]), theme);
      scattered(pen, drawn, crossed, theme.accent, 2.25);
      scattered(pen, drawn, places, faded(theme.ink, 0.6), 2.5);
    }),
    over: (pen, { box }) => text(pen, rules.words, box.x + box.width - 12, box.y + box.height - 12, (
      { colour: theme.ink2, align: 'right', halo: true, theme })),
    read: (sn, sp) => [`sₙ = ${plain(sn)}, sₚ = ${plain(sp)}`],
    rows: () => [['digit', 's_n', 's_p'], ...places.map((place, i) => [followed.anchors[i], ...place])],
  };
}

function scattered(pen, { X, Y }, places, colour, r) {
  pen.fillStyle = colour;
  for (const [sn, sp] of places) {
    pen.beginPath();
    pen.arc(X(sn), Y(sp), r, 0, 2 * Math.PI);
    pen.fill();
  }
}

function curves({ words, theme, at }, { hard, frames }) {
  const lines = meansOf(frames, hard).map(([sn, sp], i) => ({ step: followed.frames[i].step, sn, sp }));
  const now = lines[Math.min(Math.round(at), lines.length - 1)];
  const least = Math.min(...lines.flatMap(({ sn, sp }) => [sn, sp]));
  return {
    id: 'curves',
    title: words.curves,
    note: `sₚ = ${plain(now.sp)}, sₙ = ${plain(now.sn)}`,
    plot: { x: { ends: [0, followed.tape.steps], label: words.axis_step }, y: { ends: [Math.min(0, Math.floor(least * 4) / 4), 1], label: words.axis_s } },
    draw: (pen, plot) => drawn(pen, plot, lines, now, theme),
    over: (pen, plot) => { for (const value of [now.sp, now.sn]) dot(pen, plot.X(now.step), plot.Y(value), { theme }); },
    read: (step) => told(lines, step, words),
    rows: () => [['step', 's_n', 's_p'], ...lines.map(({ step, sn, sp }) => [step, sn, sp])],
  };
}

function drawn(pen, plot, lines, now, theme) {
  const past = lines.filter(({ step }) => step <= now.step);
  for (const [of, sign, dash] of [['sp', 'sₚ', []], ['sn', 'sₙ', [8, 4]]]) {
    curve(pen, plot, lines.map((line) => [line.step, line[of]]), { colour: faded(theme.ink, 0.3), dash });
    curve(pen, plot, past.map((line) => [line.step, line[of]]), { colour: theme.ink, width: 2.5, dash });
    labelled(pen, plot, lines, of, sign, theme);
  }
}

/** The curve's name near its end, on the side away from the other as far as there is room. */
function labelled(pen, plot, lines, of, sign, theme) {
  const { sn, sp, step, [of]: value } = lines[Math.floor(lines.length * 0.86)];
  const above = value >= (sn + sp) / 2 && plot.Y(value) > plot.box.y + 30;
  text(pen, sign, plot.X(step), plot.Y(value) + (above ? -12 : 22), { size: 15, weight: 600, align: 'center', halo: true, theme });
}

function told(lines, step, words) {
  const { sp, sn, step: at } = lines.reduce((best, line) => (Math.abs(line.step - step) < Math.abs(best.step - step) ? line : best));
  return [filled(words.step, { step: at }), `sₚ = ${plain(sp)}`, `sₙ = ${plain(sn)}`];
}
