/** Rows of cells enter; the table under the panels leaves, each column with its definition on hover and focus. */

import { COLUMNS } from './columns.js';
import { make, say } from './dom.js';

export class Table {
  constructor() {
    this.element = make('div', 'numbers');
    this.scroll = make('div', 'scroll');
    this.scroll.tabIndex = 0;
    this.table = make('table');
    this.definition = make('p', 'definition');
    this.definition.hidden = true;
    this.definition.id = 'lossviz-definition';
    this.definition.setAttribute('role', 'tooltip');
    this.body = make('tbody');
    this.table.append(this.#head(), this.body);
    this.scroll.append(this.table);
    this.element.append(this.scroll, this.definition);
    this.rows = [];
  }

  #head() {
    const [head, row] = [make('thead'), make('tr')];
    this.corner = make('th', 'corner');
    this.corner.scope = 'col';
    this.heads = COLUMNS.map((column) => this.#headOf(column));
    row.append(this.corner, ...this.heads.map(({ cell }) => cell));
    head.append(row);
    return head;
  }

  #headOf({ key }) {
    const cell = make('th');
    cell.scope = 'col';
    cell.dataset.column = key;
    const button = make('button');
    button.type = 'button';
    button.setAttribute('aria-describedby', this.definition.id);
    button.onmouseenter = button.onfocus = () => this.#define(button, key);
    button.onmouseleave = button.onblur = () => { this.definition.hidden = true; };
    button.onkeydown = ({ key: pressed }) => { if (pressed === 'Escape') this.definition.hidden = true; };
    cell.append(button);
    return { key, cell, button };
  }

  /** Above the head of its column, inside the table's width. */
  #define(button, key) {
    const { definition, element } = this;
    definition.textContent = this.words.columns[key][1];
    definition.hidden = false;
    const [outer, at] = [element.getBoundingClientRect(), button.getBoundingClientRect()];
    const middle = at.x + at.width / 2 - outer.x - definition.offsetWidth / 2;
    const left = Math.max(0, Math.min(outer.width - definition.offsetWidth, middle));
    definition.style.transform = `translate(${Math.round(left)}px, calc(-100% - 6px))`;
  }

  speak(words) {
    this.words = words;
    this.table.setAttribute('aria-label', words.table);
    this.scroll.setAttribute('aria-label', words.table);
    for (const { key, button } of this.heads) say(button, words.columns[key][0]);
  }

  /** corner: what is measured; titles: one a row; rows: {text, best} a column; floors: a note under the losses. */
  show({ corner, titles, rows, floors }) {
    say(this.corner, corner);
    while (this.rows.length < rows.length) this.#addRow();
    this.rows.forEach(({ row, title, cells }, i) => {
      row.hidden = i >= rows.length;
      if (row.hidden) return;
      say(title, titles[i]);
      cells.forEach(({ value, note }, k) => {
        const { text, best } = rows[i][k];
        say(value, text);
        value.classList.toggle('best', best);
        if (note) say(note, floors[i]);
      });
    });
  }

  #addRow() {
    const row = make('tr');
    const title = make('th', 'title');
    title.scope = 'row';
    const cells = COLUMNS.map(({ key }) => {
      const cell = make('td');
      cell.dataset.column = key;
      const value = make('span');
      const note = key === 'loss' ? make('small') : null;
      cell.append(value, ...(note ? [note] : []));
      return { cell, value, note };
    });
    row.append(title, ...cells.map(({ cell }) => cell));
    this.body.append(row);
    this.rows.push({ row, title, cells });
  }
}
