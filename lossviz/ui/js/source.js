/** An address enters; its records flow into a tape, from a file at once or from a socket as a run goes on. */

import { parsePack } from './records.js';

/** Where the app lives, whatever page or base path the reader is on: this file is served from <app>/_stcore/… */
export const BASE = new URL('../../../', import.meta.url);
const BACK_OFF = [500, 1000, 2000, 4000, 8000];

/** Reads a recorded tape; `changed(state)` is called as it grows: "loading", then "recorded" or "missing". */
export class Recording {
  constructor(url, tape, changed) {
    this.stopped = new AbortController();
    this.#read(new URL(url, BASE), tape, changed).catch((fault) => {
      if (fault.name !== 'AbortError') changed('missing');
    });
  }

  close() { this.stopped.abort(); }

  async #read(url, tape, changed) {
    const answer = await fetch(url, { signal: this.stopped.signal });
    if (!answer.ok) return changed('missing');
    const reader = answer.body.getReader();
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      if (tape.push(value)) changed('loading');
    }
    return changed(tape.frames.length ? 'recorded' : 'missing');
  }
}

/**
 * Follows a run; `changed(state)`: "queued" until the first frame, "live", "lost" between sockets, then "ended".
 * `told(word)`: what the server answers to a wish.
 */
export class Live {
  constructor(url, tape, changed, told) {
    Object.assign(this, { tape, changed, told, tries: 0, closed: false });
    this.url = new URL(url, BASE);
    this.url.protocol = this.url.protocol.replace('http', 'ws');
    this.#open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close(1000);
  }

  /** "step" or "go": what the reader wishes of training. */
  wish(word) { if (this.socket.readyState === WebSocket.OPEN) this.socket.send(word); }

  #open() {
    this.url.searchParams.set('from', this.tape.stored);
    const socket = this.socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    this.tape.resume();
    socket.onopen = () => this.#say(this.tape.frames.length ? 'live' : 'queued');
    socket.onmessage = ({ data }) => this.#take(socket, data);
    socket.onclose = () => this.#lost();
  }

  #take(socket, data) {
    if (this.closed) return;
    if (typeof data === 'string') { this.told(data); return; }
    this.tries = 0;
    this.tape.push(new Uint8Array(data));
    if (socket.readyState === WebSocket.OPEN) socket.send('a');
    this.#say(this.tape.ending ? 'ended' : this.tape.frames.length ? 'live' : 'queued');
  }

  #lost() {
    if (this.closed || this.tape.ending) return;
    this.#say('lost');
    const wait = BACK_OFF[Math.min(this.tries++, BACK_OFF.length - 1)] * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.#open(), wait);
  }

  #say(state) { if (!this.closed) this.changed(state); }
}

const packs = new Map();

/** The digits behind the points, read once for all panels and runs that share them; null when not to be had. */
export function pack(digest) {
  if (!packs.has(digest)) packs.set(digest, readPack(digest).catch(() => { packs.delete(digest); return null; }));
  return packs.get(digest);
}

async function readPack(digest) {
  const answer = await fetch(new URL(`lv/pack/${digest}`, BASE));
  if (!answer.ok) throw new Error(`pack ${answer.status}`);
  return parsePack(new Uint8Array(await answer.arrayBuffer()));
}
