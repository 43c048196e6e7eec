/** The programs of the picture, in GLSL ES 3.00. */

import { CERTAIN, STRENGTH } from './certainty.js';
import { LEAD, MOST } from './zones.js';

export const CLASSES = 16;
/** Inside a margin's zone the inference boundary is stronger than elsewhere; the training boundary about it is fainter. */
const [BETWEEN, RIM] = ['1.8', '0.6'];

export const FULL = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`;

/** By the modes of sites.js: the last is for directions `u` in space. */
const SCORES = [
  'dot(SITE.xy, q) + SITE.z', 'dot(SITE.xy, u)', '-dot(q - SITE.xy, q - SITE.xy)', 'dot(SITE.xyz, u)',
];

/** Scores class k into `s` and its site into `w`; a class with sub-centres by the best of them. */
function contender(k, subs, mode) {
  const score = (site) => SCORES[mode].replaceAll('SITE', site);
  const site = (j) => `sites[${k * subs + j}]`;
  const better = (j) => `t = ${score(site(j))}; w = t > s ? ${site(j)} : w; s = max(s, t);`;
  const others = Array.from({ length: subs - 1 }, (_, j) => better(j + 1));
  return [`w = ${site(0)}; s = ${score(site(0))};`, ...others].join(' ');
}

/** Every class against the best and the second best so far; `each`: what else is to be done with a score. */
export const contest = (classes, subs, mode, each = '') => Array.from({ length: classes }, (_, k) => `
  ${contender(k, subs, mode)}
  ${each}
  other = s > best ? own : s > next ? w : other;
  own = s > best ? w : own;
  next = max(next, min(best, s));
  best = max(best, s);`).join('');

/**
 * Decision regions: class colour of the best score, hatched where the second best is within the margin.
 * Written out for a number of classes, sub-centres and a mode: a loop over them is several times slower. With a
 * certainty (a key of CERTAIN) the colour is the stronger the surer the answer.
 */
export const regions = (classes, subs, mode, certainty) => `#version 300 es
precision highp float;
precision highp int;
uniform vec2 origin;
uniform float unit, dpr, margins[${MOST}], tint, zone, hatch, border, regions, zones, confidence, scale;
uniform vec2 more;
uniform int measure;
uniform vec4 sites[${classes * subs}];
uniform vec3 palette[${CLASSES}], bg, ink;
out vec4 colour;

${LEAD}
${STRENGTH}

void main() {
  vec2 q = (gl_FragCoord.xy - origin) / unit;
  float r = ${mode === 1 ? 'max(length(q), 1e-6)' : '1.0'};
  vec2 u = q / r;
  float best = -1e30, next = -1e30, s, t;
  vec4 own = vec4(0), other = vec4(0), w;
  ${CERTAIN[certainty].start}
${contest(classes, subs, mode, CERTAIN[certainty].each)}
  ${CERTAIN[certainty].end(mode)}
  vec3 c = mix(bg, palette[int(own.w) % ${CLASSES}], tint * regions * mix(1.0, strength(sure), confidence));
  float inside = 0.0, rim = 0.0;
  if (measure > 0) {
    float g = -lead(best, next, margins[int(own.w) % ${MOST}], dot(q, q));
    float off = g / max(fwidth(g), 1e-6);
    inside = clamp(off + 0.5, 0.0, 1.0) * zones;
    rim = clamp(0.5 * dpr + 0.5 - abs(off), 0.0, 1.0) * zones;
    float stripe = mod(gl_FragCoord.x - gl_FragCoord.y, 7.0 * dpr);
    float line = clamp(0.6 * dpr + 0.5 - abs(stripe - 3.5 * dpr), 0.0, 1.0);
    c = mix(c, mix(bg, ink, mix(zone, hatch, line)), inside);
  }
  // pixels to the line on which both classes score alike
  float apart = max(distance(own.xy, other.xy), 1e-9)${mode === 2 ? ' * 2.0' : ''};
  float edge = clamp(0.5 * dpr + 0.5 - (best - next) / apart * unit * r, 0.0, 1.0);
  c = mix(c, mix(bg, ink, ${RIM} * border), rim);
  colour = vec4(mix(c, mix(bg, ink, border * mix(1.0, ${BETWEEN}, inside)), edge * regions), 1);
}`;

/** The thin lines under the points: 0 the unit circle, 1 and 2 the axes. Each is a strip a little wider than it. */
export const SEGMENTS = 256;
export const LINE_VERTEX = `#version 300 es
uniform vec2 origin, size;
uniform float round, dpr;
uniform int which;
out float off;
void main() {
  off = (float(gl_VertexID & 1) * 2.0 - 1.0) * (0.5 * dpr + 1.0);
  float along = float(gl_VertexID >> 1);
  float angle = along * 6.28318531 / ${SEGMENTS}.0;
  vec2 p = which == 0 ? origin + (round + off) * vec2(cos(angle), sin(angle))
    : which == 1 ? vec2(along * size.x, origin.y + off) : vec2(origin.x + off, along * size.y);
  gl_Position = vec4(p / size * 2.0 - 1.0, 0, 1);
}`;

export const LINE_FRAGMENT = `#version 300 es
precision highp float;
in float off;
uniform float dpr, strength;
uniform vec3 ink;
out vec4 colour;
void main() { colour = vec4(ink, 1) * clamp(0.5 * dpr + 0.5 - abs(off), 0.0, 1.0) * strength; }`;

/** What lies outside a panel's round corners: one quad per corner, its alpha to be taken off the drawing. */
export const CORNER_VERTEX = `#version 300 es
uniform vec2 size;
uniform float radius;
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * radius;
  vec2 p = mix(place, size - place, vec2(gl_InstanceID & 1, gl_InstanceID >> 1));
  gl_Position = vec4(p / size * 2.0 - 1.0, 0, 1);
}`;

export const CORNER_FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
uniform float radius;
out vec4 colour;
void main() { colour = vec4(clamp(length(radius - place) - radius + 0.5, 0.0, 1.0)); }`;

