/** A stage enters; what a test may read of it, and nothing that it could change, leaves as `window.__stage`. */
export const hookOf = (stage) => Object.freeze({
  get frames() { return stage.lead.tape.frames.length; },
  get steps() { return stage.lead.tape.frames.map((frame) => frame.step); },
  get shown() { return Math.round(stage.clock.shown); },
  get playing() { return stage.clock.playing; },
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
  get limit() { return stage.lead.limit; },
  get draws() { return stage.canvases.draws; },
  get canvases() { return stage.elements.stage.querySelectorAll('canvas.gl').length; },
  get webgl() { return Boolean(stage.canvases.picture) && !stage.canvases.picture.gl.isContextLost(); },
  get firstMoveAt() { return stage.firstMoveAt; },
  get slow() { return stage.canvases.slow; },
});
