/** An axis and its length in pixels enter; round values with their texts leave. */

import { short } from '../numbers.js';

const APART = 64; // pixels
const ROUND = [1, 2, 2.5, 5, 10];

/** [{value, words}]: the axis's own `ticks`, or round values about 64 pixels apart; `write` gives the text. */
export function axis({ ends: [low, high], ticks, write = short }, length) {
  const values = ticks ?? rounds(low, high, Math.max(2, length / APART));
  return values.filter((value) => value >= low - 1e-9 && value <= high + 1e-9)
    .map((value) => ({ value, words: write(value) }));
}

function rounds(low, high, most) {
  const least = (high - low) / most;
  const ten = 10 ** Math.floor(Math.log10(least));
  const step = ten * ROUND.find((round) => round * ten >= least * (1 - 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
