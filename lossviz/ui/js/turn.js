/** Angles of view enter; the turn of space that they mean leaves. The third axis of the features points up. */

/**
 * Rows of a rotation: to the right, up, and towards the reader. At (0, 0) the reader looks along the second axis;
 * `yaw` goes around the third axis, `pitch` lifts the reader above the first two. Radians.
 */
export function rotation(yaw, pitch) {
  const [c, s, up, over] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  return [c, s, 0, -s * over, c * over, up, s * up, -c * up, over];
}

/** A place as the reader has it: right, up, towards. Without a turn it lies in the plane. */
export function turned(turn, [x, y, z = 0]) {
  if (!turn) return [x, y, 0];
  return [0, 3, 6].map((row) => turn[row] * x + turn[row + 1] * y + turn[row + 2] * z);
}

/** The rotation as WebGL wants it, column after column; the plane is not turned. */
export const columns = (turn) =>
  new Float32Array(turn ? [0, 1, 2].flatMap((i) => [turn[i], turn[i + 3], turn[i + 6]]) : [1, 0, 0, 0, 1, 0, 0, 0, 1]);

const FAINTEST = 0.26;

/** How strongly something at a depth of −1 (far) … 1 (near) is drawn; the same curve is in the points' shader. */
export function strength(depth) {
  const t = Math.min(1, Math.max(0, (depth + 0.6) / 0.9));
  return FAINTEST + (1 - FAINTEST) * t * t * (3 - 2 * t);
}
