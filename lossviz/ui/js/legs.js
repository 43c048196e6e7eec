/** A tape's header and a frame's step enter; the header of the loss by which that frame came about leaves. */

const known = new WeakMap();

/**
 * A fork's frame is drawn as its own leg says: scores, metric, view, margin and floor. An edit has yet to act on the
 * frame at its step, so that one still belongs to the leg before. Equal legs give the same object.
 */
export function legAt(header, step) {
  const { legs } = header;
  if (!legs) return header;
  if (!known.has(header)) known.set(header, legs.map((leg) => ({ ...header, ...leg })));
  return known.get(header)[Math.max(0, legs.findLastIndex(({ from }) => from < Math.max(step, 1)))];
}

/** Share of a run after which a growing γ stands at its end, as in `losses/schedules.py`. */
const GROWTH = 0.5;

/** Where on its steps (0…1) a run's last loss is in its published form, so that the floor of that form holds. */
export function floorFrom({ legs = [], recipe, steps }) {
  const { blend = 0, gamma_start: start = 0 } = recipe?.knobs ?? {};
  const eased = start ? GROWTH : blend;
  const last = legs.at(-1);
  if (!last || !steps) return eased;
  const before = legs.findLastIndex(({ loss }) => loss !== last.loss);
  const since = legs[before + 1].from / steps;
  return Math.max(last.from / steps, since + eased * (1 - since));
}
