/** One projection enters; a figure leaves: its points, the ring that can be moved in it, what the pointer means. */

import { filled, percent, plain } from '../numbers.js';
import { badges, cloud, picture, pointer } from './projections_cloud.js';
import { cloudOf, middles, momentOf, nearestOf } from './projections_model.js';
import { text } from './marks.js';

const NEAR = 0.05; // share of half the picture within which a point is meant
const { cos, sin, hypot, max, min, PI } = Math;
const tidy = (value) => Math.round(min(1, max(-1, value)) * 1000) / 1000;
const radius = (value) => Math.round(min(1, max(0.02, value)) * 1000) / 1000;

/** A projection that is not worked out yet. */
export const absent = (id, { words, theme }) => ({
  id,
  title: words[id],
  third: true,
  plot: flat(1, words),
  draw: (pen, { box }) => text(pen, words.missing, box.x + box.width / 2, box.y + box.height / 2, { colour: theme.ink2, align: 'center', theme }),
  rows: () => [],
});

export function plane(id, scene, { points, ring }) {
  const { values, given, words, theme, held, at } = scene;
  const known = cloudOf(given.projections[id]);
  const now = momentOf(known, id === 'umap' ? at : 0);
  const place = known.at(now);
  const { half, count } = known;
  const here = values.ring === id && now === known.moments - 1;
  return {
    id,
    title: words[given.methods.length > 1 ? id : 'as_is'],
    note: noteOf(id, scene),
    third: given.methods.length > 1,
    plot: flat(half),
    draw: (pen, plot) => drawn(pen, plot, place, { key: `${given.projections[id].id} ${now}`, count, points, ring, theme }),
    over: (pen, plot) => {
      if (here) drawRing(pen, plot, half, values, theme);
      if (!(held.pointed >= 0)) return;
      const [x, y] = place(held.pointed);
      pointer(pen, [plot.X(x), plot.Y(y)], theme);
      if (held.digits) picture(pen, plot, held.digits, points.rows[held.pointed], theme);
    },
    handles: here ? handlesOf(values, half, words) : [],
    pick: (x, y) => (given.methods.length > 1 ? { ring: id, ring_x: tidy(x / half), ring_y: tidy(y / half) } : null),
    pointed: (x, y) => nearestOf(place, count, [x, y], NEAR * half),
    read: (x, y) => readOf(nearestOf(place, count, [x, y], NEAR * half), points, words),
    rows: () => rowsOf(place, count, points, ring),
  };
}

/** Points and badges; `place(i)`: [x, y] of a point. */
export function drawn(pen, plot, place, { key, count, points: { labels, sign }, ring, theme }) {
  const { X, Y } = plot;
  const placed = (i) => { const [x, y] = place(i); return [X(x), Y(y)]; };
  cloud(pen, plot, placed, { key, count, labels, ring, theme });
  const found = middles(place, labels).map(([label, x, y, spread]) => [label, X(x), Y(y), X(spread) - X(0)]);
  badges(pen, found, plot, sign, theme);
}

const flat = (half) => ({ x: { ends: [-half, half] }, y: { ends: [-half, half] }, square: true });

function noteOf(id, { given, words }) {
  const { share, settings } = given.projections[id];
  if (given.methods.length === 1) return '';
  return filled(words[`note_${id}`], { ...settings, share: percent(share), distance: plain(settings.distance) });
}

function drawRing(pen, { X, Y }, half, { ring_x, ring_y, ring_r }, theme) {
  for (const [colour, width] of [[theme.bg, 5], [theme.accent, 2]]) {
    pen.beginPath();
    pen.arc(X(ring_x * half), Y(ring_y * half), X(ring_r * half) - X(0), 0, 2 * PI);
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.stroke();
  }
  const [x, y] = rim({ ring_x, ring_y, ring_r }, half);
  pen.beginPath();
  pen.arc(X(x), Y(y), 6, 0, 2 * PI);
  Object.assign(pen, { fillStyle: theme.accent, strokeStyle: theme.bg, lineWidth: 2 });
  pen.fill();
  pen.stroke();
}

const rim = ({ ring_x, ring_y, ring_r }, half) => [(ring_x + ring_r * cos(PI / 4)) * half, (ring_y + ring_r * sin(PI / 4)) * half];

/** The ring is taken by its middle, and made larger by its rim. */
function handlesOf(values, half, words) {
  const { ring_x, ring_y } = values;
  const [x, y] = rim(values, half);
  return [
    {
      id: 'ring', name: words.ring_place, x: ring_x * half, y: ring_y * half, step: 0.02 * half,
      moved: (u, v) => ({ ring_x: tidy(u / half), ring_y: tidy(v / half) }),
    },
    {
      id: 'rim', name: words.ring_size, x, y, step: 0.02 * half,
      moved: (u, v) => ({ ring_r: radius(hypot(u / half - ring_x, v / half - ring_y)) }),
    },
  ];
}

export function readOf(i, { labels, rows, classes }, words) {
  return i < 0 ? [] : [`${classes[labels[i]]}`, filled(words.number, { row: rows[i] })];
}

export function rowsOf(place, count, { labels, rows, classes }, ring) {
  const axes = ['x', 'y', 'z'].slice(0, place(0).length);
  const told = (i) => [rows[i], classes[labels[i]], ...place(i), ...(ring ? [ring[i]] : [])];
  return [['row', 'class', ...axes, ...(ring ? ['in_ring'] : [])], ...Array.from({ length: count }, (_, i) => told(i))];
}
