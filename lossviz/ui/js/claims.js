/** A panel's state enters; what its loss asks for, as it is drawn, leaves: gaps, caps and rings. */

import { capsOf } from './caps.js';
import { gapsOf } from './gaps.js';
import { ringsOf } from './rings.js';
import { DIRECTION, SPHERE } from './sites.js';

/** `gaps` between the classes on the circle, `caps` on the sphere, `rings` of a point or of centres. */
export function claimsOf(state) {
  const { sites, zone, view, layers, compact } = state;
  const on = (mode) => view.circle === 1 && sites?.mode === mode;
  const asked = layers.margin > 0 && !compact;
  return {
    gaps: on(DIRECTION) ? gapsOf(sites, zone) : [],
    caps: on(SPHERE) && zone && asked ? capsOf(sites, zone) : [],
    rings: asked ? ringsOf(state) : null,
  };
}
