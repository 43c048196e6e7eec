/** The settings enter; P(θ) leaves as a figure: the chosen scale and margin in ink, others around it, and where each gives up. */

import { degrees, filled, fixed, plain } from '../numbers.js';
import { faded } from '../theme.js';
import { named } from './labels.js';
import { curve, dot, sampled } from './marks.js';
import { fixedScale, halfWay, probability, scaleAtHalf } from './ownprobability.js';
import { LEAST_S, MOST_S, clamped, deg, rad, scaleName } from './scale_settings.js';
import { within } from './plot.js';

const OTHERS = [10, 64];
const WIDEST = 120;

export function probabilityFigure(model) {
  const { words, s, C, asks } = model;
  const lines = linesOf(model);
  const half = halfWay(s, C, asks);
  const [x, y] = half === null ? [0, probability(0, s, C, asks)] : [deg(half), 0.5];
  return {
    id: 'probability',
    title: words.probability,
    note: half === null ? words.never_half : filled(words.half_at, { angle: degrees(half) }),
    aspect: 1.25,
    plot: {
      x: { ends: [0, WIDEST], ticks: [0, 30, 60, 90, 120], write: (v) => `${v}°`, label: words.own_angle },
      y: { ends: [0, 1.02], ticks: [0, 0.25, 0.5, 0.75, 1], label: words.own_probability },
    },
    draw: () => {},
    over: (pen, plot) => over(pen, plot, lines, [x, y], model),
    handles: [{
      id: 'half', x, y, step: 0.5, name: filled(words.half_handle, { angle: `${plain(x)}°`, s: scaleName(s) }),
      moved: (to) => ({ s: scaleFrom(to, C, asks) }),
    }],
    read: (at) => (at < 0 || at > WIDEST ? [] : [`θ = ${plain(at)}°`, ...lines.map(({ words: name, P }) => `${name}: P = ${P(at).toFixed(3)}`)]),
    rows: () => [['theta_deg', ...lines.map(({ s: scale, m }) => `P_s${scaleName(scale)}_m${m}`)],
      ...Array.from({ length: 181 }, (_, v) => [v, ...lines.map(({ P }) => P(v))])],
  };
}

/** Dragged to the right the scale grows, up to where the target logit ends. */
function scaleFrom(to, C, asks) {
  const s = scaleAtHalf(rad(Math.max(0, to)), C, asks) ?? MOST_S;
  return clamped(s, LEAST_S, MOST_S, 2);
}

function linesOf({ s, m, C, asks, plainly, words, theme }) {
  const line = (name, scale, margins, style) => ({ words: name, s: scale, m: margins.m, P: (v) => probability(rad(v), scale, C, margins), ...style });
  const faint = { colour: theme.ink3, width: 1.25 };
  const apart = (scale) => Math.abs(Math.log(scale / s)) > 0.08;
  const fixed = fixedScale(C);
  return [
    line(m ? `s = ${scaleName(s)}, m = ${plain(m)}` : `s = ${scaleName(s)}`, s, asks, { colour: theme.ink, width: 2.5 }),
    ...(m ? [line(`s = ${scaleName(s)}, m = 0`, s, plainly, { colour: theme.ink2, width: 1.5, dash: [3, 3] })] : []),
    ...OTHERS.filter(apart).map((scale) => line(`s = ${scale}`, scale, plainly, faint)),
    line(filled(words.adacos_line, { s: plain(fixed) }), fixed, plainly, { colour: theme.ink2, width: 1.5, dash: [8, 4] }),
  ];
}

function over(pen, plot, lines, [x, y], model) {
  const { theme, s, C, plainly, m } = model;
  const drawn = lines.map((line) => ({ ...line, points: sampled(line.P, [0, WIDEST], 180) }));
  within(pen, plot, () => {
    curve(pen, plot, [[0, 0.5], [WIDEST, 0.5]], { colour: faded(theme.ink, 0.22), width: 1 });
    for (const line of drawn.toReversed()) curve(pen, plot, line.points, line);
  });
  const without = halfWay(s, C, plainly);
  const moved = m && without !== null && y === 0.5 ? [x, deg(without)] : null;
  if (moved) measure(pen, plot, moved, theme);
  const names = [...(moved ? [{ words: `${fixed(moved[1] - x, 1)}°`, points: sampled(() => 0.5, moved, 24) }] : []), ...drawn];
  named(pen, names.map(({ words, points }) => ({ words, points: points.map(([a, b]) => [plot.X(a), plot.Y(b)]) })), plot.box, theme);
  dot(pen, plot.X(x), plot.Y(y), { r: 7, theme });
}

/** How far the margin moves the half-way point, as a measure with a tick at its end. */
function measure(pen, plot, [from, to], theme) {
  curve(pen, plot, [[from, 0.5], [to, 0.5]], { colour: theme.ink, width: 2 });
  curve(pen, plot, [[to, 0.48], [to, 0.52]], { colour: theme.ink, width: 2 });
}
