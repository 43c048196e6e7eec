/** A panel and its state enter; the line under the picture leaves: what the picture cannot say by itself. */

import { projectionNote } from './projection.js';

/** The sentences that are true now, the most important first. `untried`: nobody has turned this space yet. */
export function captionOf({ header }, state, { words, untried }) {
  const said = [projectionNote(header, state?.now, words), untried ? words.turn_hint : ''];
  return said.filter(Boolean).slice(0, 1).join(' ');
}
