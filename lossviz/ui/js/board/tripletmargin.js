/** Points and triplets enter; every number of torch.nn.TripletMarginLoss leaves. */

/** ‖v‖_p; powers are taken of parts of the largest entry, so that none overflows. */
export function norm(vector, p) {
  const largest = Math.max(...vector.map(Math.abs));
  if (!largest) return 0;
  return largest * vector.reduce((sum, v) => sum + (Math.abs(v) / largest) ** p, 0) ** (1 / p);
}

/** ‖u − v + ε‖_p, ε added to every coordinate, as torch measures. */
export const measured = (u, v, p, eps) => norm(u.map((value, axis) => value - v[axis] + eps), p);

/** [{ap, an, pn, far, loss}] of triplets [a, p, n]: `far` is d(a,n), or with `swap` the smaller of it and d(p,n). */
export function terms(points, triplets, { margin, p, eps, swap }) {
  const apart = (i, j) => measured(points[i], points[j], p, eps);
  return triplets.map(([a, mate, n]) => {
    const [ap, an, pn] = [apart(a, mate), apart(a, n), apart(mate, n)];
    const far = swap ? Math.min(an, pn) : an;
    return { ap, an, pn, far, loss: Math.max(0, ap - far + margin) };
  });
}

/** The loss as a number, or with reduction "none" as the list. */
export function reduced(losses, reduction) {
  if (reduction === 'none') return losses;
  const total = losses.reduce((sum, loss) => sum + loss, 0);
  return reduction === 'sum' ? total : total / losses.length;
}

/** The curve of points as far from `centre` as `r` in the norm p, offset by ε: [x, y] values all round. */
export function ring(centre, r, p, eps, count = 180) {
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const way = [Math.cos(angle), Math.sin(angle)];
    const far = r / norm(way, p);
    return centre.map((value, axis) => value + eps + way[axis] * far);
  });
}
