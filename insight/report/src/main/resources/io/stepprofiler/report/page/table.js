// @ts-check
import {clear, h} from './dom.js';
import {formatCount} from './format.js';

/**
 * @typedef {{key: string, title: string, number?: boolean, value: (row: any) => (number|string), cell?: (row: any) => (Node|string),
 *     hint?: string, fixed?: boolean, class?: string}} TableColumn a fixed column is not sorted by
 */

/**
 * Rows sorted by a column; equal rows keep their order.
 * @param {any[]} rows
 * @param {TableColumn} column
 * @param {boolean} isDescending
 */
export function sortRows(rows, column, isDescending) {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const a = column.value(one);
    const b = column.value(other);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
}

/**
 * A table that can be searched, and sorted by a click on a column's name.
 * @param {{label: string, columns: TableColumn[], rows: any[], sort?: string, descending?: boolean, search?: string,
 *     limit?: number, rowClass?: (row: any) => string, onrow?: (row: any) => void}} options search: placeholder of the
 *     search box, without it there is none; limit: number of rows shown at first
 */
export function dataTable(options) {
  let rows = options.rows;
  let sort = options.columns.find(column => column.key === options.sort);
  let isDescending = options.descending ?? true;
  let limit = options.limit ?? Infinity;
  let sought = '';

  const head = h('tr');
  const body = h('tbody');
  const more = h('button', {class: 'button', type: 'button', onclick: () => {
    limit = Infinity;
    fill();
  }});
  const table = h('table', {class: 'table', 'aria-label': options.label}, h('thead', {}, head), body);
  const element = h('div', {class: 'tableplace'});
  if (options.search) {
    element.append(h('input', {class: 'search', type: 'search', placeholder: options.search, 'aria-label': options.search,
      oninput: (/** @type {any} */ event) => {
        sought = event.target.value.toLowerCase();
        fill();
      }}));
  }
  element.append(h('div', {class: 'tablescroll', tabindex: 0, role: 'group', 'aria-label': options.label}, table), more);

  for (const column of options.columns) {
    const cell = h('th', {scope: 'col', class: cssOf(column), title: column.hint});
    if (column.fixed) cell.append(column.title);
    else cell.append(h('button', {type: 'button', onclick: () => sortBy(column)}, column.title));
    head.append(cell);
  }

  /** @param {TableColumn} column */
  function cssOf(column) {
    return `${column.number ? 'number' : ''} ${column.class ?? ''}`.trim() || null;
  }

  /** @param {TableColumn} column */
  function sortBy(column) {
    isDescending = sort === column ? !isDescending : column.number ?? false;
    sort = column;
    fill();
  }

  function fill() {
    options.columns.forEach((column, i) => {
      if (column === sort) head.children[i].setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
      else head.children[i].removeAttribute('aria-sort');
    });
    const found = sought === '' ? rows
      : rows.filter(row => options.columns.some(column => String(column.value(row)).toLowerCase().includes(sought)));
    const sorted = sort ? sortRows(found, sort, isDescending) : found;
    clear(body);
    for (const row of sorted.slice(0, limit)) {
      const line = h('tr', {class: options.rowClass?.(row) || null});
      if (options.onrow) line.addEventListener('click', () => options.onrow?.(row));
      options.columns.forEach((column, i) => {
        line.append(h(i === 0 ? 'th' : 'td', {class: cssOf(column), scope: i === 0 ? 'row' : null},
          column.cell ? column.cell(row) : String(column.value(row))));
      });
      body.append(line);
    }
    const left = sorted.length - Math.min(limit, sorted.length);
    more.hidden = left === 0;
    more.textContent = `Show ${formatCount(left)} more`;
    if (sorted.length === 0) body.append(h('tr', {}, h('td', {class: 'muted', colspan: options.columns.length}, 'Nothing found')));
  }

  fill();
  return {
    element,
    /** @param {any[]} next */
    update(next) {
      rows = next;
      fill();
    },
  };
}
