/** A number's description and a value enter; its place on the slider and its text leave, and the way back. */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const WHOLE = /^[+-]?\d+$/;
const LONGEST = 40;

/** The smallest value on the slider: `above` excludes the bound itself, and a logarithm needs more than 0. */
const lowest = ({ low, above, log, step }) => (above || (log && low <= 0) ? low + step : low);

/** Where a value lies between the ends, 0…1. */
export function positionOf(param, value) {
  const [low, high] = [lowest(param), param.high];
  const at = param.log ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.min(1, Math.max(0, at));
}

/** The value at a place, on a whole step (or two digits on a logarithmic scale). */
export function valueAt(param, at) {
  const [low, high] = [lowest(param), param.high];
  const digits = (value) => Number(value.toPrecision(2));
  if (param.log) return (param.kind === 'integer' ? Math.round : digits)(digits(low * (high / low) ** at));
  const steps = Math.round((low + at * (high - low) - param.low) / param.step);
  return Math.min(high, Math.max(low, Number((param.low + steps * param.step).toFixed(decimals(param.step)))));
}

/** 0.30 beside a step of 0.01; 16 beside a step of 0.5; nothing is cut from a value that was typed. */
export function written({ kind, step, log }, value) {
  if (typeof value !== 'number') return '';
  if (kind === 'integer' || log) return String(value);
  const digits = decimals(step) >= 2 ? decimals(step) : 0;
  const fixed = value.toFixed(digits);
  return Number(fixed) === value ? fixed : String(value);
}

/** {value}, or {code} of the sentence that refuses it. */
export function read({ kind, low, high, above }, text) {
  const line = text.trim().replace('\u2212', '-');
  if (kind === 'integer' && !WHOLE.test(line)) return { code: 'integer' };
  if (line.length > LONGEST || !NUMBER.test(line)) return { code: 'number' };
  const value = Number(line);
  if (above && value <= low) return { code: 'above' };
  if (value < low || value > high) return { code: 'range' };
  return { value };
}

const decimals = (step) => (String(step).split('.')[1] ?? '').length;
