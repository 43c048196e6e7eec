/** A frame, its run and how it is seen enter; which layers, choices and views it has leaves. */

import { certaintyOf } from './certainty.js';
import { projected } from './projection.js';
import { ringed } from './rings.js';
import { votable } from './ruled.js';
import { sitesOf } from './sites.js';

/** In space regions are on the sphere only, a projection has none. `round`: circle or sphere; `wide`: room for a rose. */
export function offered(frame, header, { round, labels, knobs, neighbours, wide }) {
  const flat = projected(header);
  const regions = !flat && (frame.dim === 2 || round);
  const judged = regions && Boolean(labels) && votable(frame, header);
  const voted = judged && neighbours;
  const confidence = regions && (voted || Boolean(certaintyOf(sitesOf(frame, header, round), frame, header, knobs)));
  return {
    regions, judged, confidence,
    margin: Boolean(header.margin) && (ringed(header.margin) ? !flat : regions && !voted),
    rose: round && frame.dim === 2 && Boolean(labels) && wide,
    vectors: Boolean(frame.vectors),
    centres: Boolean(frame.centres),
    trails: Boolean(frame.vectors ?? frame.centres),
    pull: Boolean(frame.pull && header.pulled),
    shapes: true,
    signs: Boolean(labels),
    views: !flat,
  };
}
