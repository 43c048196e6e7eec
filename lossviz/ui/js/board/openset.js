/** Answers about losses and a rate enter; similarities of pairs, ROC, DET, the worst pairs and tables leave. */

import { pack } from '../source.js';
import { detFigure, rocFigure } from './openset_curves.js';
import { modelOf } from './openset_model.js';
import { pairsFigure } from './openset_pairs.js';
import { sheetFigure } from './openset_sheet.js';
import { closedTable, openTable, verifiedTable } from './openset_tables.js';

let asked = null;

/** The images of the worst pairs, fetched once. */
export async function attend({ given }, hold) {
  const wanted = given.examples?.pack ?? null;
  if (wanted === asked) return;
  asked = wanted;
  const digits = wanted && await pack(wanted);
  if (wanted === asked) hold({ digits });
}

export const leave = () => { asked = null; };

export function figures(scene) {
  const model = modelOf(scene);
  return [pairsFigure(model), rocFigure(model), detFigure(model), sheetFigure(model)];
}

export function tables(scene) {
  const model = modelOf(scene);
  return model.losses.length ? [verifiedTable(model), closedTable(model), openTable(model)] : [];
}
