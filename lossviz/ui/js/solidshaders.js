/** The programs of sphere and space, in GLSL ES 3.00. All places are as the reader has them: right, up, towards. */

import { CERTAIN, STRENGTH } from './certainty.js';
import { CLASSES, contest } from './shaders.js';
import { SPHERE } from './sites.js';
import { LEAD, MOST } from './zones.js';

export const SEGMENTS = 64;
export const MERIDIANS = 6;
export const PARALLELS = 5;
/** Great circles through the poles, then circles of latitude. */
export const WIRE_VERTEX = `#version 300 es
const float PI = 3.14159265;
uniform vec2 origin, size;
uniform mat3 turn;
uniform float round, dpr;
out float off, depth;
vec3 at(float angle) {
  if (gl_InstanceID < ${MERIDIANS}) {
    float a = float(gl_InstanceID) * PI / ${MERIDIANS}.0;
    return turn * vec3(cos(angle) * vec2(cos(a), sin(a)), sin(angle));
  }
  float latitude = (float(gl_InstanceID - ${MERIDIANS - 1}) / ${PARALLELS + 1}.0 - 0.5) * PI;
  return turn * vec3(cos(latitude) * vec2(cos(angle), sin(angle)), sin(latitude));
}
void main() {
  float angle = float(gl_VertexID >> 1) * 2.0 * PI / ${SEGMENTS}.0;
  vec3 p = at(angle);
  vec2 along = at(angle + 0.01).xy - p.xy;
  along /= max(length(along), 1e-6);
  off = (float(gl_VertexID & 1) * 2.0 - 1.0) * (0.5 * dpr + 1.0);
  depth = p.z;
  gl_Position = vec4((origin + round * p.xy + off * vec2(-along.y, along.x)) / size * 2.0 - 1.0, 0, 1);
}`;

/** Twelve edges of a box, but for the three that meet in its nearest corner, and three axes through its middle. */
export const BOX_LINES = 15;
export const BOX_VERTEX = `#version 300 es
uniform vec2 origin, size;
uniform mat3 turn;
uniform float half_edge, dpr;
out float off, depth;
void main() {
  int one = gl_InstanceID % 3, two = (one + 1) % 3, three = (one + 2) % 3;
  vec3 near = sign(vec3(turn[0].z, turn[1].z, turn[2].z)), a = vec3(0);
  bool nearest = false;
  if (gl_InstanceID < 12) {
    a[two] = (gl_InstanceID / 3 & 1) == 1 ? 1.0 : -1.0;
    a[three] = gl_InstanceID / 3 > 1 ? 1.0 : -1.0;
    nearest = a[two] == near[two] && a[three] == near[three];
  }
  vec3 b = a;
  a[one] = -1.0;
  b[one] = 1.0;
  vec2 from = (turn * a).xy * half_edge, to = (turn * b).xy * half_edge;
  vec2 along = (to - from) / max(length(to - from), 1e-6);
  off = (float(gl_VertexID & 1) * 2.0 - 1.0) * (0.5 * dpr + 1.0);
  depth = 1.0;
  vec2 p = origin + (gl_VertexID > 1 ? to : from) + off * vec2(-along.y, along.x);
  gl_Position = nearest ? vec4(2, 2, 2, 1) : vec4(p / size * 2.0 - 1.0, 0, 1);
}`;

export const WIRE_FRAGMENT = `#version 300 es
precision highp float;
in float off, depth;
uniform float dpr, strength, behind;
uniform vec3 ink;
out vec4 colour;
void main() {
  float here = strength * (depth < 0.0 ? behind : 1.0);
  colour = vec4(ink, 1) * clamp(0.5 * dpr + 0.5 - abs(off), 0.0, 1.0) * here;
}`;

/**
 * Decision regions on the sphere: its back, faint, seen through its front. As in the plane, the class colour of the
 * best score, hatched where the second best is within the margin; the back's hatch runs the other way.
 */
export const sphere = (classes, subs, certainty) => `#version 300 es
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

vec3 half_sphere(vec3 c, vec3 u, float share) {
  float best = -1e30, next = -1e30, s, t;
  vec4 own = vec4(0), other = vec4(0), w;
  ${CERTAIN[certainty].start}
${contest(classes, subs, SPHERE, CERTAIN[certainty].each)}
  ${CERTAIN[certainty].end(SPHERE)}
  float inside = 0.0;
  if (measure > 0) {
    float g = -lead(best, next, margins[int(own.w) % ${MOST}], 1.0);
    inside = clamp(g / max(fwidth(g), 1e-6) + 0.5, 0.0, 1.0) * zones;
  }
  c = mix(c, palette[int(own.w) % ${CLASSES}], tint * regions * share * (1.0 - inside) * mix(1.0, strength(sure), confidence));
  float stripe = mod(gl_FragCoord.x - sign(u.z) * gl_FragCoord.y, 7.0 * dpr);
  float line = clamp(0.6 * dpr + 0.5 - abs(stripe - 3.5 * dpr), 0.0, 1.0);
  c = mix(c, ink, mix(zone, hatch, line) * inside * share);
  // pixels to the line on which both classes score alike, foreshortened towards the rim
  vec3 apart = (own - other).xyz;
  float slope = max(length(apart.xy - apart.z * u.xy / u.z), 1e-9);
  float edge = clamp(0.5 * dpr + 0.5 - (best - next) / slope * unit, 0.0, 1.0);
  return mix(c, ink, border * edge * regions * share);
}

void main() {
  vec2 q = (gl_FragCoord.xy - origin) / unit;
  float z = sqrt(max(1.0 - dot(q, q), 1e-4));
  vec3 c = half_sphere(bg, vec3(q, -z), 0.4);
  c = half_sphere(c, vec3(q, z), 1.0);
  colour = vec4(mix(bg, c, clamp((1.0 - length(q)) * unit + 0.5, 0.0, 1.0)), 1);
}`;
