/** A panel and its state enter; the line under the picture leaves: what the picture cannot say by itself. */

import { claimsNote } from './claimed.js';
import { filled, short } from './numbers.js';
import { projectionNote } from './projection.js';

const MOST = 2;

/**
 * The sentences that are true now, the most important first. `untried`: nobody has turned this space yet; how to
 * turn it then takes the place of what can be read later, so that the line grows no longer than it stays.
 */
export function captionOf({ header, source, shared }, state, { words, untried }) {
  const regions = state ? regionsNote(state, words) : '';
  const chosen = state?.certainty || state?.voted; // the reader's own choice is explained before what is always there
  const said = [
    shared ? words.playback : '', changeNote(source.changes, state?.now),
    pullNote(state?.pull, words), projectionNote(header, state?.now, words),
    chosen ? regions : '',
    ...(untried ? [words.turn_hint] : [state ? claimsNote(state, words) : '', chosen ? '' : regions]),
  ];
  return said.filter(Boolean).slice(0, MOST).join('\n');
}

/** What was changed last before a frame; an edit has yet to act on the frame at its own step. */
function changeNote(changes = [], now = {}) {
  return changes.findLast(({ step }) => step <= now.step)?.text ?? '';
}

/** By what regions are drawn where that is not the class vectors, and what strong colour means. */
function regionsNote({ by, certainty, directions, now, layers, compact }, words) {
  if (!by || compact || layers.regions < 0.5) return '';
  const measure = directions ? 'cosine' : 'distance';
  const ruled = by === 'vectors' ? '' : filled(words[`by_${by}_${measure}`], { points: now.count.toLocaleString('en') });
  return [ruled, certainty ? words[`sure_${certainty.kind}`] : ''].filter(Boolean).join(' ');
}

/** What the gradient arrows stand for. */
function pullNote(pull, words) {
  if (!pull) return '';
  const [n, value] = [pull.arrows.length, Number(pull.size.toPrecision(2))];
  return value > 0 ? filled(words.pull, { n, value: short(value) }) : filled(words.pull_none, { n });
}
