/** A root enters; the stage's elements, made once and never again, leave by name. */

const BODY = `
<div class="frame">
 <div class="stage">
  <div class="planes" role="group" tabindex="0"><canvas class="gl" aria-hidden="true"></canvas></div>
  <div class="side"><div class="histogram"><p class="unmeasured"></p></div><div class="curve" aria-hidden="true"></div></div>
  <div class="bar">
   <button type="button" class="icon previous">skip_previous</button>
   <button type="button" class="icon play">play_arrow</button>
   <button type="button" class="icon next">skip_next</button>
   <input type="range" class="scrubber" min="0" max="0" step="1" value="0">
   <span class="state" role="status">
    <span class="icon" aria-hidden="true">cloud_off</span><span class="words"></span>
   </span>
   <span class="epoch"></span>
   <span class="tools">
    <button type="button" class="icon layers" aria-expanded="false">layers</button>
    <div class="menu" role="group" hidden></div>
    <button type="button" class="icon download">download</button>
    <button type="button" class="icon fullscreen">fullscreen</button>
   </span>
  </div>
  <section class="pinned" hidden></section>
  <dl class="readings"></dl>
  <p class="notice" role="status" hidden></p>
  <canvas class="overlay" aria-hidden="true"></canvas>
  <div class="card" hidden>
   <canvas width="28" height="28"></canvas>
   <p><b></b><span></span><br><span></span><br><span></span></p>
  </div>
 </div>
</div>`;

const NAMES = ['frame', 'stage', 'planes', 'gl', 'histogram', 'unmeasured', 'curve', 'bar', 'previous', 'play', 'next', 'scrubber',
  'state', 'epoch', 'tools', 'layers', 'download', 'fullscreen', 'readings', 'notice', 'overlay', 'menu', 'card', 'pinned'];

export function build(root) {
  const holder = make('div');
  holder.innerHTML = BODY;
  const elements = Object.fromEntries(NAMES.map((name) => [name, holder.querySelector(`.${name}`)]));
  root.append(...holder.children);
  return elements;
}

/** An element with a class and a text. */
export function make(tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** Names a button for the ear and for the pointer. */
export function name(button, words) {
  button.setAttribute('aria-label', words);
  button.title = words;
}

/** Writes a text only when it changes, so that a frame costs no layout. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A panel's place in the picture: its title and the plane on which pointers and badges live. */
export function addPlane(planes) {
  const figure = make('figure', 'panel');
  const title = make('figcaption');
  const plane = make('div', 'plane');
  const progress = make('div', 'progress');
  const caption = make('p', 'caption');
  plane.append(progress);
  figure.append(title, plane, caption);
  planes.append(figure);
  return { figure, title, plane, progress, caption, badges: [] };
}
