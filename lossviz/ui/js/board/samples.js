/** One sample beside two class vectors enters; angles, its place in the plane of both, and points of the sphere leave. */

const { PI, cos, sin, acos, atan2, hypot, sqrt } = Math;

const clamped = (value) => Math.min(1, Math.max(-1, value));

/** Class vectors stand half of `apart` left and right of the upward direction, from which `turn` counts, to the right. */
export const vectorsOf = (apart) => [-apart / 2, apart / 2].map((turn) => [sin(turn), cos(turn)]);

/** [θ₁, θ₂] of the sample in this direction of the circle. */
export const anglesOf = (turn, apart) => [turn + apart / 2, turn - apart / 2].map((angle) => acos(clamped(cos(angle))));

/** Where the shadow of a sample with these cosines falls in the plane of both class vectors: [right, up]. */
export function shadowOf(c1, c2, apart) {
  return [(c2 - c1) / (2 * sin(apart / 2)), (c1 + c2) / (2 * cos(apart / 2))];
}

/** A point of the unit sphere with these angles, [right, up, out of the plane]; null where there is none. */
export function pointOf(theta1, theta2, apart) {
  const [x, y] = shadowOf(cos(theta1), cos(theta2), apart);
  const out = 1 - x * x - y * y;
  return out >= -1e-6 ? [x, y, sqrt(Math.max(0, out))] : null;
}

const STEPS = 360;

/** The turn whose `place(turn)` → [x, y] lies nearest to a place; `near`: which of equals, nearest to that turn. */
export function nearestTurn(place, [x, y], near = 0) {
  const away = (turn) => {
    const [px, py] = place(turn);
    return hypot(px - x, py - y) + 1e-9 * Math.abs(atan2(sin(turn - near), cos(turn - near)));
  };
  let best = 0;
  for (let i = 1; i < STEPS; i++) if (away(turnAt(i)) < away(turnAt(best))) best = i;
  let [turn, step] = [turnAt(best), (2 * PI) / STEPS];
  for (let i = 0; i < 24; i++, step /= 2) {
    for (const next of [turn - step, turn + step]) if (away(next) < away(turn)) turn = next;
  }
  return atan2(sin(turn), cos(turn));
}

const START = 0.00123 - PI; // off the places where pictures are symmetric and two regions may touch
const turnAt = (i) => START + (2 * PI * i) / STEPS;

/**
 * The circle cut into sectors by `kind(turn)`: [{kind, from, to}] in turns from straight up, ends to a billionth of a
 * turn; one sector goes all round where nothing changes.
 */
export function sectorsOf(kind) {
  const ends = [];
  for (let i = 0; i < STEPS; i++) {
    const [from, to] = [turnAt(i), turnAt(i + 1)];
    if (kind(from) !== kind(to)) ends.push(changeBetween(kind, from, to));
  }
  if (!ends.length) return [{ kind: kind(START), from: -PI, to: PI }];
  return ends.map((from, i) => {
    const to = i + 1 < ends.length ? ends[i + 1] : ends[0] + 2 * PI;
    return { kind: kind((from + to) / 2), from, to };
  });
}

function changeBetween(kind, from, to) {
  const first = kind(from);
  for (let i = 0; i < 32; i++) {
    const middle = (from + to) / 2;
    if (kind(middle) === first) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** A point [right, up, out] seen from a turn and a tilt: [x, y, how near]; the plane of the class vectors lies level. */
export function seen([right, up, out], turn, tilt) {
  const [x, near] = [right * cos(turn) - up * sin(turn), right * sin(turn) + up * cos(turn)];
  return [x, out * cos(tilt) - near * sin(tilt), near * cos(tilt) + out * sin(tilt)];
}

/** The point of the sphere's front that is seen at [x, y]: [right, up, out]; null beside the sphere. */
export function behind(x, y, turn, tilt) {
  const depth = 1 - x * x - y * y;
  if (depth < 0) return null;
  const front = sqrt(depth);
  const [near, out] = [front * cos(tilt) - y * sin(tilt), y * cos(tilt) + front * sin(tilt)];
  return [x * cos(turn) + near * sin(turn), near * cos(turn) - x * sin(turn), out];
}

/** What `at(value)` gives along the values, from the very value at which it begins or ends; `nowhere` stands for null. */
export function throughout(values, at, nowhere) {
  return values.flatMap((value, i) => {
    const [before, now] = [i ? at(values[i - 1]) : null, at(value)];
    if (!i || Boolean(before) === Boolean(now)) return [now ?? nowhere];
    if (now) return gathered(at, lastOf(at, value, values[i - 1]), value);
    return [...gathered(at, lastOf(at, values[i - 1], value), values[i - 1]).reverse(), nowhere];
  });
}

/** Points from an end on, closest to each other at the end, where a line on the sphere turns fastest. */
const gathered = (at, end, value) => Array.from({ length: 7 }, (_, i) => at(end + (value - end) * (i / 6) ** 2));

/** The last value at which there is something, between one with and one without. */
function lastOf(at, there, gone) {
  for (let i = 0; i < 30; i++) {
    const middle = (there + gone) / 2;
    if (at(middle)) there = middle;
    else gone = middle;
  }
  return there;
}
