/** A frame with several vectors for each class enters; which share of its class's digits is nearest to each leaves. */

import { projected } from './projection.js';

const kept = new WeakMap();

/** One share per class vector, those of one class summing to 1; null with one vector a class. */
export function sharesOf(frame, header, labels) {
  if (!labels || !frame.vectors || !(frame.subs > 1) || projected(header)) return null;
  const held = kept.get(frame);
  if (held?.labels === labels) return held.shares;
  const shares = counted(frame, labels);
  kept.set(frame, { labels, shares });
  return shares;
}

function counted({ points, vectors, count, dim, subs }, labels) {
  const norm = (v) => Math.hypot(...vectors.subarray(v * dim, (v + 1) * dim)) || 1e-9;
  const lengths = Array.from({ length: vectors.length / dim }, (_, v) => norm(v));
  const votes = new Array(lengths.length).fill(0);
  const totals = new Array(lengths.length / subs).fill(0);
  for (let i = 0; i < count; i++) {
    if (labels[i] >= totals.length) continue;
    let [best, which] = [-Infinity, 0];
    for (let v = labels[i] * subs; v < (labels[i] + 1) * subs; v++) {
      let dot = 0;
      for (let d = 0; d < dim; d++) dot += points[i * dim + d] * vectors[v * dim + d];
      if (dot / lengths[v] > best) [best, which] = [dot / lengths[v], v];
    }
    votes[which] += 1;
    totals[labels[i]] += 1;
  }
  return votes.map((n, v) => n / (totals[Math.floor(v / subs)] || 1));
}
