/** A panel's state enters; the sentence that says what its rings, caps and zone are leaves. */

import { named } from './names.js';
import { filled, plain } from './numbers.js';
import { projected } from './projection.js';
import { awaits } from './rings.js';

/**
 * Nothing where the picture speaks for itself, or in the small. Numbers are for a picked point: a line that changed
 * with every hovered one would move what is below it.
 */
export function claimsNote({ asked, rings, caps, zone, header, labels, compact, layers, picked }, words) {
  if (!asked || compact || !(layers.margin > 0)) return '';
  if (rings && (picked !== null || rings.anchor === undefined)) return ringsNote(rings, { header, labels }, words);
  if (caps.length) return words.margins.caps;
  if (zone && asked.measure === 'arc') return words.margins.arc;
  return awaits(asked) && labels && !projected(header) ? words.margins.hint : '';
}

function ringsNote({ measure, rings, anchor, usual, hard, between, within, late }, { header, labels }, words) {
  const class_name = anchor === undefined ? '' : named(header, labels[anchor], words);
  const [near, far] = [rings[0], rings[1] ?? rings[0]].map(({ value }) => plain(value));
  const sentence = words.margins[usual === false ? 'single' : measure];
  const more = rings.length > 2 && anchor !== undefined ? ` ${words.margins.quadruplet}` : '';
  return filled(sentence, { class_name, near, far, hard, between, within, late }) + more;
}
