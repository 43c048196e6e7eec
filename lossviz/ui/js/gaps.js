/** Directions of classes and a margin's zone enter; each class's arc as training asks for it, and the gaps, leave. */

import { label } from './label.js';
import { lead } from './zones.js';

const SAMPLES = 1440;
const HALVINGS = 30;
const WHOLE = 2 * Math.PI;
const FARTHEST = 1.2; // a class without a neighbour has nothing to be measured against
const NOWHERE = { k: -1, site: -1 };

/** The class in whose training region a direction of the plane lies, and the site that it is scored by. */
function owner({ values, subs }, zone, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let [first, next, site] = [-Infinity, -Infinity, -1];
  for (let k = 0; k < values.length / 4 / subs; k++) {
    let [best, which] = [-Infinity, -1];
    for (let i = k * subs; i < (k + 1) * subs; i++) {
      const score = values[4 * i] * c + values[4 * i + 1] * s;
      if (score > best) [best, which] = [score, i];
    }
    if (best > first) [first, next, site] = [best, first, which];
    else if (best > next) next = best;
  }
  const k = values[4 * site + 3];
  return lead(zone, first, next, k) >= 0 ? { k, site } : NOWHERE;
}

/** The last angle on the way from `here` to `there` that still has the owner of `here`. */
function edge(sites, zone, k, here, there) {
  let [inside, outside] = [here, there];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    if (owner(sites, zone, middle).k === k) inside = middle; else outside = middle;
  }
  return inside;
}

/** [{k, from, to, first, last}] around the circle, radians; `first`, `last`: the sites in force at the two ends. */
function arcsOf(sites, zone) {
  const step = WHOLE / SAMPLES;
  const owners = Array.from({ length: SAMPLES + 1 }, (_, i) => owner(sites, zone, (i % SAMPLES) * step));
  const [starts, ends] = [[], []];
  for (let i = 0; i < SAMPLES; i++) {
    const [a, b] = [owners[i], owners[i + 1]];
    if (a.k === b.k) continue;
    if (a.k >= 0) ends.push({ at: edge(sites, zone, a.k, i * step, (i + 1) * step), ...a });
    if (b.k >= 0) starts.push({ at: edge(sites, zone, b.k, (i + 1) * step, i * step), ...b });
  }
  // the arc that lies over the angle 0 has its end before its start
  if (ends[0] && ends[0].at < starts[0]?.at) ends.push({ ...ends.shift(), over: WHOLE });
  return starts.map((start, i) => (
    { k: start.k, from: start.at, to: ends[i].at + (ends[i].over ?? 0), first: start.site, last: ends[i].site }
  ));
}

const around = (angle) => ((angle % WHOLE) + WHOLE) % WHOLE;

/**
 * [{k, j, from, to, gap, theta}] in radians, anticlockwise from class k's arc to class j's: where the gap lies, its
 * width, and the angle between the two class vectors. Without a zone the gaps are 0 wide.
 */
export function gapsOf(sites, zone) {
  const arcs = arcsOf(sites, zone);
  const angle = (site) => Math.atan2(sites.values[4 * site + 1], sites.values[4 * site]);
  return arcs.length < 2 ? [] : arcs.map((arc, i) => {
    const next = arcs[(i + 1) % arcs.length];
    const gap = around(next.from - arc.to + 1e-9) - 1e-9;
    const theta = around(angle(next.first) - angle(arc.last));
    return { k: arc.k, j: next.k, from: arc.to, to: arc.to + gap, gap: Math.max(0, gap), theta };
  });
}

/** Draws the width of the gap between the two classes that lie farthest apart, and of the nearest two if it differs. */
export function drawGaps(pen, { view, theme }, gaps) {
  const near = gaps.filter(({ theta }) => theta < FARTHEST).sort((a, b) => b.theta - a.theta);
  if (!near.length) return;
  const [widest, narrowest] = [near[0], near.at(-1)];
  const written = ({ gap }) => `${Math.round((gap * 180) / Math.PI)}°`;
  for (const gap of written(widest) === written(narrowest) ? [widest] : [widest, narrowest]) {
    measure(pen, view, gap, written(gap), theme);
  }
}

function measure(pen, view, { from, to }, text, theme) {
  const r = view.round * 0.66;
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(view.x, view.y, r, -to, -from);
  for (const end of [from, to]) {
    for (const [step, draw] of [[-7, 'moveTo'], [7, 'lineTo']]) {
      pen[draw](view.x + (r + step) * Math.cos(end), view.y - (r + step) * Math.sin(end));
    }
  }
  pen.stroke();
  const middle = (from + to) / 2;
  label(pen, text, view.x + (r + 22) * Math.cos(middle), view.y - (r + 22) * Math.sin(middle), theme);
}
