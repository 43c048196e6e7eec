/** Points in the plane and their labels enter; a loss on pairs or triplets, its gradient and its descent leave. */

import { sigmoid, softplus } from './logistic.js';
import { MININGS, distances, pairs, strangers } from './mining.js';

const sum = (values) => values.reduce((total, value) => total + value, 0);

function logSumExp(values) {
  const most = Math.max(...values);
  return most === -Infinity ? most : most + Math.log(sum(values.map((value) => Math.exp(value - most))));
}

/** ∂L/∂D for every pair of points, gathered term by term. */
class Slopes {
  constructor(number) { this.rows = Array.from({ length: number }, () => new Float64Array(number)); }

  add(i, j, slope) { this.rows[i][j] += slope; }

  /** ∂L/∂x of every point: the distance's slope along the line between two; none where they coincide. */
  along(points, apart) {
    return points.map(([x, y], i) => {
      const whole = [0, 0];
      points.forEach(([u, v], j) => {
        const pull = apart[i][j] > 0 ? (this.rows[i][j] + this.rows[j][i]) / apart[i][j] : 0;
        whole[0] += pull * (x - u);
        whole[1] += pull * (y - v);
      });
      return whole;
    });
  }
}

/**
 * By loss: (distances D, labels, {margin, tau}, slopes) → the loss; it adds ∂L/∂D to the slopes. Distances are plain;
 * where a paper has a similarity, −D² stands in its place, which the plane can hold.
 */
const TERMS = {
  contrastive(apart, labels, { margin }, slopes) {
    const number = (labels.length * (labels.length - 1)) / 2;
    let loss = 0;
    for (let i = 0; i < labels.length; i++) {
      for (let j = i + 1; j < labels.length; j++) {
        const same = labels[i] === labels[j];
        const stretch = same ? apart[i][j] : Math.min(0, apart[i][j] - margin);
        loss += stretch ** 2 / 2 / number;
        slopes.add(i, j, stretch / number);
      }
    }
    return loss;
  },

  triplet(apart, labels, { margin }, slopes) {
    const active = MININGS.all(apart, labels).filter(([a, p, n]) => apart[a][p] - apart[a][n] + margin > 0);
    return hinges(apart, active, margin, slopes);
  },

  hard: (apart, labels, { margin }, slopes) => hinges(apart, MININGS.hard(apart, labels), margin, slopes),

  soft(apart, labels, settings, slopes) {
    const mined = MININGS.hard(apart, labels);
    return sum(mined.map(([a, p, n]) => {
      const lead = apart[a][p] - apart[a][n];
      slopes.add(a, p, sigmoid(lead) / mined.length);
      slopes.add(a, n, -sigmoid(lead) / mined.length);
      return softplus(lead) / mined.length;
    }));
  },

  semihard: (apart, labels, { margin }, slopes) =>
    hinges(apart, MININGS.semihard(apart, labels, { margin }), margin, slopes),

  /** Chen et al. 2017 over every (a, p, n1, n2) of three classes, with the second margin half the first. */
  quadruplet(apart, labels, { margin }, slopes) {
    const couples = pairs(labels);
    const strange = new Map(labels.map((label) => [label, apartFrom(labels, label)]));
    const weight = 1 / sum(couples.map(([a]) => strange.get(labels[a]).length));
    return sum(couples.map(([a, p]) => sum(strange.get(labels[a]).map(([n1, n2]) => (
      hinge(apart, a, p, a, n1, margin, weight, slopes) + hinge(apart, a, p, n2, n1, margin / 2, weight, slopes))))));
  },

  /** Song et al. 2016. */
  lifted(apart, labels, { margin }, slopes) {
    const couples = pairs(labels).filter(([i, j]) => i < j);
    const crowds = labels.map((_, i) => strangers(labels, i).map((k) => [i, k]));
    return sum(couples.map(([i, j]) => {
      const crowd = [...crowds[i], ...crowds[j]];
      const strange = logSumExp(crowd.map(([k, l]) => margin - apart[k][l]));
      const excess = Math.max(0, strange + apart[i][j]);
      const share = excess / couples.length;
      if (share) slopes.add(i, j, share);
      if (share) for (const [k, l] of crowd) slopes.add(k, l, -share * Math.exp(margin - apart[k][l] - strange));
      return (excess * share) / 2;
    }));
  },

  /** Sohn 2016 with the first two points of each class. */
  npair(apart, labels, settings, slopes) {
    const twos = [...new Set(labels)].sort((a, b) => a - b)
      .map((label) => labels.flatMap((other, i) => (other === label ? [i] : []))).filter((found) => found.length > 1);
    return sum(twos.map(([a, own]) => {
      const scores = twos.map(([, b]) => -(apart[a][b] ** 2));
      const crowd = logSumExp(scores);
      twos.forEach(([, b], j) => {
        const excess = Math.exp(scores[j] - crowd) - (b === own ? 1 : 0);
        slopes.add(a, b, (-2 * apart[a][b] * excess) / twos.length);
      });
      return (crowd + apart[a][own] ** 2) / twos.length;
    }));
  },

  infonce(apart, labels, { tau }, slopes) {
    const couples = pairs(labels);
    const score = (i, j) => -(apart[i][j] ** 2) / tau;
    const slope = (i, j, excess) => slopes.add(i, j, (-2 * apart[i][j] * excess) / tau / couples.length);
    return sum(couples.map(([i, p]) => {
      const crowd = strangers(labels, i);
      const strange = logSumExp(crowd.map((k) => score(i, k)));
      const missed = sigmoid(strange - score(i, p));
      slope(i, p, -missed);
      for (const k of crowd) slope(i, k, missed * Math.exp(score(i, k) - strange));
      return softplus(strange - score(i, p)) / couples.length;
    }));
  },
};

