/** What the classes of one panel are told apart by enters; its decision regions, kept until they change, leave. */

import { certaintyUniforms } from './certainty.js';
import { Poll } from './poll.js';
import { SPHERE } from './sites.js';
import { palette } from './slot.js';
import { Surface } from './surface.js';
import { triple } from './theme.js';
import { turned } from './turn.js';
import { zoneUniforms } from './zones.js';

const COARSE = 0.5;

export class Ground {
  /** `changed()`: regions are there that are finer than those drawn. */
  constructor(gl, changed) {
    Object.assign(this, { gl, fine: new Surface(gl), rough: new Surface(gl), grid: gl.createTexture(), drawn: [] });
    this.poll = new Poll(changed);
  }

  /** Renders the regions, but only when something they depend on has changed. */
  regions(picture, { w, h }, place, state) {
    if (state.voted) { this.#voted(picture, { w, h }, place, state); return; }
    const part = state.coarse ? COARSE : 1;
    const inputs = uniforms(picture.dpr * part, place.map((v) => v * part), state);
    const { mode, subs } = state.sites;
    if (!this.#news([w, h, mode, subs, state.certainty?.kind], inputs)) return;
    this.fine.resize(w, h);
    const surface = state.coarse ? this.rough : this.fine;
    surface.resize(Math.ceil(w * part), Math.ceil(h * part));
    this.#render(surface, picture.regionsFor(state.sites, state.certainty?.kind), inputs, mode === SPHERE);
    if (state.coarse) this.rough.copy(this.fine.framebuffer, 0, 0, w, h);
  }

  /** Regions by the votes of neighbours: cheap to draw from their grid, so that they are never coarser than that. */
  #voted(picture, { w, h }, origin, state) {
    const { view, now, labels, directions } = state;
    const unit = unitOf(view) * picture.dpr;
    const grid = this.poll.grid(now, labels, directions, { width: w, height: h, origin, unit });
    const inputs = { ...common(picture.dpr, state), cell: grid.cell, votes: 0 };
    const fresh = grid !== this.loaded;
    if (!this.#news([w, h, 'votes'], inputs) && !fresh) return;
    this.#load(grid);
    this.fine.resize(w, h);
    this.#render(this.fine, picture.voted, inputs, false);
  }

  #load(grid) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.grid);
    this.loaded = grid;
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8, grid.columns, grid.rows, 0, gl.RG, gl.UNSIGNED_BYTE, grid.values);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  /** Whether anything differs from what was drawn last. */
  #news(about, inputs) {
    const flat = [...about, ...Object.values(inputs).flatMap((v) => (v.length ? [...v] : v))];
    if (flat.length === this.drawn.length && flat.every((v, i) => v === this.drawn[i])) return false;
    this.drawn = flat;
    return true;
  }

  #render({ framebuffer, width, height }, { program, set }, inputs, disc) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, width, height);
    gl.scissor(0, 0, width, height);
    gl.disable(gl.BLEND);
    if (disc) this.#confine(inputs);
    gl.useProgram(program);
    set(inputs);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** Clears the surface and shades no more of it than the sphere's square. */
  #confine({ origin: [x, y], unit, bg }) {
    const { gl } = this;
    gl.clearColor(...bg, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const side = Math.ceil(2 * unit) + 4;
    gl.scissor(Math.floor(x - unit) - 2, Math.floor(y - unit) - 2, side, side);
  }
}

/** Sites as the reader has them. */
function facing({ mode, values }, turn) {
  if (mode !== SPHERE) return values;
  const seen = new Float32Array(values);
  for (let i = 0; i < seen.length; i += 4) seen.set(turned(turn, values.subarray(i, i + 3)), i);
  return seen;
}

const unitOf = ({ circle, round, plane }) => (circle > 0.5 ? round : plane);

/** What every program of regions is told. */
function common(dpr, { view, layers, theme, certainty }) {
  return {
    dpr, regions: layers.regions * Math.abs(2 * view.circle - 1), tint: theme.tint, border: theme.border,
    bg: triple(theme.bg), ink: triple(theme.ink), 'palette[0]': palette(theme), ...certaintyUniforms(certainty, layers),
  };
}

function uniforms(dpr, origin, state) {
  const { view, sites, zone, layers, theme, coarse } = state;
  return {
    ...common(dpr, state), origin, unit: unitOf(view) * dpr,
    'sites[0]': facing(sites, view.turn),
    ...zoneUniforms(zone),
    zones: layers.margin * Math.abs(2 * view.circle - 1), zone: theme.zone, hatch: theme.hatch,
    border: theme.border * (coarse ? 0.6 : 1),
  };
}
