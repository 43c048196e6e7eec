/** What the reader picked and drew enters; where it lies in a panel at a moment, and what is near it, leaves. */

import { Afar } from './afar.js';
import { coordinates, place } from './camera.js';
import { classesFrom, nearestTo } from './neighbours.js';
import { projected } from './projection.js';
import { Star } from './star.js';

const GRASP = 14;
const BESIDE = 760; // the width from which on cards lie beside the picture, as in stage.css
const MIDDLE = 50; // the point whose scatter about the circle is none

/** `drawn`: {digest, image} of the reader's own digit, or null; `open`: whether its card is wanted. */
export class Touch {
  /** `changed()`: something new is known. */
  constructor(changed) {
    Object.assign(this, { changed, afar: new Afar(changed), stars: new Map(), drawn: null, open: false });
    Object.assign(this, { points: new WeakMap(), places: new WeakMap() });
  }

  /** The digit that is drawn goes through the panels; true if it is a new one. Its card opens by itself beside them. */
  draw(drawn, { clientWidth }, panels) {
    const news = drawn?.digest !== this.drawn?.digest;
    if (news) {
      this.drawn = drawn && { digest: drawn.digest, image: { images: bytes(drawn.pixels), width: 28, height: 28 } };
      this.open = Boolean(drawn) && clientWidth >= BESIDE;
    }
    for (const panel of panels) this.follow(panel);
    return news && Boolean(drawn);
  }

  /** The digit goes through the run that a panel shows; `news` when a record has come. */
  follow(panel, news = false) {
    if (!this.stars.has(panel)) this.stars.set(panel, new Star(this.changed));
    this.stars.get(panel).follow(panel.header.key, this.drawn?.digest, news);
  }

  /**
   * {picked, star, since, own, look} for panel `i`: the picked digit's point, in every panel that has it; where the drawn
   * digit is, in pixels, or was at step `since`, and {metric, neighbours, classes} of it; and the same of the one whose
   * card is open. Null for none.
   */
  at(state, panel, i, picked) {
    const { now, from, to, t, header, view } = state;
    const here = picked?.pack === header.pack && picked.point < now.count ? picked.point : null;
    const star = this.stars.get(panel);
    const placed = star?.at(from.step + (to.step - from.step) * t);
    const own = placed ? this.#ofStar(state, star, panel.tape.frames) : null;
    const pinned = here !== null && picked.panel === i ? this.#ofPoint(state, here) : null;
    const look = pinned ?? (!picked && this.open ? own : null);
    const since = placed?.since ?? null;
    return { picked: here, star: placed ? place(view, placed.at, MIDDLE) : null, since, own, look };
  }

  /** Opens the card of the drawn digit if that is what lies at these pixels. */
  opens(state, [x, y]) {
    const { star } = state ?? {};
    const hit = Boolean(star) && Math.hypot(star[0] - x, star[1] - y) < GRASP;
    this.open ||= hit;
    return hit;
  }

  close() { for (const star of this.stars.values()) star.close(); }

  #ofPoint({ now, header }, point) {
    const seen = () => looked(now, header, coordinates(now, point), point);
    if (!projected(header)) return kept(this.points, now, [point, header], seen);
    const known = this.afar.look(header.key, now.n, point);
    return known ?? kept(this.points, now, [point, header, known], () => ({ ...seen(), partial: known === null }));
  }

  /** What was near it when it was there. */
  #ofStar({ now, header }, star, frames) {
    const { at, look, since } = star.at(now.step) ?? star.keyframes[0];
    const frame = frames.find(({ step }) => step === since) ?? now;
    return look ?? kept(this.places, frame, [star.of, star.keyframes, header], () => looked(frame, header, at));
  }
}

/** What was told of a frame, for as long as it is told of the same. */
function kept(frames, frame, news, told) {
  const held = frames.get(frame);
  if (held && news.length === held.news.length && news.every((part, i) => part === held.news[i])) return held.look;
  const look = told();
  frames.set(frame, { news, look });
  return look;
}

/** What the picture itself tells of a place in a frame. In a projection its classes cannot be told. */
function looked(frame, header, at, except) {
  return {
    metric: header.metric,
    neighbours: nearestTo(frame, at, header.metric, except),
    classes: projected(header) ? null : classesFrom(frame, header, at),
  };
}

const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