/**
 * Points on the way from one frame to the next; plane and unit circle, or space and sphere, are two ends of one path.
 * Space is drawn in slabs from the back to the front, what is far smaller and fainter.
 */
export const POINTS_VERTEX = `#version 300 es
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in float label;
uniform vec2 origin, size;
uniform mat3 turn;
uniform float fromUnit, toUnit, t, plane, round, circle, diameter, deep, reach, trained;
uniform int slab, slabs;
uniform vec3 palette[${CLASSES}], unknown;
uniform float shown[${CLASSES}], forms[${CLASSES}];
out vec4 ink;
flat out float width, hollow;
flat out int kind;
void main() {
  vec3 p = mix(from * fromUnit, to * toUnit, t);
  float scatter = 1.0 + (float((gl_VertexID * 37) % 100) / 100.0 - 0.5) * 0.075 * (1.0 - deep);
  p = turn * p * mix(plane, round * scatter / max(length(p), 1e-9), circle);
  float depth = clamp(p.z / reach, -1.0, 1.0);
  bool elsewhere = deep > 0.0 && min(int((depth * 0.5 + 0.5) * float(slabs)), slabs - 1) != slab;
  gl_Position = elsewhere ? vec4(2, 2, 2, 1) : vec4((origin + p.xy) / size * 2.0 - 1.0, 0, 1);
  bool known = label < 255.0;
  hollow = known && label > trained - 0.5 ? 1.0 : 0.0;
  width = diameter * (1.0 + 0.25 * depth * deep) * (1.0 + 0.3 * hollow);
  gl_PointSize = width + 2.0;
  int own = int(label) % ${CLASSES};
  kind = int(forms[own]);
  ink = vec4(known ? palette[own] : unknown, known ? shown[own] : 1.0);
  ink.a *= mix(1.0, mix(0.26, 1.0, smoothstep(-0.6, 0.3, depth)), deep);
}`;

/** A disc, or with shapes a mark of its own for each class: disc, ring, square, triangle, …; hollow where it is not trained. */
export const POINTS_FRAGMENT = `#version 300 es
precision highp float;
in vec4 ink;
flat in float width, hollow;
flat in int kind;
uniform float opacity, shapes, dpr;
out vec4 colour;
float box(vec2 p, float h) { vec2 d = abs(p) - h; return max(d.x, d.y); }
float diamond(vec2 p, float h) { return (abs(p.x) + abs(p.y) - h) * 0.7071; }
float triangle(vec2 p, float h) { return max(p.y * 1.0 - h * 0.8, abs(p.x) * 0.866 - p.y * 0.5 - h * 0.55); }
float plus(vec2 p, float h) { p = abs(p); return min(max(p.x - h, p.y - 0.7 * dpr), max(p.y - h, p.x - 0.7 * dpr)); }
float mark(vec2 p, float h) {
  float w = 0.75 * dpr;
  vec2 turned = vec2(p.x + p.y, p.x - p.y) * 0.7071;
  if (kind == 1) return abs(length(p) - h + w) - w;
  if (kind == 2) return box(p, h * 0.88);
  if (kind == 3) return triangle(p, h);
  if (kind == 4) return abs(box(p, h * 0.88 - w)) - w;
  if (kind == 5) return diamond(p, h * 1.15);
  if (kind == 6) return plus(p, h);
  if (kind == 7) return abs(triangle(p, h - w)) - w;
  if (kind == 8) return plus(turned, h);
  if (kind == 9) return abs(diamond(p, h * 1.15 - w)) - w;
  return length(p) - h;
}
void main() {
  vec2 p = (gl_PointCoord - 0.5) * (width + 2.0);
  float d = shapes > 0.5 ? mark(p, width * 0.5) : length(p) - width * 0.5;
  d = mix(d, abs(d + 0.6 * dpr) - 0.6 * dpr, hollow);
  float a = clamp(0.5 - d, 0.0, 1.0) * ink.a * opacity;
  if (a <= 0.0) discard;
  colour = vec4(ink.rgb * a, a);
}`;
