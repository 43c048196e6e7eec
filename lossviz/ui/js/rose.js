/** A frame's directions enter; how densely each class lies along the circle is drawn as a petal on its inner side. */

import { faded } from './theme.js';

const PARTS = 360;
const KERNEL = 0.05; // rad, the width of the smooth bell that stands for one point
const REACH = 5; // bells are nothing beyond so many widths
const [FOOT, HEIGHT] = [0.95, 0.3]; // of the circle's radius
const LEAST = 0.015; // of the highest that a petal can be

/** Room for petals, in pixels. */
export const ROOM = 400;

const known = new WeakMap();

/**
 * Per class a Float32Array of PARTS densities along the circle, from angle 0 on: the mean of its points' bells, 1 where
 * all of them point the same way.
 */
export function densities(frame, labels) {
  const held = known.get(frame);
  if (held && held.labels === labels) return held.found;
  const { points, count, dim, classes } = frame;
  const found = Array.from({ length: classes }, () => new Float32Array(PARTS));
  const sizes = new Float32Array(classes);
  for (let i = 0; i < count; i++) {
    if (labels[i] >= classes) continue;
    sizes[labels[i]] += 1;
    ring(found[labels[i]], Math.atan2(points[i * dim + 1], points[i * dim]));
  }
  found.forEach((petal, k) => petal.forEach((v, part) => { petal[part] = v / (sizes[k] || 1); }));
  known.set(frame, { labels, found });
  return found;
}

/** Adds one bell. */
function ring(petal, angle) {
  const step = (2 * Math.PI) / PARTS;
  const middle = Math.round(angle / step);
  const reach = Math.ceil((REACH * KERNEL) / step);
  for (let part = middle - reach; part <= middle + reach; part++) {
    const away = (part * step - angle) / KERNEL;
    petal[((part % PARTS) + PARTS) % PARTS] += Math.exp(-0.5 * away * away);
  }
}

/** Whether there is a circle, large enough, and labels to tell the petals apart. */
export const blooms = ({ view, to, labels }) =>
  Boolean(labels) && to.dim === 2 && view.circle > 0.5 && 2 * view.half >= ROOM;

/** Draws the petals of all shown classes; the pen's origin is the panel's corner. */
export function drawRose(pen, { view, from, to, t, labels, shown, theme }) {
  const [before, after] = [densities(from, labels), densities(to, labels)];
  const strength = 2 * view.circle - 1;
  after.forEach((petal, k) => {
    const height = (part) => mixed(before[k], petal, part % PARTS, t);
    const colour = theme.classes[k % theme.classes.length];
    pen.fillStyle = faded(colour, 0.3 * strength * (shown[k] ?? 1));
    pen.strokeStyle = faded(colour, 0.9 * strength * (shown[k] ?? 1));
    pen.lineWidth = 1.25;
    for (const run of runs(height)) trace(pen, view, run, height);
  });
}

const mixed = (from, to, part, t) => from[part] + (to[part] - from[part]) * t;

/** The stretches [first, last] of the circle where there is anything. */
function runs(height) {
  const there = Array.from({ length: PARTS }, (_, part) => height(part) > LEAST);
  const empty = there.indexOf(false);
  if (empty < 0) return [[0, PARTS]];
  const found = [];
  for (let part = empty; part < empty + PARTS; part++) {
    if (!there[part % PARTS]) continue;
    if (found.at(-1)?.[1] === part - 1) found.at(-1)[1] = part; else found.push([part, part]);
  }
  return found;
}

/** One petal: along the circle, then back along its density, which alone is stroked. */
function trace(pen, { x, y, round }, [first, last], height) {
  const angle = (part) => (-2 * Math.PI * part) / PARTS;
  const at = (part, r) => [x + r * Math.cos(angle(part)), y + r * Math.sin(angle(part))];
  const edge = new Path2D();
  for (let part = first; part <= last; part++) edge.lineTo(...at(part, round * (FOOT - HEIGHT * height(part))));
  const whole = new Path2D(edge);
  whole.arc(x, y, round * FOOT, angle(last), angle(first));
  whole.closePath();
  pen.fill(whole);
  pen.stroke(edge);
}
