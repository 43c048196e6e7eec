/** The maps that linear methods learn of digits enter; one figure each, and a table of what they are worth, leave. */

import { filled, percent, plain } from '../numbers.js';
import { pointer } from './projections_cloud.js';
import { cloudOf, nearestOf, pointsOf } from './projections_model.js';
import { drawn, readOf, rowsOf } from './projections_plane.js';

const NEAR = 0.05;

export function figures(scene) {
  const { given, words, theme, held } = scene;
  const points = pointsOf(scene);
  return given.methods.map((id, n) => {
    const { count, half, at } = cloudOf(given.maps[n]);
    const place = at(0);
    const ends = { ends: [-half, half] };
    return {
      id,
      title: words[id],
      note: filled(words.right, { share: percent(given.flat[n]) }),
      third: true,
      plot: { x: ends, y: ends, square: true },
      draw: (pen, plot) => drawn(pen, plot, place, { key: given.maps[n].id, count, points, ring: null, theme }),
      over: (pen, { X, Y }) => {
        if (!(held.pointed >= 0)) return;
        const [x, y] = place(held.pointed);
        pointer(pen, [X(x), Y(y)], theme);
      },
      pointed: (x, y) => nearestOf(place, count, [x, y], NEAR * half),
      read: (x, y) => readOf(nearestOf(place, count, [x, y], NEAR * half), points, words),
      rows: () => rowsOf(place, count, points, null),
    };
  });
}

export function tables({ given, words }) {
  const { methods, flat, whole, seconds, pixels } = given;
  const cell = (values, n) => ({ words: percent(values[n]), mark: values[n] === Math.max(...values) ? 'strong' : '' });
  return [{
    head: [words.metric, words.flat, words.whole, words.pixels, words.seconds],
    rows: methods.map((id, n) => [words[id], cell(flat, n), cell(whole, n), n ? '' : percent(pixels), n ? filled(words.took, { seconds: plain(seconds[n]) }) : '']),
  }];
}
