/** The program of regions by votes, in GLSL ES 3.00: a grid of classes and shares enters, coloured regions leave. */

import { STRENGTH } from './certainty.js';
import { CLASSES } from './shaders.js';

/**
 * Between four cells a class has the share of their votes that the place is near to; the largest colours it, and the
 * line lies where the two largest are equal.
 */
export const VOTED = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D votes;
uniform float cell, dpr, tint, border, regions, confidence;
uniform vec3 palette[${CLASSES}], bg, ink;
out vec4 colour;
${STRENGTH}

void main() {
  vec2 at = gl_FragCoord.xy / cell - 0.5, f = fract(at);
  ivec2 most = textureSize(votes, 0) - 1, low = ivec2(floor(at));
  vec4 near = vec4((1.0 - f.x) * (1.0 - f.y), f.x * (1.0 - f.y), (1.0 - f.x) * f.y, f.x * f.y);
  mat4x2 slope = mat4x2(f.y - 1.0, f.x - 1.0, 1.0 - f.y, -f.x, -f.y, 1.0 - f.x, f.y, f.x);
  vec4 cls, share;
  for (int i = 0; i < 4; i++) {
    vec2 found = texelFetch(votes, clamp(low + ivec2(i & 1, i >> 1), ivec2(0), most), 0).xy;
    cls[i] = floor(found.x * 255.0 + 0.5);
    share[i] = found.y;
  }
  float best = 0.0, next = 0.0, own = cls[0], other = -1.0;
  for (int i = 0; i < 4; i++) {
    float sum = dot(near * share, vec4(equal(cls, vec4(cls[i]))));
    if (sum > best) {
      if (cls[i] != own) { next = best; other = own; }
      best = sum;
      own = cls[i];
    } else if (cls[i] != own && sum > next) { next = sum; other = cls[i]; }
  }
  vec2 rise = slope * (share * (vec4(equal(cls, vec4(own))) - vec4(equal(cls, vec4(other)))));
  float away = other < 0.0 ? 1e9 : (best - next) / max(length(rise), 1e-6) * cell;
  float edge = clamp(0.5 * dpr + 0.5 - away, 0.0, 1.0);
  float strength = tint * mix(1.0, strength(best), confidence);
  vec3 c = mix(bg, palette[int(own) % ${CLASSES}], strength * regions);
  colour = vec4(mix(c, mix(bg, ink, border), edge * regions), 1);
}`;
