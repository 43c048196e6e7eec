/** What Python knows of a space's projections enters, packed; places, labels and who lies in the ring leave. */

import { mark } from '../names.js';

const FINEST = 32767;
const ROOM = 1.12;
const MOST = 0.9; // of a class, by which it is as wide as it looks

const kept = new Map();
const KEPT = 12;

/** Arrays out of base64, once for each text. */
function unpacked(id, packed, Kind) {
  if (!kept.has(id)) {
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value);
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    kept.set(id, new Kind(bytes.buffer));
  }
  return kept.get(id);
}

/** The points: their `labels`, the `rows` where they stand in their set, and what a class is called. */
export function pointsOf({ given }) {
  const { labels, rows, classes } = given;
  const header = { classes };
  return {
    labels: unpacked(`labels ${labels}`, labels, Uint8Array),
    rows: unpacked(`rows ${rows}`, rows, Uint32Array),
    classes,
    sign: (c) => mark(header, c),
  };
}

/** {count, wide (2 or 3), half (of the picture's width), at(moment) → place(i) → [x, y] or [x, y, z]} of a projection. */
export function cloudOf(projection) {
  const [moments, count, wide] = projection.of;
  const places = unpacked(projection.id, projection.places, Int16Array);
  const at = (moment) => {
    const [scale, first] = [projection.scale[moment], moment * count * wide];
    if (wide === 3) return (i) => [0, 1, 2].map((axis) => places[first + i * 3 + axis] * scale);
    return (i) => [places[first + i * 2] * scale, places[first + i * 2 + 1] * scale];
  };
  return { moments, count, wide, half: Math.max(...projection.scale) * FINEST * ROOM, at };
}

/** The moment of a projection that the clock shows: its last, where it has but one. */
export const momentOf = ({ moments }, now) => Math.max(0, Math.min(moments - 1, Math.round(now)));

/** Who lies in the ring, as it was drawn in the last moment of its picture: a byte for each point, or null without one. */
export function ringed({ values, given }) {
  const projection = given.projections[values.ring];
  if (!projection) return null;
  const { count, half, at, moments } = cloudOf(projection);
  const place = at(moments - 1);
  return Uint8Array.from({ length: count }, (_, i) => {
    const [x, y] = place(i);
    return Math.hypot(x / half - values.ring_x, y / half - values.ring_y) <= values.ring_r ? 1 : 0;
  });
}

/** The point nearest to [x, y] among places, no farther than `reach`; −1 where there is none. */
export function nearestOf(place, count, [x, y], reach) {
  let [found, least] = [-1, reach];
  for (let i = 0; i < count; i++) {
    const [u, v] = place(i);
    const far = Math.hypot(u - x, v - y);
    if (far < least) [found, least] = [i, far];
  }
  return found;
}

/**
 * The middle of each class, the median of its places, and within how far of it most of them lie: [[class, x, y, spread]];
 * classes without a point are left out.
 */
export function middles(place, labels) {
  if (known.labels !== labels) Object.assign(known, { labels, members: membersOf(labels) });
  const { members } = known;
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return [...members].sort(([a], [b]) => a - b).map(([label, own]) => {
    const some = own.map(place);
    const [x, y] = [median(some.map(([u]) => u)), median(some.map(([, v]) => v))];
    const far = some.map(([u, v]) => Math.hypot(u - x, v - y)).sort((a, b) => a - b);
    return [label, x, y, far[Math.floor(far.length * MOST)]];
  });
}

const known = { labels: null, members: null };
const ENOUGH = 200; // points of a class tell where it lies

function membersOf(labels) {
  const members = new Map();
  labels.forEach((label, i) => {
    if (!members.has(label)) members.set(label, []);
    members.get(label).push(i);
  });
  for (const [label, own] of members) members.set(label, own.filter((_, i) => i % Math.ceil(own.length / ENOUGH) === 0));
  return members;
}
