/** Rare classes: class sizes, a rule and what two runs came to enter; sizes to drag, margins, and bars by class leave. */

import { barsFigure } from './imbalance_bars.js';
import { modelOf } from './imbalance_model.js';
import { marginsFigure, sizesFigure } from './imbalance_sizes.js';
import { classTable, rarestTable } from './imbalance_tables.js';

export function figures(scene) {
  const model = modelOf(scene);
  return [sizesFigure(model), marginsFigure(model), barsFigure(model, 'right'), barsFigure(model, 'room')];
}

export function tables(scene) {
  const model = modelOf(scene);
  return model.runs ? [rarestTable(model), classTable(model)] : [];
}
