/** A frame and a place in it enter; the points nearest to the place, and how near each class is, leave. */

export const NEIGHBOURS = 10;

/** [{point, value}], the nearest first; value: the cosine, or the distance. `except`: the index of a point left out. */
export function nearestTo(frame, at, metric, except = -1) {
  const near = metric === 'cosine' ? cosineTo(at) : distanceTo(at);
  const found = [];
  for (let i = 0; i < frame.count; i++) {
    if (i !== except) found.push({ point: i, value: near(frame.points, i * frame.dim, frame.unit) });
  }
  const order = metric === 'cosine' ? (a, b) => b.value - a.value : (a, b) => a.value - b.value;
  return found.sort(order).slice(0, NEIGHBOURS);
}

/**
 * {kind, to, values, best}: `kind` "score" (w·x + b), "cosine" or "distance", to "vector" or "mean" of each class, and
 * the class that is nearest by it; null where the frame has neither. Of sub-centres the best counts.
 */
export function classesFrom(frame, header, at) {
  const learned = Boolean(frame.vectors && header.scores);
  const sites = learned ? frame.vectors : frame.centres;
  if (!sites) return null;
  const cosine = learned ? header.scores === 'cosine' : header.metric === 'cosine';
  const kind = cosine ? 'cosine' : learned ? 'score' : 'distance';
  const near = { cosine: cosineTo, score: scoreOf, distance: distanceTo }[kind](at);
  const subs = learned ? frame.subs : 1;
  const values = Array.from({ length: frame.classes }, (_, k) => {
    const each = Array.from({ length: subs }, (__, s) => near(sites, (k * subs + s) * frame.dim, 1));
    return Math.max(...each) + (kind === 'score' ? frame.bias?.[k] ?? 0 : 0);
  });
  return { kind, to: learned ? 'vector' : 'mean', values, best: bestOf(values, kind) };
}

/** The class with the smallest distance, or the largest of the other kinds. */
export function bestOf(values, kind) {
  const best = kind === 'distance' ? Math.min(...values) : Math.max(...values);
  return values.indexOf(best);
}

// each reads a vector that begins at `start` in an array of numbers, times `unit`

function cosineTo(at) {
  const length = Math.hypot(...at);
  return (from, start, unit) => {
    let [dot, square] = [0, 0];
    for (let d = 0; d < at.length; d++) {
      const v = from[start + d] * unit;
      dot += v * at[d];
      square += v * v;
    }
    return dot / (length * Math.sqrt(square) || 1e-9);
  };
}

function distanceTo(at) {
  return (from, start, unit) => {
    let sum = 0;
    for (let d = 0; d < at.length; d++) sum += (from[start + d] * unit - at[d]) ** 2;
    return Math.sqrt(sum);
  };
}

function scoreOf(at) {
  return (from, start, unit) => at.reduce((sum, v, d) => sum + v * from[start + d] * unit, 0);
}
