/** Bytes of a tape, of the socket or of a data pack enter; checked records, frames and digits leave. */

const HEAD = 12;
const MAGICS = new Set(['LVT1', 'LVF1', 'LVE1', 'LVG1']);
const LARGEST = 64 * 1024 * 1024;
const text = new TextDecoder();

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** The checksum of `zlib.crc32`. */
export function crc32(bytes) {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = CRC[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Takes bytes as they come and gives back every record that is whole; stops for good at the first bad one. */
export class RecordReader {
  constructor() {
    this.rest = new Uint8Array(0);
    this.damaged = false;
  }

  /** [{magic, payload}], each payload an own buffer that starts at 0, so that typed arrays can lie on it. */
  push(chunk) {
    if (this.damaged) return [];
    const bytes = joined(this.rest, chunk);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = [];
    let at = 0;
    while (at + HEAD <= bytes.length) {
      const magic = text.decode(bytes.subarray(at, at + 4));
      const length = view.getUint32(at + 4, true);
      if (!MAGICS.has(magic) || length > LARGEST) { this.damaged = true; break; }
      if (at + HEAD + length > bytes.length) break;
      const payload = bytes.slice(at + HEAD, at + HEAD + length);
      if (crc32(payload) !== view.getUint32(at + 8, true)) { this.damaged = true; break; }
      found.push({ magic, payload });
      at += HEAD + length;
    }
    this.rest = bytes.slice(at);
    return found;
  }
}

function joined(a, b) {
  if (!a.length) return b;
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** The JSON of a header or an ending. */
export const parseJson = (payload) => JSON.parse(text.decode(payload));

/**
 * A frame: its JSON header with `points` (int16, times `unit` = value), `vectors`, `bias`, `centres` and `pull` (int16,
 * times `pullUnit`) laid beside.
 */
export function parseFrame(payload) {
  const view = new DataView(payload.buffer, payload.byteOffset);
  const length = view.getUint32(0, true);
  const head = parseJson(payload.subarray(4, 4 + length));
  const { points: count, dim, classes, subs } = head;
  let at = payload.byteOffset + 4 + length;
  const floats = (n) => { const a = new Float32Array(payload.buffer, at, n); at += 4 * n; return a; };
  const points = new Int16Array(payload.buffer, at, count * dim);
  at += points.byteLength + (-points.byteLength & 3);
  const vectors = subs ? floats(classes * subs * dim) : null;
  const bias = head.bias ? floats(classes) : null;
  const centres = head.centres ? floats(classes * dim) : null;
  const pull = head.pulled ? new Int16Array(payload.buffer, at, head.pulled * dim) : null;
  const [unit, pullUnit] = [head.scale / 32767, head.pull_scale / 32767];
  return { ...head, count, points, unit, vectors, bias, centres, pull, pullUnit };
}

/** A data pack: ids, labels and images of the points, in the order of every frame. */
export function parsePack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text.decode(bytes.subarray(0, 4)) !== 'LVP1') throw new Error('not a data pack');
  const length = view.getUint32(4, true);
  const head = parseJson(bytes.subarray(8, 8 + length));
  let at = 8 + length;
  const take = (n) => { const part = bytes.slice(at, at + n); at += n; return part; };
  const ids = new Uint32Array(take(4 * head.points).buffer);
  return { ...head, ids, labels: take(head.points), images: take(head.points * head.height * head.width) };
}
