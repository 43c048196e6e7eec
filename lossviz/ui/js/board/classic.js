/** Classic: settings enter; maps of digits, or ellipses over points of two features, leave. */

import * as ellipse from './classic_ellipse.js';
import * as maps from './classic_maps.js';

const VIEWS = { digits: maps, ellipse };

export const figures = (scene) => VIEWS[scene.values.view].figures(scene);
export const tables = (scene) => VIEWS[scene.values.view].tables(scene);