export const LOSSES = Object.keys(TERMS);

/** [D_ij − D_kl + m]₊, weighted. */
function hinge(apart, i, j, k, l, margin, weight, slopes) {
  const loss = apart[i][j] - apart[k][l] + margin;
  if (loss <= 0) return 0;
  slopes.add(i, j, weight);
  slopes.add(k, l, -weight);
  return weight * loss;
}

const hinges = (apart, triplets, margin, slopes) =>
  sum(triplets.map(([a, p, n]) => hinge(apart, a, p, a, n, margin, 1 / triplets.length, slopes)));

/** Every [n1, n2] of two classes beside this one. */
const apartFrom = (labels, label) => labels.flatMap((one, n1) => (one === label ? []
  : strangers(labels, n1).filter((n2) => labels[n2] !== label).map((n2) => [n1, n2])));

/** {loss, gradient [[∂L/∂x, ∂L/∂y], …]} of points [x, y]. settings: margin, tau. */
export function pulls(loss, points, labels, settings) {
  const [apart, slopes] = [distances(points), new Slopes(points.length)];
  const value = TERMS[loss](apart, labels, settings, slopes);
  return { loss: value, gradient: slopes.along(points, apart) };
}

/**
 * Points that go down the loss, each free of the others: N·rate times their gradient a frame, but never farther than
 * `most`. Frames are computed as they are asked for.
 */
export class Descent {
  constructor(loss, points, labels, settings, rate, most) {
    Object.assign(this, { loss, labels, settings, rate: rate * points.length, most });
    this.frames = [this.#frame(points)];
  }

  /** {points, loss, gradient} after `at` steps. */
  at(at) {
    while (this.frames.length <= at) this.frames.push(this.#next(this.frames.at(-1)));
    return this.frames[at];
  }

  #frame(points) { return { points, ...pulls(this.loss, points, this.labels, this.settings) }; }

  #next({ points, gradient }) {
    return this.#frame(points.map(([x, y], i) => {
      const [dx, dy] = gradient[i].map((slope) => -this.rate * slope);
      const short = Math.min(1, this.most / (Math.hypot(dx, dy) || 1));
      return [x + dx * short, y + dy * short];
    }));
  }
}
