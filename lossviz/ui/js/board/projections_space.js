/** Points of three dimensions enter; a figure leaves that a drag of the ground turns. */

import { faded } from '../theme.js';
import { picture, pointer } from './projections_cloud.js';
import { cloudOf, nearestOf } from './projections_model.js';
import { drawn, readOf, rowsOf } from './projections_plane.js';
import { seen } from './samples.js';

const GRIP = 2.6; // pixels of a drag for a degree
const NEAR = 0.05;
const rad = (degrees) => (degrees * Math.PI) / 180;
const around = (turn) => turn - 360 * Math.round(turn / 360);

export function space(id, { values, given, words, theme, held }, { points }) {
  const { at, count, half } = cloudOf(given.projections[id]);
  const lies = at(0);
  const turned = (point) => seen(point, rad(values.turn), rad(values.tilt));
  const reach = half * 1.25;
  const place = (i) => turned(lies(i));
  const ends = { ends: [-reach, reach] };
  return {
    id,
    title: words.as_is,
    wide: true,
    aspect: 1.7,
    plot: { x: ends, y: ends, square: true },
    draw: (pen, plot) => {
      axes(pen, plot, half, turned, theme);
      drawn(pen, plot, place, { key: `${given.projections[id].id} ${values.turn} ${values.tilt}`, count, points, ring: null, theme });
    },
    over: (pen, plot) => {
      if (!(held.pointed >= 0)) return;
      const [x, y] = place(held.pointed);
      pointer(pen, [plot.X(x), plot.Y(y)], theme);
      if (held.digits) picture(pen, plot, held.digits, points.rows[held.pointed], theme);
    },
    swept: (dx, dy) => ({
      turn: Math.round(around(values.turn + dx / GRIP)),
      tilt: Math.round(Math.min(90, Math.max(-90, values.tilt + dy / GRIP))),
    }),
    pointed: (x, y) => nearestOf(place, count, [x, y], NEAR * half),
    read: (x, y) => readOf(nearestOf(place, count, [x, y], NEAR * half), points, words),
    rows: () => rowsOf(lies, count, points, null),
  };
}

/** The three axes through the origin. */
function axes(pen, { X, Y }, half, turned, theme) {
  Object.assign(pen, { strokeStyle: faded(theme.ink, 0.14), lineWidth: 1 });
  for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) {
    const [[x, y], [u, v]] = [-half, half].map((far) => turned(axis.map((part) => part * far)));
    pen.beginPath();
    pen.moveTo(X(x), Y(y));
    pen.lineTo(X(u), Y(v));
    pen.stroke();
  }
}
