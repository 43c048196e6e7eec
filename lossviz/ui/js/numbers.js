/** Numbers enter as the engine computed them; the text that a reader sees leaves. */

const MINUS = '\u2212';

/** "{a} of {b}" with its holes filled. */
export const filled = (words, fields) => words.replace(/\{(\w+)\}/g, (hole, name) => fields[name] ?? hole);

const signed = (text) => text.replace('-', MINUS);

/** 0.58, 12.3, 1,204: about three digits that mean something. */
export function plain(value) {
  if (!Number.isFinite(value)) return '\u2013';
  const size = Math.abs(value);
  if (size >= 1000) return signed(Math.round(value).toLocaleString('en'));
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** 0.300 with three digits: one of a column, whose points stand under each other. */
export const fixed = (value, digits) => (Number.isFinite(value) ? signed(value.toFixed(digits)) : '\u2013');

/** 0, 0.75, 2.5: a number beside an axis, without idle zeros. */
export const short = (value) => signed(String(Number(value.toPrecision(3))));

export const percent = (share) => (Number.isFinite(share) ? `${(share * 100).toFixed(1)}%` : '\u2013');

export const degrees = (radians, digits = 1) =>
  (Number.isFinite(radians) ? `${fixed((radians * 180) / Math.PI, digits)}°` : '\u2013');

/** The next of 1, 1.5, 2, 3, 5, 7, 10 … above a value: the end of an axis. */
export function axisEnd(value) {
  if (!(value > 0)) return 1;
  const ten = 10 ** Math.floor(Math.log10(value));
  return ten * [1, 1.5, 2, 3, 5, 7, 10].find((step) => step * ten >= value * 0.999);
}
