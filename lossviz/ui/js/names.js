/** A class's number and the run's header enter; its name in the reader's language, or the sign on its badge, leaves. */

/** "Sneaker": the name, in the reader's language where that has a word of its own. */
export function named(header, k, words) {
  const name = header.classes?.[k] ?? String(k);
  return words.classes?.[name] ?? name;
}

/** "7", "お": a name of one or two signs or the part before a space that is as short; else the class's number. */
export function mark(header, k) {
  const [first] = String(header.classes?.[k] ?? k).split(' ');
  return [...first].length <= 2 ? first : String(k);
}
