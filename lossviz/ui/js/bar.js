/** The position enters; the bar shows it. The reader's presses and keys leave as commands. */

import { name, say } from './dom.js';
import { filled } from './numbers.js';

export class Bar {
  /** `commands`: play(), step(by), seek(frame), reset(), turn(right, up), magnify(factor), png(), full(). */
  constructor(elements, commands) {
    this.elements = elements;
    const { previous, play, next, scrubber, download, fullscreen, stage } = elements;
    previous.onclick = () => commands.step(-1);
    next.onclick = () => commands.step(1);
    play.onclick = () => commands.play();
    scrubber.oninput = () => commands.seek(+scrubber.value);
    download.onclick = () => commands.png();
    fullscreen.onclick = () => commands.full();
    stage.addEventListener('keydown', (event) => onKey(event, commands));
  }

  speak(words) {
    this.words = words;
    const { previous, next, scrubber, download } = this.elements;
    name(previous, words.previous);
    name(next, words.next);
    name(download, words.download);
    scrubber.setAttribute('aria-label', words.timeline);
    this.full(false);
  }

  full(on) {
    name(this.elements.fullscreen, on ? this.words.leave_full_screen : this.words.full_screen);
    say(this.elements.fullscreen, on ? 'fullscreen_exit' : 'fullscreen');
  }

  /**
   * at, last, expected: frames; playing; frame: the shown one; epochs, steps: of the run; stepped: whether single steps
   * count; trains: whether the next one has yet to be trained; marks: where on the timeline (0…1) something changed;
   * live: whether there is a training that it does not pause; lost: whether the connection is.
   */
  show({ at, last, expected, playing, frame, epochs, steps, stepped, trains, marks, live, lost }) {
    const { play, scrubber, epoch, state } = this.elements;
    say(play, playing ? 'pause' : 'play_arrow');
    name(play, !playing ? this.words.play : live ? this.words.pause_live : this.words.pause);
    const end = Math.max(1, expected - 1);
    if (+scrubber.max !== end) scrubber.max = end;
    if (+scrubber.value !== at) scrubber.value = at;
    scrubber.style.setProperty('--at', at / end);
    scrubber.style.setProperty('--have', last / end);
    scrubber.style.setProperty('--marks', marks.map(mark).join(', ') || 'none');
    const where = { step: frame?.step, steps, epoch: Math.round(frame?.epoch), epochs };
    const whole = frame ? filled(stepped ? this.words.step : this.words.epoch, where) : '';
    say(epoch, whole);
    epoch.classList.toggle('stepped', Boolean(stepped));
    name(this.elements.next, trains ? this.words.train_step : this.words.next);
    scrubber.setAttribute('aria-valuetext', whole);
    state.classList.toggle('shown', lost);
    say(state.lastElementChild, lost ? this.words.lost : '');
    state.title = lost ? this.words.lost : '';
  }
}

/** A tick behind the track; percentages count what is left beside its two pixels. */
const mark = (share) => (
  `linear-gradient(currentcolor 0 0) calc(7px + (100% - 14px) * ${share.toFixed(4)}) 50% / 2px 16px no-repeat`
);

const KEYS = {
  ' ': 'play', ArrowLeft: -1, ArrowRight: 1, Home: 'first', End: 'last', r: 'reset', R: 'reset',
  '+': 'nearer', '=': 'nearer', '-': 'farther',
};
const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const NEARER = 1.25;

/** A key that the focused control uses itself is left to it. */
function onKey(event, commands) {
  const what = KEYS[event.key];
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest('.menu')) return;
  if (event.shiftKey && event.key in TURNS && !target.closest('input') && commands.turn(...TURNS[event.key])) {
    event.preventDefault();
    return;
  }
  const own = (target.closest('button') && what === 'play')
    || (target.closest('input') && what !== 'play' && what !== 'reset');
  if (what === undefined || own) return;
  event.preventDefault();
  obey(what, commands);
}

function obey(what, commands) {
  if (what === 'play') commands.play();
  else if (what === 'reset') commands.reset();
  else if (what === 'nearer') commands.magnify(NEARER);
  else if (what === 'farther') commands.magnify(1 / NEARER);
  else if (what === 'first') commands.seek(0);
  else if (what === 'last') commands.seek(Infinity);
  else commands.step(what);
}
