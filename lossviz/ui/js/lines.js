/** A text and a width enter; its lines are written on a canvas, as a browser would break them. */

const WORDS = /[⺀-鿿＀-￯]|[^\s⺀-鿿＀-￯]+|\s+/g; // Chinese breaks between any two signs

/** The lines of a text that are no wider than `width`; a word that is wider has a line of its own. */
export function broken(text, width, measure) {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.match(WORDS) ?? []) {
      if (lines.at(-1) && measure(lines.at(-1) + word.trimEnd()) > width) lines.push(word.trimStart());
      else lines[lines.length - 1] += word;
    }
    return lines;
  });
}

/** Writes at most `most` lines, `line` apart, down from y or `upwards` to it; the last ends in "…" where more is left. */
export function written(pen, text, { x, y, width, line, most, upwards = false }) {
  const measure = (words) => pen.measureText(words).width;
  const all = broken(text, width, measure);
  const lines = all.slice(0, most);
  if (all.length > most) lines[most - 1] = cut(`${lines[most - 1]} ${all[most]}`, width, measure);
  const first = upwards ? y - line * (lines.length - 1) : y;
  lines.forEach((words, i) => pen.fillText(words, x, first + line * i, width));
}

function cut(text, width, measure) {
  let kept = text;
  while (kept && measure(`${kept}…`) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
