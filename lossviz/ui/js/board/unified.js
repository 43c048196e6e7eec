/** Sets of similarities and settings enter; their shares of the gradient, ℓ/γ beside the hinge, and a table leave. */

import { modelOf } from './unified_model.js';
import { dots } from './unified_dots.js';
import { curve } from './unified_curve.js';
import { plane } from './unified_plane.js';
import { closing } from './unified_closing.js';
import { equalities } from './unified_table.js';

export function figures(scene) {
  const model = modelOf(scene);
  return [dots(model), scene.values.view === 'plane' ? plane(model) : curve(model), closing(model)];
}

export const tables = (scene) => [equalities(modelOf(scene))];
