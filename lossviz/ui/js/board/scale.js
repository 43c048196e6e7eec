/** The page of scales: its settings enter; probabilities, floors and, by choice, bounds, AdaCos or class sizes are drawn. */

import { filled, plain } from '../numbers.js';
import { STEPS, mapFigure, stepsFigure, walks } from './adacosview.js';
import { floorFigure } from './floorview.js';
import { fitsFigure, neededFigure } from './neededview.js';
import { probabilityFigure } from './probabilityview.js';
import { modelOf } from './scale_settings.js';
import { adacosTable, neededTable, probabilityTable, sizesTable } from './scale_tables.js';
import { asksFigure, sizesFigure } from './sizesview.js';

const LOWER = {
  needed: { figures: [neededFigure, fitsFigure], table: neededTable },
  adacos: { figures: [stepsFigure, mapFigure], table: adacosTable },
  sizes: { figures: [sizesFigure, asksFigure], table: sizesTable },
};

export function figures(scene) {
  const model = modelOf(scene);
  return [probabilityFigure, floorFigure, ...LOWER[scene.values.below].figures].map((figure) => figure(model));
}

export const tables = (scene) => {
  const model = modelOf(scene);
  return [probabilityTable(model), LOWER[scene.values.below].table(model)];
};

/** Only AdaCos passes in time. */
export function timeline(scene) {
  if (scene.values.below !== 'adacos') return null;
  const model = modelOf(scene);
  const { walk } = walks(model);
  const { words, values: { classes, dim, theta } } = scene;
  return {
    frames: STEPS + 1,
    begins: 'play',
    of: [classes, dim, theta].join(),
    label: (t) => filled(words.step_label, { t, s: plain(walk[t]) }),
  };
}
