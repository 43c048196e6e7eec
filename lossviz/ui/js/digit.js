/** A data pack and the number of a point enter; its digit is drawn in the colour of ink. */

import { triple } from './theme.js';

const drawn = new WeakMap();

/** Draws digit `i` on a canvas of the images' size, if it is not there already; hides it where there are no images. */
export function drawDigit(canvas, { images, width, height }, i, theme) {
  const news = [images, i, theme];
  if (drawn.get(canvas)?.every((part, k) => part === news[k])) return;
  drawn.set(canvas, news);
  canvas.style.display = width ? '' : 'none';
  if (!width) return;
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  const picture = pen.createImageData(width, height);
  const ink = triple(theme.ink).map((v) => v * 255);
  for (let p = 0; p < width * height; p++) picture.data.set([...ink, images[i * width * height + p]], 4 * p);
  pen.putImageData(picture, 0, 0);
}
