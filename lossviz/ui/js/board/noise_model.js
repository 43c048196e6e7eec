/** What Python handed of a run, and the threshold, enter; per digit its angles and whether it is suspect leave. */

export const PAPER = 75; // degrees, Deng et al. 2020
const TENTHS = 10;

let known = {};

/**
 * {digits: {label, truth, wrong, dominant, nearest (degrees), at (which sub-centre is nearest), id}, sorted by `dominant`,
 * K, classes, chosen (per class its dominant sub-centre), valley, threshold (degrees or null)} and the scene.
 */
export function modelOf(scene) {
  const { given, values } = scene;
  const valley = given.valley ?? null;
  const threshold = values.threshold === 'valley' ? valley : values.threshold;
  return { ...scene, ...measured(given), valley, threshold, about: given.about ?? null };
}

/** Worked out once for what was handed. */
function measured({ angles, dominant, labels, truth, pack }) {
  if (!angles) return { digits: null };
  const key = `${pack} ${angles.length} ${angles[0]} ${angles.at(-1)}`;
  if (known.key === key) return known.found;
  const digits = angles.map((to, id) => digitOf(to, id, labels[id], truth[id], dominant[labels[id]]));
  digits.sort((a, b) => a.dominant - b.dominant);
  known = { key, found: { digits, chosen: dominant, K: angles[0].length, classes: dominant.length } };
  return known.found;
}

function digitOf(to, id, label, truth, main) {
  const at = to.indexOf(Math.min(...to));
  return { id, label, truth, wrong: label !== truth, dominant: to[main] / TENTHS, nearest: to[at] / TENTHS, at };
}

/** {suspects, precision, recall, f} of dropping whatever lies beyond a threshold; shares of none are NaN. */
export function cleaning(digits, threshold) {
  const beyond = digits.filter(({ dominant }) => dominant > threshold);
  const hits = beyond.filter(({ wrong }) => wrong).length;
  const wrong = digits.filter((digit) => digit.wrong).length;
  return { suspects: beyond.length, precision: hits / beyond.length, recall: hits / wrong, f: (2 * hits) / (beyond.length + wrong) };
}
