/** Circle loss beside straight margins: settings enter; the plane, the gradients' surfaces or the pairs of a run leave. */

import * as plane from './circle_plane.js';
import * as run from './circle_run.js';
import * as surfaces from './circle_surfaces.js';

const VIEWS = { field: plane, gradients: surfaces, run };
const viewOf = ({ values }) => VIEWS[values.view];

export const figures = (scene) => viewOf(scene).figures(scene);
export const tables = (scene) => viewOf(scene).tables?.(scene) ?? [];
export const timeline = (scene) => viewOf(scene).timeline?.(scene) ?? null;
export const attend = (scene, hold) => run.attend(scene, hold);
export const leave = () => run.leave();
