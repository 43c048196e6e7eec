/** Strokes enter as on a 2-D canvas; a drawing in SVG leaves. It knows the part of the canvas that our figures use. */

const MEASURE = document.createElement('canvas').getContext('2d');
const KEPT = ['fillStyle', 'strokeStyle', 'lineWidth', 'font', 'textAlign', 'textBaseline', 'globalAlpha', 'lineJoin', 'lineCap'];
const ANCHORS = { left: 'start', start: 'start', center: 'middle', right: 'end', end: 'end' };

const round = (v) => Number(v.toFixed(2));
const escaped = (words) => String(words).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export class SvgPen {
  constructor(width, height) {
    Object.assign(this, { width, height, parts: [], path: '', dash: [], stack: [], clips: 0, open: 0 });
    Object.assign(this, { fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, font: '13px sans-serif', globalAlpha: 1 });
    Object.assign(this, { textAlign: 'left', textBaseline: 'alphabetic', lineJoin: 'miter', lineCap: 'butt' });
  }

  save() {
    this.stack.push({ ...Object.fromEntries(KEPT.map((name) => [name, this[name]])), dash: this.dash, open: this.open });
    this.open = 0;
  }

  restore() {
    this.parts.push('</g>'.repeat(this.open));
    Object.assign(this, this.stack.pop());
  }

  translate(x, y) { this.#group(`transform="translate(${round(x)} ${round(y)})"`); }
  rotate(angle) { this.#group(`transform="rotate(${round((angle * 180) / Math.PI)})"`); }
  scale(x, y) { this.#group(`transform="scale(${x} ${y})"`); }

  clip() {
    const id = `clip${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`);
    this.#group(`clip-path="url(#${id})"`);
  }

  #group(attributes) {
    this.parts.push(`<g ${attributes}>`);
    this.open += 1;
  }

  beginPath() { this.path = ''; }
  closePath() { this.path += 'Z'; }
  moveTo(x, y) { this.path += `M${round(x)} ${round(y)}`; }
  lineTo(x, y) { this.path += `${this.path ? 'L' : 'M'}${round(x)} ${round(y)}`; }
  rect(x, y, width, height) { this.path += `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`; }

  arc(x, y, r, from, to, back = false) {
    const turn = back ? Math.max(to - from, -2 * Math.PI) : Math.min(to - from, 2 * Math.PI);
    // half a turn at most in one piece, or its ends would not say which way it goes
    for (const share of [0, 0.5, 1]) {
      const angle = from + turn * share;
      const [px, py] = [round(x + r * Math.cos(angle)), round(y + r * Math.sin(angle))];
      this.path += share ? `A${round(r)} ${round(r)} 0 0 ${turn > 0 ? 1 : 0} ${px} ${py}` : `${this.path ? 'L' : 'M'}${px} ${py}`;
    }
  }

  fill() { this.parts.push(`<path d="${this.path}" fill="${this.fillStyle}"${this.#alpha()}/>`); }
  stroke() { this.parts.push(`<path d="${this.path}" fill="none" ${this.#line()}/>`); }
  setLineDash(dash) { this.dash = dash; }

  fillRect(x, y, width, height) { this.#boxed(x, y, width, height, `fill="${this.fillStyle}"${this.#alpha()}`); }
  strokeRect(x, y, width, height) { this.#boxed(x, y, width, height, `fill="none" ${this.#line()}`); }
  clearRect() {}

  #boxed(x, y, width, height, style) {
    this.parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${style}/>`);
  }

  fillText(words, x, y) { this.#words(words, x, y, `fill="${this.fillStyle}"${this.#alpha()}`); }
  strokeText(words, x, y) { this.#words(words, x, y, `fill="none" ${this.#line()}`); }
  measureText(words) {
    MEASURE.font = this.font;
    return MEASURE.measureText(words);
  }

  #words(words, x, y, style) {
    const font = escaped(this.font).replace(/&#34;/g, "'");
    const anchor = ANCHORS[this.textAlign];
    this.parts.push(`<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" style="font:${font}" ${style}>${escaped(words)}</text>`);
  }

  drawImage(canvas, x, y, width, height) {
    const href = canvas.toDataURL('image/png');
    this.parts.push(`<image x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" preserveAspectRatio="none" href="${href}"${this.#alpha()}/>`);
  }

  #alpha() { return this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : ''; }
  #line() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
    return `stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="${this.lineJoin}" stroke-linecap="${this.lineCap}"${dash}${this.#alpha()}`;
  }

  toString() {
    const { width, height, parts } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
  }
}
