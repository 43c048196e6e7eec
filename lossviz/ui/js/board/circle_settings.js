/** The page's settings enter; what its pictures share leaves: losses, axes, the boundary in words, and numbers. */

import { plain, short } from '../numbers.js';
import { MARGINS } from './similarities.js';

const TOGETHER = { am: ['am', 'circle'], triplet: ['triplet', 'circle'], all: ['triplet', 'am', 'unified', 'circle'] };
const TICKS = { '0': [0, 0.25, 0.5, 0.75, 1], '-0.2': [-0.2, 0, 0.25, 0.5, 0.75, 1], '-1': [-1, -0.5, 0, 0.5, 1] };

export const lossesOf = ({ losses }) => TOGETHER[losses];
export const lowOf = ({ axes }) => Number(axes);
export const settingsOf = ({ gamma, m, alpha }) => ({ gamma, m, detached: alpha === 'detached' });

/** Both axes of the plane, as far as the reader wants to see. */
export function axesOf({ axes }, words) {
  const axis = (label) => ({ ends: [Number(axes), 1], ticks: TICKS[axes], label });
  return { x: axis(words.axis_n), y: axis(words.axis_p), square: true };
}

/** The plane of a run's pairs: cosines reach from −1 to 1, 1/(1 + D²) from 0 to 1. */
export const plotOfRun = (kind, words) => axesOf({ axes: kind === 'cosine' ? '-1' : '0' }, words);

/** "sₚ − sₙ = 0.50". */
export const lineWords = (margin) => `sₚ − sₙ = ${plain(margin)}`;

/** "sₙ² + (sₚ − 1)² = 0.125"; of a negative m the corner in which no weight is above 0. */
export const arcWords = (m) => (
  m < 0 ? `sₙ ≤ ${plain(-m)}, sₚ ≥ ${plain(1 + m)}` : `sₙ² + (sₚ − 1)² = ${short(2 * m * m)}`);

export const boundaryWords = (loss, m) => (loss === 'circle' ? arcWords(m) : lineWords(MARGINS[loss](m)));

/** 84, −36, 0.0063: three digits that mean something, and no idle zeros. */
export const tidy = (value) => short(Math.abs(value) < 5e-5 ? 0 : value);

export const inPlane = (sn, sp, low) => sn >= low && sn <= 1 && sp >= low && sp <= 1;
