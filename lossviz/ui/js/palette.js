/** Pixels of a few pictures enter; colours that stand for theirs leave, and of any picture the number of each pixel's. */

const BITS = 6; // per channel: as finely as colours are told apart
const SIDE = 1 << BITS;
const SHIFT = 8 - BITS;
const CHANNELS = [2 * BITS, BITS, 0]; // where red, green and blue stand in a cell's number

/** The cell of a pixel as the bytes r, g, b, a read as one number. */
const cellOf = (pixel) => (
  ((pixel & 255) >> SHIFT << CHANNELS[0]) | ((pixel >> 8 & 255) >> SHIFT << CHANNELS[1]) | (pixel >> 16 & 255) >> SHIFT
);
const part = (cell, channel) => (cell >> CHANNELS[channel]) & (SIDE - 1);

export class Palette {
  /** `samples`: pictures as Uint32Arrays of pixels; `most`: how many colours. Median cut. */
  constructor(samples, most) {
    const [cells, counts, sums] = counted(samples);
    let boxes = [boxOf(cells, counts)];
    while (boxes.length < most) {
      const widest = boxes.reduce((a, b) => (b.spread > a.spread ? b : a));
      if (!widest.spread) break;
      boxes = [...boxes.filter((box) => box !== widest), ...halves(widest, counts)];
    }
    this.colours = boxes.map(({ cells: own }) => mean(own, counts, sums));
    this.known = new Int16Array(SIDE ** 3).fill(-1);
    boxes.forEach(({ cells: own }, i) => own.forEach((cell) => { this.known[cell] = i; }));
  }

  /** The number of the colour of each pixel. */
  numbers(pixels) {
    const found = new Uint8Array(pixels.length);
    for (let i = 0; i < pixels.length; i++) {
      const cell = cellOf(pixels[i]);
      found[i] = this.known[cell] < 0 ? this.#nearest(cell) : this.known[cell];
    }
    return found;
  }

  #nearest(cell) {
    const at = [0, 1, 2].map((channel) => (part(cell, channel) + 0.5) * (1 << SHIFT));
    let [best, least] = [0, Infinity];
    this.colours.forEach(([red, green, blue], i) => {
      const far = (red - at[0]) ** 2 + (green - at[1]) ** 2 + (blue - at[2]) ** 2;
      if (far < least) [best, least] = [i, far];
    });
    this.known[cell] = best;
    return best;
  }
}

/** The cells that occur, how often, and the sums of their pixels' red, green and blue. */
function counted(samples) {
  const counts = new Float64Array(SIDE ** 3);
  const sums = new Float64Array(3 * SIDE ** 3);
  for (const pixels of samples) {
    for (const pixel of pixels) {
      const cell = cellOf(pixel);
      counts[cell] += 1;
      for (let channel = 0; channel < 3; channel++) sums[3 * cell + channel] += pixel >> (8 * channel) & 255;
    }
  }
  return [Array.from(counts.keys()).filter((cell) => counts[cell]), counts, sums];
}

/** Cells with the channel in which they lie farthest apart. Colours of few pixels count too: the square root of many. */
function boxOf(cells, counts) {
  const widths = [0, 1, 2].map((channel) => {
    const values = cells.map((cell) => part(cell, channel));
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  const width = Math.max(...widths);
  const weight = cells.reduce((sum, cell) => sum + Math.sqrt(counts[cell]), 0);
  return { cells, channel: widths.indexOf(width), weight, spread: width ** 2 * weight };
}

function halves({ cells, channel, weight }, counts) {
  const ordered = [...cells].sort((a, b) => part(a, channel) - part(b, channel));
  let [at, sum] = [0, 0];
  while (at < ordered.length - 1 && (at === 0 || sum < weight / 2)) sum += Math.sqrt(counts[ordered[at++]]);
  return [ordered.slice(0, at), ordered.slice(at)].map((half) => boxOf(half, counts));
}

function mean(cells, counts, sums) {
  const count = cells.reduce((sum, cell) => sum + counts[cell], 0);
  return [0, 1, 2].map((channel) => Math.round(cells.reduce((sum, cell) => sum + sums[3 * cell + channel], 0) / count));
}
