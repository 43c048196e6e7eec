/** The page's theme enters as Streamlit's CSS variables; the picture's colours leave. */

/** Shades that Streamlit's theme has no name for, and how strongly the picture mixes its colours, per background. */
const LIGHT = {
  ink2: '#474e58', ink3: '#666d78', ctl: '#868d97', tint: 0.13, zone: 0.06, hatch: 0.135, border: 0.36, point: 0.78,
};
const DARK = {
  ink2: '#b4bac3', ink3: '#949ca6', ctl: '#717985', tint: 0.17, zone: 0.085, hatch: 0.17, border: 0.42, point: 0.82,
};

/** Colours as `#rrggbb`: bg, surface, ink, ink2, ink3, ctl, line, accent, `classes`; and the strengths above. */
export function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name, otherwise) => hex(style.getPropertyValue(`--st-${name}`).trim() || otherwise);
  const bg = read('background-color', '#ffffff');
  const listed = style.getPropertyValue('--st-chart-categorical-colors').match(/#[0-9a-f]{6}/gi) ?? [];
  return {
    bg,
    dark: luminance(bg) < 0.2,
    ink: read('text-color', '#15181d'),
    surface: read('secondary-background-color', '#f4f5f7'),
    line: read('border-color', '#dcdfe4'),
    accent: read('primary-color', '#3451b2'),
    font: style.getPropertyValue('--st-font').trim() || 'sans-serif',
    classes: listed.length ? listed.map((c) => c.toLowerCase()) : [read('text-color', '#15181d')],
    ...(luminance(bg) < 0.2 ? DARK : LIGHT),
  };
}

const pen = document.createElement('canvas').getContext('2d');

function hex(colour) {
  pen.fillStyle = '#000000';
  pen.fillStyle = colour;
  return pen.fillStyle.startsWith('#') ? pen.fillStyle : rgbaToHex(pen.fillStyle);
}

const byte = (value) => Number(value).toString(16).padStart(2, '0');
const rgbaToHex = (text) => `#${text.match(/\d+/g).slice(0, 3).map(byte).join('')}`;

/** [r, g, b] in 0…1. */
export const triple = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);

/** The colour with an opacity, for a 2-D canvas. */
export const faded = (colour, alpha) => `rgba(${triple(colour).map((v) => Math.round(v * 255)).join(',')},${alpha})`;

/** `share` of the second colour in the first. */
export function mixed(under, colour, share) {
  const [a, b] = [triple(under), triple(colour)];
  return `#${a.map((v, i) => byte(Math.round(255 * (v + (b[i] - v) * share)))).join('')}`;
}

/** White or near-black, whichever contrasts more with the colour (WCAG 2). */
export function onto(colour) {
  const light = luminance(colour) + 0.05;
  return 1.05 / light > light / 0.0575 ? '#fff' : '#111';
}

function luminance(colour) {
  const [r, g, b] = triple(colour).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
