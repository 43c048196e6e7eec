/** Projections: a space's pictures and measures of them enter; figures, UMAP's epochs as a clock, and a table leave. */

import { filled, percent } from '../numbers.js';
import { pack } from '../source.js';
import { absent, plane } from './projections_plane.js';
import { pointsOf, ringed } from './projections_model.js';
import { space } from './projections_space.js';

const MEASURES = ['trustworthiness', 'continuity', 'overlap'];
let asked = null;

/** Reads the digits behind the points, where there are any. */
export function attend({ given }, hold) {
  if (given.pack === asked) return;
  asked = given.pack;
  hold({ digits: null });
  if (asked) pack(asked).then((digits) => { if (given.pack === asked) hold({ digits }); });
}

export const leave = () => { asked = null; };

/** UMAP's epochs pass once, and rest on its picture. */
export function timeline({ given, words }) {
  const umap = given.projections.umap;
  if (!umap || umap.epochs.length < 2) return null;
  const last = umap.epochs.at(-1);
  return { frames: umap.epochs.length, begins: 'play', of: umap.id, label: (at) => filled(words.epoch, { at: umap.epochs[at] ?? 0, last }) };
}

export function figures(scene) {
  const { given: { methods, projections } } = scene;
  const points = pointsOf(scene);
  const about = { points, ring: methods.length > 1 ? ringed(scene) : null };
  return methods.map((id) => {
    if (!projections[id]) return absent(id, scene);
    return (projections[id].of[2] === 3 ? space : plane)(id, scene, about);
  });
}

export function tables({ values, given, words }) {
  const { methods, projections, dim } = given;
  if (methods.length < 2) return [];
  const known = methods.map((id) => projections[id]);
  const best = (name, at) => Math.max(...known.map((each) => each?.[name][at] ?? -1));
  const row = (name) => [{ words: words[name], help: words[`help_${name}`] }, '', ...known.map((each) => {
    const at = each?.ks.indexOf(Number(values.k)) ?? -1;
    if (at < 0) return '–';
    return { words: each[name][at].toFixed(3), mark: each[name][at] === best(name, at) ? 'strong' : '' };
  })];
  const votes = known.map((each) => (each ? percent(each.votes[1]) : '–'));
  const before = known.find(Boolean)?.votes[0];
  return [{
    head: [filled(words.of_k, { k: values.k }), filled(words.before, { dim }), ...methods.map((id) => words[id])],
    rows: [...MEASURES.map(row), [words.votes, percent(before), ...votes]],
  }];
}
