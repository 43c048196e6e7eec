/** Settings enter; by loss two heat maps are drawn: how hard it pulls at s_p, and how hard at s_n (Sun et al., Fig. 2). */

import { filled, plain, short } from '../numbers.js';
import { bandsOnce, boundary, colourScale, sequential } from './marks.js';
import { within } from './plot.js';
import { axesOf, inPlane, lossesOf, lowOf, settingsOf, tidy } from './circle_settings.js';
import { LOSSES, boundary as boundaryOf, unitOf } from './similarities.js';

/** Between them a straight margin's plateau of 1 lies in the middle of a band. */
const LEVELS = Array.from({ length: 9 }, (_, i) => 0.1 + 0.2 * i);
const SIDES = [{ id: 'sp', sign: 'sₚ', at: 1 }, { id: 'sn', sign: 'sₙ', at: 0 }];
const ROWS = 21;
const ASPECT = 1.12; // with the colour scale beside it the plane is square

export const figures = (scene) => lossesOf(scene.values).flatMap((loss) => SIDES.map((side) => surface(scene, loss, side)));

function surface({ values, words, theme, coarse }, loss, { id, sign, at }) {
  const settings = settingsOf(values);
  const low = lowOf(values);
  const unit = unitOf(loss, settings);
  const height = (sn, sp) => Math.abs(LOSSES[loss].gradient(sn, sp, settings)[at]) / unit;
  const key = JSON.stringify([settings, low, coarse, theme.bg]);
  return {
    id: `${loss}-${id}`,
    title: filled(words.surface, { loss: words[loss], side: sign }),
    note: unit === 1 ? '' : words.by_scale,
    aspect: ASPECT,
    plot: { ...axesOf(values, words), side: 44 },
    draw: (pen, plot) => within(pen, plot, () => bandsOnce(`${loss} ${id}`, key, pen, plot, height, LEVELS, sequential(theme), coarse)),
    over: (pen, plot) => {
      within(pen, plot, () => boundary(pen, plot, boundaryOf(loss, values.m, low), theme));
      colourScale(pen, plot, LEVELS, sequential(theme), theme, short);
    },
    read: (sn, sp) => (inPlane(sn, sp, low) ? readOut(loss, sign, at, sn, sp, settings) : []),
    rows: () => rowsOf(height, low, id),
  };
}

const readOut = (loss, sign, at, sn, sp, settings) => [
  `sₙ = ${plain(sn)}, sₚ = ${plain(sp)}`,
  `∂L/∂${sign} = ${tidy(LOSSES[loss].gradient(sn, sp, settings)[at])}`,
];

function rowsOf(height, low, id) {
  const along = Array.from({ length: ROWS }, (_, i) => Number((low + ((1 - low) * i) / (ROWS - 1)).toPrecision(6)));
  return [['s_n', 's_p', `abs_d_${id}_by_gamma`], ...along.flatMap((sp) => along.map((sn) => [sn, sp, height(sn, sp)]))];
}
