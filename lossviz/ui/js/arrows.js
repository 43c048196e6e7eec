/** A panel's state enters; arrows leave: that of a vector, and the pull of the loss on a few digits, −∂L/∂x. */

import { coordinates, scatter } from './camera.js';
import { faded } from './theme.js';
import { strength, turned } from './turn.js';

const LONGEST = 0.25; // of half the panel
const SHORTEST = 9; // pixels
const INK = 0.62;
const RIM = 0.6;
const WIDTH = 1.25;
const HEAD = 5;
const APART = 8; // pixels from a longer arrow within which one is left out
const FADE = 6; // and over which it comes

/**
 * {arrows: [{index, x, y, dx, dy, depth, room}], size}: pixels from each pulled point along its pull, in one scale that
 * gives the longest its fixed share of the panel; `size` is the gradient for which that one stands; `room` 0…1: whether
 * a longer arrow leaves it any. Null without a pull. On circle and sphere it is the gradient by the direction x/‖x‖,
 * which lies along them. Where the reader is `stepping` the arrows stay while the points move along them.
 */
export function pullOf({ view, from, to, t, now, header: { pulled } }, stepping) {
  const same = from.pull && to.pull;
  if (!pulled || !now.pull) return null;
  const [a, b] = same ? [from, to] : [now, now];
  const share = stepping && t < 1 ? 0 : t;
  const mix = (of, i) => blend(of(a, i), of(b, i), share);
  const moved = pulled.map((index, row) => ({ index, ...drift(view, mix(coordinates, index), mix(force, row), index) }));
  const longest = moved.reduce((most, each) => (each.length > most.length ? each : most), { length: 0, size: 0 });
  const scale = longest.length > 0 ? (LONGEST * view.half) / longest.length : 0;
  const arrows = moved.map(({ index, at: [x, y, near], along: [dx, dy] }) => (
    { index, x: view.x + x, y: view.y - y, dx: dx * scale, dy: -dy * scale, depth: near / view.reach }
  ));
  const room = roomOf(arrows);
  return { arrows: arrows.map((arrow) => ({ ...arrow, room: room.get(arrow) })), size: longest.size };
}

/** The longest have room; each leaves less to shorter ones that begin or run beside its beginning or middle. */
function roomOf(arrows) {
  const length = ({ dx, dy }) => Math.hypot(dx, dy);
  const [room, kept] = [new Map(), []];
  for (const arrow of arrows.toSorted((a, b) => length(b) - length(a))) {
    const spots = [[arrow.x, arrow.y], [arrow.x + arrow.dx / 2, arrow.y + arrow.dy / 2]];
    const left = kept.map((other) => 1 - other.room * (1 - freedom(spots, other.spots)));
    kept.push({ spots, room: Math.min(1, ...left) });
    room.set(arrow, kept.at(-1).room);
  }
  return room;
}

/** 0 where two arrows lie on each other, 1 where they are apart. */
function freedom(spots, others) {
  let least = Infinity;
  for (const [x, y] of spots) for (const [a, b] of others) least = Math.min(least, Math.hypot(x - a, y - b));
  return Math.min(1, Math.max(0, (least - APART) / FADE));
}

const blend = (from, to, t) => from.map((v, axis) => v + (to[axis] - v) * t);

const force = ({ pull, dim, pullUnit }, row) => Array.from(pull.subarray(row * dim, row * dim + dim), (v) => v * pullUnit);

/** Where a point lies and where its pull leads, right, up, near, in pixels; how long that is, and the gradient's size. */
function drift(view, point, pull, index) {
  const length = Math.hypot(...point) || 1e-9;
  const out = point.map((v) => v / length);
  const outwards = pull.reduce((sum, v, axis) => sum + v * out[axis], 0);
  const across = pull.map((v, axis) => (v - outwards * out[axis]) * length);
  const { plane, round, circle, half, turn } = view;
  const [flat, bent] = [plane * (1 - circle), (circle * plane ** 2) / half];
  const along = turned(turn, pull.map((v, axis) => v * flat + across[axis] * bent));
  const far = flat + (circle * round * (turn ? 1 : scatter(index))) / length;
  const at = turned(turn, point).map((v) => v * far);
  return { at, along, length: Math.hypot(...along), size: Math.hypot(...(circle > 0.5 ? across : pull)) };
}

/** Draws the pull on points whose class is shown, with a rim against the crowd; `pull` is what `pullOf` gave. */
export function drawPull(pen, { pull, labels, shown, layers, theme, view }) {
  for (const { index, x, y, dx, dy, depth, room } of pull.arrows) {
    if (Math.hypot(dx, dy) < SHORTEST) continue;
    const there = layers.pull * room * (view.turn ? strength(depth) : 1) * (labels ? shown[labels[index]] ?? 1 : 1);
    if (!there) continue;
    arrow(pen, x, y, x + dx, y + dy, faded(theme.bg, RIM * there), 3 * WIDTH, HEAD + 2);
    arrow(pen, x, y, x + dx, y + dy, faded(theme.ink, INK * there), WIDTH, HEAD);
  }
}

/** A line with a head; nothing where it is shorter than that. */
export function arrow(pen, x0, y0, x1, y1, colour, width, head) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < head) return;
  const [c, s] = [(x1 - x0) / length, (y1 - y0) / length];
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1 - head * 0.8 * c, y1 - head * 0.8 * s);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x1, y1);
  for (const side of [-0.408, 0.408]) {
    pen.lineTo(x1 - head * (0.913 * c - side * s), y1 - head * (0.913 * s + side * c));
  }
  pen.closePath();
  pen.fill();
}
