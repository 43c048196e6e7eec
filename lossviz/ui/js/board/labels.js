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
  const dots = Float64Array.from(curves.flat(2));
  lines.forEach(({ words }, i) => {
    let [best, least] = [null, Infinity];
    for (const rect of candidates(curves[i], widthOf(pen, words, theme))) {
      const cost = costOf(rect, dots, taken, box, least);
      if (cost < least) [best, least] = [rect, cost];
    }
    if (best) taken.push(placed(pen, words, best.x, best.y + HIGH - 4, theme));
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

/**
 * How many points of curves lie under a name or near it; another name or the end of the box weighs more than any. dots:
 * x, y, x, y …; what costs more than `most` is not counted to its end.
 */
function costOf({ x, y, width, far }, dots, taken, box, most) {
  if (!inside(x - 2, y - 2, box) || !inside(x + width + 2, y + HIGH + 2, box)) return 1e6;
  const beside = taken.some((other) => x < other.x + other.width + 8 && other.x < x + width + 8 && Math.abs(y - other.y) < HIGH + 4);
  let cost = (beside ? 1000 : 0) + 3 * far;
  for (let i = 0; i < dots.length && cost < most; i += 2) {
    const dx = Math.max(x - dots[i], dots[i] - x - width, 0);
    if (dx >= 14) continue;
    const dy = Math.max(y - dots[i + 1], dots[i + 1] - y - HIGH, 0);
    if (dy < 14) cost += dx < 3 && dy < 1 ? 3 : 0.3;
  }
  return cost;
}
