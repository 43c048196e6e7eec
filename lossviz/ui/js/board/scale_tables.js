/** The settings enter; the numbers behind the figures leave as tables. */

import { degrees, filled, fixed, plain, short } from '../numbers.js';
import { CAP, walks } from './adacosview.js';
import { centreProbability, leastAngle, neededScale } from './arrangements.js';
import { fits } from './neededview.js';
import { boundScale, fixedScale, halfWay, probability } from './ownprobability.js';
import { DIMS, rad, rowsOf, scaleName } from './scale_settings.js';
import { sizesOf } from './sizesview.js';

const three = (value) => fixed(value, 3);
const AT = [0, 45, 80];

/** Probabilities at three angles and where they fall through one half. */
export function probabilityTable({ words, s, m, C, asks, plainly }) {
  const row = (name, scale, margins) => {
    const half = halfWay(scale, C, margins);
    return [name, ...AT.map((v) => three(probability(rad(v), scale, C, margins))), half === null ? '–' : degrees(half)];
  };
  return {
    head: [filled(words.probabilities, { C: C.toLocaleString('en') }), ...AT.map((v) => `P(${v}°)`), words.half],
    rows: [
      row(`s = ${scaleName(s)}, m = ${plain(m)}`, s, asks),
      ...(m ? [row(`s = ${scaleName(s)}, m = 0`, s, plainly)] : []),
      row('s = 10', 10, plainly),
      row(filled(words.adacos_line, { s: plain(fixedScale(C)) }), fixedScale(C), plainly),
      row('s = 64', 64, plainly),
    ],
  };
}

/** What C classes need in each dimension, and how far CosFace's bound goes. */
export function neededTable({ words, values: { p, kind }, C, codes }) {
  const bound = boundScale(C, p);
  const row = (dim) => {
    const rows = rowsOf(C, dim, codes);
    if (!rows) return [words[`dim_${dim}`], '–', '–', '–', '–'];
    const angle = leastAngle(rows);
    return [words[`dim_${dim}`], degrees(angle), plain(neededScale(rows, p)), three(centreProbability(rows, bound)), three(fits(angle, kind))];
  };
  return {
    head: [
      filled(words.needs, { C: C.toLocaleString('en') }), words.least_angle, filled(words.needed_for, { p: short(p) }),
      filled(words.left_by_bound, { s: plain(bound) }), words.margin_up_to,
    ],
    rows: DIMS.map(row),
  };
}

const SHOWN = [0, 1, 2, 5, 10, 20, 30];

/** The walk's scales at some steps. */
export function adacosTable(model) {
  const { words } = model;
  const { walk } = walks(model);
  return {
    head: [words.walk, ...SHOWN.map((t) => filled(words.step, { t }))],
    rows: [
      [words.uncapped, ...SHOWN.map((t) => (t < walk.length ? plain(walk[t]) : '–'))],
      [words.capped, ...SHOWN.map((t) => (walk.length ? plain(Math.min(CAP, walk[t] ?? CAP)) : '–'))],
    ],
  };
}

/** Sizes and margins. */
export function sizesTable({ words, values }) {
  const { classes } = sizesOf(values);
  return {
    head: [words.size_table, ...classes.map(({ number }) => filled(words.size_name, { number }))],
    rows: [
      [words.size, ...classes.map(({ n }) => n.toLocaleString('en'))],
      [words.margin_rad, ...classes.map(({ m }) => three(m))],
      [words.margin_deg, ...classes.map(({ m }) => degrees(m))],
    ],
  };
}
