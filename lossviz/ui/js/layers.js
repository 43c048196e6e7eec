/** What a reader can show and hide in a picture, as it is at first: layers that fade, and marks that do not. */

import { Glide } from './glide.js';

const FADE = 0.12;
const SHOWN = { regions: 1, confidence: 0, margin: 1, vectors: 1, pull: 0 };

export const layersAtFirst = () => (
  Object.fromEntries(Object.entries(SHOWN).map(([layer, on]) => [layer, new Glide(on, FADE)])));

export const marksAtFirst = () => (
  { centres: true, trails: true, shapes: false, signs: false, neighbours: false, rose: true });
