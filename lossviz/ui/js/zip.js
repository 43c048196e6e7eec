/** Files as [name, bytes] enter; one ZIP that holds them as they are leaves. Pictures are packed already. */

import { crc32 } from './records.js';

const [LOCAL, CENTRAL, ENDING] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
const UTF8 = 0x0800;
const NEW_YEAR = 0x21; // 1 January 1980, the first day that a ZIP knows: names say what the files are

export function zipped(files) {
  const text = new TextEncoder();
  const parts = [];
  const index = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const title = text.encode(name);
    const about = [...shorts(VERSION, UTF8, 0, 0, NEW_YEAR), ...longs(crc32(bytes), bytes.length, bytes.length),
      ...shorts(title.length, 0)];
    parts.push([...longs(LOCAL), ...about], title, bytes);
    index.push([...longs(CENTRAL), ...shorts(VERSION), ...about, ...shorts(0, 0, 0), ...longs(0, at)], title);
    at += 30 + title.length + bytes.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0);
  const ending = [...longs(ENDING), ...shorts(0, 0, files.length, files.length), ...longs(size, at), ...shorts(0)];
  return new Blob([...parts, ...index, ending].map((part) => Uint8Array.from(part)), { type: 'application/zip' });
}

const shorts = (...values) => values.flatMap((value) => [value & 255, value >>> 8 & 255]);
const longs = (...values) => values.flatMap((value) => shorts(value & 0xffff, value >>> 16));
