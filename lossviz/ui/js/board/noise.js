/** Wrong labels: angles to sub-centres and a threshold enter; histograms, shares, suspects and what cleaning is worth leave. */

import { pack } from '../source.js';
import { histogramFigure } from './noise_angles.js';
import { curvesFigure } from './noise_cleaning.js';
import { modelOf } from './noise_model.js';
import { sharesFigure } from './noise_shares.js';
import { sheetFigure } from './noise_sheet.js';
import { accuracyTable, cleaningTable } from './noise_tables.js';

let asked = null;

/** The small digits behind the suspects, fetched once. */
export async function attend({ given }, hold) {
  if (!given.pack || given.pack === asked) return;
  asked = given.pack;
  const digits = await pack(given.pack);
  if (given.pack === asked) hold({ digits });
  if (!digits) asked = null;
}

export const leave = () => { asked = null; };

export function figures(scene) {
  const model = modelOf(scene);
  const histograms = ['dominant', 'nearest'].map((of) => histogramFigure(model, of));
  return [...histograms, curvesFigure(model), sharesFigure(model), sheetFigure(model)];
}

export function tables(scene) {
  const model = modelOf(scene);
  return [...(model.digits ? [cleaningTable(model)] : []), accuracyTable(model)];
}
