/** What Python handed, and the settings, enter; class sizes as they are now, the margins and the runs leave. */

import { marginRule } from './classsizes.js';

/**
 * {counts (per class, as the settings have them), most, rule (n → m in radians), margins, fixed, runs {fixed, dynamic} or
 * null} and the scene. A long tail gives class c of C n·ratio^(−c/(C−1)) digits, as `lossviz.strain` does.
 */
export function modelOf(scene) {
  const { given, values } = scene;
  const counts = countsOf(values, given);
  const rule = marginRule(counts, values);
  return { ...scene, counts, most: given.most, rule, margins: counts.map(rule), fixed: values.m, runs: given.runs };
}

function countsOf({ sizes, tail, counts }, given) {
  if (sizes === 'hand') return counts.split('_').map(Number);
  if (sizes === 'equal') return given.equal;
  const last = given.equal.length - 1;
  return given.equal.map((_, c) => Math.max(1, whole(given.most * tail ** (-c / last))));
}

/** The nearest whole number, of two the even one, as Python rounds. */
function whole(value) {
  const near = Math.round(value);
  return near - value === 0.5 && near % 2 ? near - 1 : near;
}

/** The classes with the fewest digits in the runs, as many as asked. */
export const rarest = ({ sizes }, number) => sizes.map((n, c) => [n, c]).sort(([a, x], [b, y]) => a - b || x - y).slice(0, number).map(([, c]) => c);
