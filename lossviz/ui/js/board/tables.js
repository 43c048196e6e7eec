/** Tables of words and numbers enter; they stand under the figures and change without being made anew. */

import { make, say } from '../dom.js';

export class Tables {
  constructor() { this.element = make('div', 'tables'); }

  /** tables: [{title, head: [words], rows: [[words or {words, mark, help}]]}]; the first cell of a row names it. */
  show(tables) {
    while (this.element.children.length > tables.length) this.element.lastChild.remove();
    tables.forEach((table, i) => this.#table(this.element.children[i] ?? this.#made(), table));
  }

  #made() {
    const holder = make('div', 'table');
    holder.append(make('table'));
    this.element.append(holder);
    return holder;
  }

  #table(holder, { title, head, rows }) {
    const table = holder.firstChild;
    const shape = JSON.stringify([head.length, rows.map((row) => row.length), Boolean(title)]);
    if (table.dataset.shape !== shape) build(table, title, head, rows);
    table.dataset.shape = shape;
    if (title) say(table.caption, title);
    const lines = [head, ...rows];
    [...table.rows].forEach((row, r) => [...row.cells].forEach((cell, c) => fill(cell, lines[r][c])));
  }
}

function build(table, title, head, rows) {
  table.replaceChildren();
  if (title) table.createCaption();
  const top = table.createTHead().insertRow();
  for (let i = 0; i < head.length; i++) top.append(scoped('col'));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((_, c) => line.append(c ? make('td') : scoped('row')));
  }
}

function scoped(scope) {
  const cell = make('th');
  cell.scope = scope;
  return cell;
}

function fill(cell, given) {
  const { words, mark = '', help = '' } = typeof given === 'object' && given ? given : { words: String(given ?? '') };
  say(cell, words);
  if (cell.className !== mark) cell.className = mark;
  if (cell.title !== help) cell.title = help;
}
