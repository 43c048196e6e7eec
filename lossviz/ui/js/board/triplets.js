/** Triplets: settings and points enter; the picture that the reader chose leaves: minings, forces or torch's module. */

import { attend } from './batch.js';
import * as forces from './forcesview.js';
import * as mining from './miningview.js';
import * as module from './moduleview.js';

const PICTURES = { mining, forces, module };

export { attend };
export const figures = (scene) => PICTURES[scene.values.picture].figures(scene);
export const tables = (scene) => PICTURES[scene.values.picture].tables(scene);
export const timeline = (scene) => PICTURES[scene.values.picture].timeline?.(scene);
