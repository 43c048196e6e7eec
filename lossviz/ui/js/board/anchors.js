/** A frame's points, labels and class vectors enter; how alike each anchor is to its own and to the others leaves. */

export const MOST_ANCHORS = 300;

/** At most `most` of `count` points, evenly over their list. */
export function spread(count, most = MOST_ANCHORS) {
  const wanted = Math.min(count, most);
  return Array.from({ length: wanted }, (_, i) => Math.floor((i * count) / wanted));
}

/**
 * {spHard, snHard, spMean, snMean}: hardest and mean similarities of every anchor. kind: "cosine", or "inverse" for
 * 1/(1 + D²). An anchor is compared with all other points; where the frame has class vectors, with the classes, each by
 * the nearest of its sub-centres. NaN where it has nobody of its class, or no others.
 */
export function anchorSimilarities(frame, labels, anchors, kind) {
  const points = rowsOf(frame.points, frame.dim, frame.unit, kind);
  const found = { spHard: [], snHard: [], spMean: [], snMean: [] };
  const compare = frame.vectors ? classwise(frame, points, labels, kind) : pairwise(frame, points, labels, kind);
  for (const anchor of anchors) {
    const tally = { own: 0, others: 0, least: Infinity, most: -Infinity, ownSum: 0, othersSum: 0 };
    compare(anchor, tally);
    found.spHard.push(tally.own ? tally.least : NaN);
    found.snHard.push(tally.others ? tally.most : NaN);
    found.spMean.push(tally.own ? tally.ownSum / tally.own : NaN);
    found.snMean.push(tally.others ? tally.othersSum / tally.others : NaN);
  }
  return found;
}

/** Rows as numbers; of length 1 where only directions count. */
function rowsOf(values, dim, unit, kind) {
  const rows = Float64Array.from(values, (v) => v * unit);
  if (kind !== 'cosine') return rows;
  for (let at = 0; at < rows.length; at += dim) {
    let length = 0;
    for (let d = 0; d < dim; d++) length += rows[at + d] ** 2;
    length = Math.sqrt(length) || 1;
    for (let d = 0; d < dim; d++) rows[at + d] /= length;
  }
  return rows;
}

const pairwise = ({ count, dim }, points, labels, kind) => (anchor, tally) => {
  for (let other = 0; other < count; other++) {
    if (other === anchor) continue;
    counted(tally, labels[other] === labels[anchor], alike(points, anchor, points, other, dim, kind));
  }
};

const classwise = ({ classes, subs, dim, vectors }, points, labels, kind) => {
  const rows = rowsOf(vectors, dim, 1, kind);
  return (anchor, tally) => {
    for (let k = 0; k < classes; k++) {
      let nearest = -Infinity;
      for (let sub = 0; sub < subs; sub++) nearest = Math.max(nearest, alike(points, anchor, rows, k * subs + sub, dim, kind));
      counted(tally, k === labels[anchor], nearest);
    }
  };
};

function alike(a, i, b, j, dim, kind) {
  let sum = 0;
  if (kind === 'cosine') for (let d = 0; d < dim; d++) sum += a[i * dim + d] * b[j * dim + d];
  else for (let d = 0; d < dim; d++) sum += (a[i * dim + d] - b[j * dim + d]) ** 2;
  return kind === 'cosine' ? sum : 1 / (1 + sum);
}

function counted(tally, own, value) {
  if (own) {
    tally.own += 1;
    tally.ownSum += value;
    if (value < tally.least) tally.least = value;
  } else {
    tally.others += 1;
    tally.othersSum += value;
    if (value > tally.most) tally.most = value;
  }
}
