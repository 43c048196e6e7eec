/** A stage enters; what a test may read of it, and nothing that it could change, leaves as `window.__stage`. */

import { inPixels } from './ringing.js';
import { placed } from './spot.js';
import { crossesOf } from './trails.js';

export const hookOf = (stage) => Object.freeze({
  get frames() { return stage.lead.tape.frames.length; },
  get steps() { return stage.lead.tape.frames.map((frame) => frame.step); },
  get shown() { return Math.round(stage.clock.shown); },
  get playing() { return stage.clock.playing; },
  get rate() { return stage.clock.rate; },
  get key() { return stage.lead.header.key; },
  get state() { return stage.lead.state; },
  get panels() {
    return stage.used.map(({ header, state, tape }) => ({ key: header.key, state, frames: tape.frames.length }));
  },
  get view() {
    const { deep, circle } = stage.lead;
    return deep ? ['space', 'sphere'][circle.target] : ['plane', 'circle'][circle.target];
  },
  get zoom() { return stage.camera.zoom; },
  get turn() { return [stage.camera.yaw, stage.camera.pitch]; },
  get hidden() { return [...stage.badges.hidden]; },
  get layers() { return Object.fromEntries(Object.entries(stage.layers).map(([key, glide]) => [key, glide.target])); },
  get margin() { return stage.lead.margin; },
  get regions() {
    const { by, certainty } = stage.planes[0].drawn ?? {};
    const grid = by === 'neighbours' ? stage.canvases.picture.grounds[0].poll.shown : null;
    return { by, certainty: certainty?.kind ?? null, side: grid?.side ?? null };
  },
  get chart() { return stage.teller.chart; },
  get signs() { return drawn(stage).signs?.length ?? null; },
  get limit() { return stage.lead.limit; },
  get draws() { return stage.canvases.draws; },
  get ringed() { return stage.planes.slice(0, stage.count).filter(({ drawn }) => drawn?.ring).length; },
  get canvases() { return stage.elements.stage.querySelectorAll('canvas.gl').length; },
  get webgl() { return Boolean(stage.canvases.picture) && !stage.canvases.picture.gl.isContextLost(); },
  get firstMoveAt() { return stage.firstMoveAt; },
  get slow() { return stage.canvases.slow; },
  get gaps() {
    const degrees = (v) => (v * 180) / Math.PI;
    return drawn(stage).gaps?.map(({ k, j, theta, gap, from, to }) => [k, j, ...[theta, gap, from, to].map(degrees)]);
  },
  get caps() { return drawn(stage).caps?.map(({ k, radius }) => [k, (radius * 180) / Math.PI]); },
  get rings() {
    const { rings, view } = drawn(stage);
    return rings && { ...rings, rings: inPixels(view, rings) };
  },
  get centres() {
    const { view, to, centresNow } = drawn(stage);
    return centresNow && crossesOf(view, centresNow, to.dim).map(({ x, y }) => [x, y]);
  },
  get shares() { return drawn(stage).shares; },
  get picked() { return stage.picked && { panel: stage.picked.panel, point: stage.picked.point }; },
  place(panel, point) {
    const { plane, drawn } = stage.planes[panel];
    const { x, y } = plane.getBoundingClientRect();
    const spot = placed(drawn, point);
    return spot && [spot[0] + x, spot[1] + y];
  },
  get look() { return stage.planes[stage.picked?.panel ?? 0]?.drawn?.look ?? null; },
  get star() { return stage.planes[0]?.drawn?.star ?? null; },
});

/** The first panel as it stands in the picture, if it does. */
const drawn = (stage) => stage.planes[0]?.drawn ?? {};
