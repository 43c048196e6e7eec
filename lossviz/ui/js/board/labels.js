/** Curves with their names enter; each name is written at its line, where it covers least. */

import { text } from './marks.js';

const PLACES = 26;
const [SIZE, HIGH, AWAY] = [13, 16, 6];
const GRAIN = 7; // pixels between the points of a curve that are looked at

/**
 * lines: [{words, points: [[x, y], …] in pixels, NaN where the curve breaks}]; within `box`. Names keep clear of `also`,
 * more curves, and of the places of texts that are `taken`: [{x, y, width}], as `placed` gives them.
 */
export function named(pen, lines, box, theme, { also = [], taken = [] } = {}) {
  const curves = [...lines.map(({ points }) => points), ...also].map((points) => thinned(points.filter(([x, y]) => inside(x, y, box))));
  lines.forEach(({ words }, i) => {
    const best = candidates(curves[i], widthOf(pen, words, theme)).map((rect) => ({ rect, cost: costOf(rect, curves, taken, box) }))
      .reduce((least, each) => (each.cost < least.cost ? each : least), { cost: Infinity });
    if (!best.rect) return;
    taken.push(placed(pen, words, best.rect.x, best.rect.y + HIGH - 4, theme));
  });
}

/** Writes a text where it is wanted, and gives back its place. */
export function placed(pen, words, x, y, theme, align = 'left') {
  const width = widthOf(pen, words, theme);
  text(pen, words, x, y, { size: SIZE, align, halo: true, theme });
  return { x: align === 'right' ? x - width : x, y: y + 4 - HIGH, width };
}

function widthOf(pen, words, theme) {
  pen.font = `400 ${SIZE}px ${theme.font}`;
  return pen.measureText(words).width;
}

const inside = (x, y, box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

function thinned(points) {
  const kept = [];
  for (const point of points) if (!kept.length || Math.hypot(point[0] - kept.at(-1)[0], point[1] - kept.at(-1)[1]) >= GRAIN) kept.push(point);
  return kept;
}

/** Rectangles beside some points of the curve, on its four sides; `far`: how far from the curve's middle, 0 to 1. */
function candidates(points, width) {
  const every = Math.max(1, Math.floor(points.length / PLACES));
  return points.flatMap(([x, y], i) => (i % every ? [] : [
    [x + AWAY, y - HIGH - 2], [x + AWAY, y + 2], [x - AWAY - width, y - HIGH - 2], [x - AWAY - width, y + 2],
  ].map(([left, top]) => ({ x: left, y: top, width, far: Math.abs((2 * i) / points.length - 1) }))));
}

/** How many points of curves lie under a name or near it; another name or the end of the box weighs more than any. */
function costOf({ x, y, width, far }, curves, taken, box) {
  if (!inside(x - 2, y - 2, box) || !inside(x + width + 2, y + HIGH + 2, box)) return 1e6;
  const beside = taken.some((other) => x < other.x + other.width + 8 && other.x < x + width + 8 && Math.abs(y - other.y) < HIGH + 4);
  let cost = (beside ? 1000 : 0) + 3 * far;
  for (const points of curves) {
    for (const [px, py] of points) {
      const [dx, dy] = [Math.max(x - px, px - x - width, 0), Math.max(y - py, py - y - HIGH, 0)];
      if (dx < 14 && dy < 14) cost += dx < 3 && dy < 1 ? 3 : 0.3;
    }
  }
  return cost;
}
