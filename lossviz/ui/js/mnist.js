/** A drawing's pixels enter; the digit as MNIST has its own leaves, 28 × 28 bytes, white on black. */

export const SIDE = 28;
const INNER = 20;

/**
 * `pixels`: bytes of a drawing, 0 for bare ground. What is drawn is brought to 20 pixels at most, each the mean of the
 * area that it covers, and its centre of mass to the centre of 28 × 28. Null for bare ground.
 */
export function centred(pixels, width, height) {
  const box = extent(pixels, width, height);
  if (!box) return null;
  const scale = INNER / Math.max(box.width, box.height);
  const [w, h] = [box.width, box.height].map((length) => Math.max(1, Math.round(length * scale)));
  const small = shrunk(pixels, width, box, w, h);
  const [left, top] = [offset(small, w, h, 0), offset(small, w, h, 1)];
  const digit = new Uint8Array(SIDE * SIDE);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) digit[(top + y) * SIDE + left + x] = Math.round(small[y * w + x]);
  }
  return digit;
}

/** The smallest rectangle that holds every pixel that is not bare. */
function extent(pixels, width, height) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  pixels.forEach((v, i) => {
    if (!v) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  });
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The box in w × h pixels: first its columns, then its rows. */
function shrunk(pixels, stride, { left, top, width, height }, w, h) {
  const narrow = new Float64Array(w * height);
  for (let y = 0; y < height; y++) {
    const at = (x) => pixels[(top + y) * stride + left + x];
    for (let x = 0; x < w; x++) narrow[y * w + x] = mean(at, (x * width) / w, ((x + 1) * width) / w, width);
  }
  const small = new Float64Array(w * h);
  for (let x = 0; x < w; x++) {
    const at = (y) => narrow[y * w + x];
    for (let y = 0; y < h; y++) small[y * w + x] = mean(at, (y * height) / h, ((y + 1) * height) / h, height);
  }
  return small;
}

/** The mean of a row of `count` pixels between two places, which may lie within a pixel. */
function mean(at, from, to, count) {
  let sum = 0;
  for (let i = Math.floor(from); i < Math.min(count, Math.ceil(to)); i++) {
    sum += at(i) * (Math.min(to, i + 1) - Math.max(from, i));
  }
  return sum / (to - from);
}

/** Where the box begins along an axis so that its centre of mass lies in the middle, as far as it stays inside. */
function offset(small, w, h, axis) {
  let [sum, moment] = [0, 0];
  small.forEach((v, i) => {
    sum += v;
    moment += v * (axis ? Math.floor(i / w) : i % w);
  });
  const wanted = Math.round((SIDE - 1) / 2 - moment / sum);
  return Math.max(0, Math.min(SIDE - (axis ? h : w), wanted));
}
