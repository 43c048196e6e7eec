/** The page's settings enter; what its figures share leaves: margins in force, class vectors, names of lines. */

import { plain } from '../numbers.js';
import { spread } from './arrangements.js';
import { asking, target } from './twoclasses.js';

export const DIMS = ['2', '3', 'high'];
export const [LEAST_S, MOST_S, LEAST_C, MOST_C] = [1, 100, 3, 20000];

const dimOf = (dim, C) => (dim === 'high' ? C : Number(dim));
export const rad = (degrees) => (degrees * Math.PI) / 180;
export const deg = (radians) => (radians * 180) / Math.PI;
export const clamped = (value, low, high, digits) => Number(Math.min(high, Math.max(low, value)).toFixed(digits));

const kept = new Map();

/** Rows of cosines, made once for each C and dimension. */
export function rowsOf(C, dim, codes) {
  const key = `${C} ${dim}`;
  if (kept.size > 16) kept.clear();
  if (!kept.has(key)) kept.set(key, spread(C, dimOf(dim, C), codes));
  return kept.get(key);
}

export function modelOf({ values, words, theme, given, at, coarse }) {
  const { kind, m, s, classes: C, dim } = values;
  const { codes } = given;
  const asks = asking({ loss: kind, m });
  const rows = rowsOf(C, dim, codes);
  const shared = { values, words, theme, codes, at, coarse };
  return { ...shared, asks, plainly: asking({ loss: kind }), s, m, C, dim, d: dimOf(dim, C), rows, target: target(0, asks) };
}

/** A scale as the page writes it. */
export const scaleName = (s) => plain(s).replace(/\.?0+$/, '');
