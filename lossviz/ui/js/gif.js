/** Pictures of one size enter, one after the other, as numbers of colours; the bytes of an animated GIF (89a) leave. */

const [CLEAR, END, FIRST, MOST] = [256, 257, 258, 4096]; // codes of LZW
const [NARROWEST, WIDEST] = [9, 12]; // their bits
const BLOCK = 255;

/** The number of the colour that lets the picture before shine through; the table has one colour fewer than 256. */
export const CLEAR_COLOUR = 255;

export class Gif {
  /** `colours`: up to 255 as [r, g, b]. It repeats for ever. */
  constructor(width, height, colours) {
    const table = new Uint8Array(3 * 256);
    colours.forEach((colour, i) => table.set(colour, 3 * i));
    const head = [...signs('GIF89a'), ...shorts(width, height), 0xf7, 0, 0, ...table];
    const repeats = [0x21, 0xff, 11, ...signs('NETSCAPE2.0'), 3, 1, ...shorts(0), 0];
    Object.assign(this, { width, height, before: null, parts: [Uint8Array.of(...head, ...repeats)] });
  }

  /** One picture more, shown for `hundredths` of a second. Only what is another colour than before is written. */
  add(pixels, hundredths) {
    const { before, width, height } = this;
    const news = before ? pixels.map((colour, i) => (colour === before[i] ? CLEAR_COLOUR : colour)) : pixels;
    this.before = pixels;
    const control = [0x21, 0xf9, 4, 0x05, ...shorts(hundredths), CLEAR_COLOUR, 0];
    const place = [0x2c, ...shorts(0, 0, width, height), 0, NARROWEST - 1];
    this.parts.push(Uint8Array.of(...control, ...place), ...blocks(squeezed(news)), Uint8Array.of(0));
  }

  get blob() { return new Blob([...this.parts, Uint8Array.of(0x3b)], { type: 'image/gif' }); }
}

const signs = (text) => [...text].map((sign) => sign.charCodeAt(0));
const shorts = (...values) => values.flatMap((value) => [value & 255, value >> 8]);

function blocks(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    found.push(Uint8Array.of(block.length), block);
  }
  return found;
}

/** LZW as GIF has it: codes of 9 to 12 bits, the lowest first; the table begins anew when it is full. */
function squeezed(pixels) {
  const known = new Uint16Array(1 << 20); // by code of what came before and colour
  const out = new Bits(2 * pixels.length + 8);
  let [width, next] = [NARROWEST, FIRST];
  out.put(CLEAR, width);
  let code = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const pair = (code << 8) | pixels[i];
    if (known[pair]) { code = known[pair]; continue; }
    out.put(code, width);
    code = pixels[i];
    if (next < MOST) {
      if (next === 1 << width && width < WIDEST) width += 1;
      known[pair] = next++;
    } else {
      out.put(CLEAR, width);
      known.fill(0);
      [width, next] = [NARROWEST, FIRST];
    }
  }
  out.put(code, width);
  if (next === 1 << width && width < WIDEST) width += 1;
  out.put(END, width);
  return out.bytes;
}

class Bits {
  constructor(most) { Object.assign(this, { room: new Uint8Array(most), at: 0, held: 0, count: 0 }); }

  put(code, width) {
    this.held |= code << this.count;
    this.count += width;
    while (this.count >= 8) this.#byte();
  }

  #byte() {
    this.room[this.at++] = this.held & 255;
    this.held >>>= 8;
    this.count -= 8;
  }

  get bytes() {
    if (this.count > 0) this.#byte();
    return this.room.subarray(0, this.at);
  }
}
