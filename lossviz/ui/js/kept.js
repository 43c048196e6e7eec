/** An address enters; what this page itself holds under it leaves: the counterpart of `source.js` in a page of its own. */

import { parsePack } from './records.js';

export const BASE = document.baseURI;

/** Reads a kept tape; `changed(state)` is called once, with "recorded" or "missing". */
export class Recording {
  constructor(url, tape, changed) {
    this.wanted = true;
    kept(url).then((bytes) => {
      if (!this.wanted) return;
      if (bytes) tape.push(bytes);
      changed(tape.frames.length ? 'recorded' : 'missing');
    });
  }

  close() { this.wanted = false; }
}

/** A page of its own has no run that goes on. */
export class Live extends Recording {}

const packs = new Map();

/** The digits behind the points; null when they are not kept. */
export function pack(digest) {
  if (!packs.has(digest)) packs.set(digest, kept(digest).then((bytes) => bytes && parsePack(bytes)));
  return packs.get(digest);
}

/** The bytes that lie gzipped, as base64, in the element of this name. */
async function kept(name) {
  const holder = document.getElementById(name);
  if (!holder) return null;
  const zipped = Uint8Array.from(atob(holder.textContent), (sign) => sign.charCodeAt(0));
  const plain = new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
