// @ts-check
import {canvasChart} from './canvas.js';
import {h} from './dom.js';
import {formatPercentChange, tickDistance} from './format.js';
import {colorRgb, cssColor} from './palette.js';

const CELLS_FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';
const CELLS_AXIS = 40;
const CELLS_LABEL = 15;
/** Upper limits of the classes of slowdowns that have a colour each; the first class is noise in either direction. */
const CELLS_LIMITS = [0.03, 0.05, 0.1, 0.2, 0.5, Infinity];
/** Factors of the limits, for noise above the first one. */
const CELLS_FACTORS = [1, 2, 4, 8];
/** Part of the cells of a usual row that are noise at least. */
const CELLS_NOISE = 0.9;
/** Rows that are enough to find the usual one. */
const CELLS_ROWS = 200;
const CELLS_COLORS = ['--heat-none', '--heat-less', ...CELLS_LIMITS.map((_, i) => `--heat-${i}`)];

/**
 * Upper limits of the classes, so high that most cells of most rows are noise: fewer than half of the rows are slow.
 * @param {number} rows
 * @param {number} columns
 * @param {(row: number, column: number) => number} value
 */
export function noiseLimits(rows, columns, value) {
  const quiet = CELLS_FACTORS.map(() => 0);
  const distance = Math.ceil(rows / CELLS_ROWS);
  for (let row = 0; row < rows; row += distance) {
    let known = 0;
    const within = CELLS_FACTORS.map(() => 0);
    for (let column = 0; column < columns; column++) {
      const each = value(row, column);
      if (Number.isNaN(each)) continue;
      known++;
      CELLS_FACTORS.forEach((factor, i) => {
        if (each < CELLS_LIMITS[0] * factor) within[i]++;
      });
    }
    within.forEach((count, i) => {
      if (count >= CELLS_NOISE * known) quiet[i]++;
    });
  }
  const enough = quiet.findIndex(count => 2 * count >= Math.ceil(rows / distance));
  return CELLS_LIMITS.map(limit => limit * CELLS_FACTORS[enough < 0 ? CELLS_FACTORS.length - 1 : enough]);
}

/**
 * Index of the colour of a slowdown.
 * @param {number} slowdown as a part of the usual time; not a number if it is not known
 * @param {number[]} limits
 */
export function cellClass(slowdown, limits) {
  if (Number.isNaN(slowdown)) return 0;
  if (slowdown < -limits[0]) return 1;
  return 2 + limits.findIndex(limit => slowdown < limit);
}

/**
 * The index of the greatest value of a part of a table, and of its first cell if no value is known.
 * @param {(row: number, column: number) => number} value
 * @param {number} top first row
 * @param {number} bottom row after the last one
 * @param {number} left first column
 * @param {number} right column after the last one
 * @returns {[number, number]} row and column
 */
export function greatestCell(value, top, bottom, left, right) {
  /** @type {[number, number]} */
  let found = [top, left];
  let greatest = -Infinity;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const each = value(row, column);
      if (each > greatest) {
        greatest = each;
        found = [row, column];
      }
    }
  }
  return found;
}

/**
 * The colours and their slowdowns.
 * @param {number[]} limits
 */
function cellLegend(limits) {
  const percent = limits.map(limit => Math.round(100 * limit));
  const words = ['no data', 'faster', ...percent.map((limit, i) => (i === 0 ? `within ± ${limit} %`
    : Number.isFinite(limit) ? `${percent[i - 1]} to ${limit} %` : `above ${percent[i - 1]} %`))];
  return words.map((text, i) => {
    const square = h('i', {class: 'swatch'});
    square.style.setProperty('--color', `var(${CELLS_COLORS[i]})`);
    return h('li', {}, square, text);
  });
}

/** @param {number} slowdown */
export function formatSlowdown(slowdown) {
  if (Number.isNaN(slowdown)) return 'no data';
  return formatPercentChange(slowdown);
}

/** A table of coloured cells. A pixel that covers several cells has the colour of the greatest value. */
export class CellChart {
  /**
   * @param {HTMLElement} root
   * @param {{rows: number, columns: number, value: (row: number, column: number) => number, label: string,
   *     rowName: (row: number) => string, columnName: (column: number) => string, axis: string, cellHeight: number,
   *     widest: number, isNoisy: boolean, describe: (row: number, column: number) => {title: string, lines: [string, string][]},
   *     frames?: {row: number, from: number, to: number}[], announce: (text: string) => void}} options value: the slowdown; rows with the same name have one label;
   *     widest: largest width of a cell; isNoisy: most cells are noise
   */
  constructor(root, options) {
    this.options = options;
    /** @type {[number, number]|null} row and column */
    this.cursor = null;
    this.tip = h('div', {class: 'tip', hidden: true, 'aria-hidden': 'true'});
    this.place = h('div', {class: 'cells'});
    this.legend = h('ul', {class: 'cellkey'});
    root.append(this.legend, this.place);
    this.classify();
    this.height = Math.max(24, Math.round(options.rows * options.cellHeight));
    this.chart = canvasChart(this.place, {height: this.height + CELLS_AXIS, label: options.label, role: 'application', focus: true,
      draw: (ctx, width) => this.draw(ctx, width)});
    this.chart.canvas.setAttribute('aria-roledescription', 'table of colours');
    this.place.append(this.tip);
    this.listen();
  }

  /**
   * Shows other values of the same cells.
   * @param {(row: number, column: number) => number} value
   */
  show(value) {
    this.options.value = value;
    this.classify();
    this.chart.redraw();
  }

  classify() {
    const {rows, columns, value, isNoisy} = this.options;
    this.limits = isNoisy ? noiseLimits(rows, columns, value) : CELLS_LIMITS;
    this.legend.replaceChildren(...cellLegend(this.limits));
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   */
  measure(ctx, width) {
    const {rows, columns, rowName} = this.options;
    ctx.font = CELLS_FONT;
    let widest = 0;
    for (let row = 0; row < rows; row++) widest = Math.max(widest, ctx.measureText(rowName(row).slice(0, 40)).width);
    this.left = widest === 0 ? 1 : Math.min(widest, width < 560 ? 72 : 160) + 10;
    this.width = Math.max(10, Math.min(width - this.left - 1, columns * this.options.widest));
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   */
  draw(ctx, width) {
    this.measure(ctx, width);
    this.paint(ctx);
    this.labels(ctx);
    (this.options.frames ?? []).forEach(({row, from, to}) => this.frame(ctx, row, from, to));
    if (this.cursor) this.frame(ctx, this.cursor[0], this.cursor[1], this.cursor[1] + 1);
  }

  /**
   * Draws a frame around cells of a row.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} row
   * @param {number} from first column
   * @param {number} to column after the last one
   */
  frame(ctx, row, from, to) {
    const {rows, columns} = this.options;
    const wide = Math.max(6, (to - from) * this.width / columns);
    const high = Math.max(6, this.height / rows);
    ctx.strokeStyle = cssColor('--ink');
    ctx.lineWidth = 2;
    ctx.strokeRect(this.left + (from + to) / 2 * this.width / columns - wide / 2, (row + 0.5) * this.height / rows - high / 2, wide, high);
  }

  /** @param {CanvasRenderingContext2D} ctx */
  paint(ctx) {
    const {rows, columns, value} = this.options;
    const scale = devicePixelRatio || 1;
    const wide = Math.min(columns, Math.floor(this.width * scale));
    const high = Math.min(rows, Math.floor(this.height * scale));
    const colors = CELLS_COLORS.map(name => colorRgb(cssColor(name)));
    const image = new ImageData(wide, high);
    for (let y = 0; y < high; y++) {
      const [top, bottom] = [Math.floor(y * rows / high), Math.floor((y + 1) * rows / high)];
      for (let x = 0; x < wide; x++) {
        const [row, column] = greatestCell(value, top, bottom, Math.floor(x * columns / wide), Math.floor((x + 1) * columns / wide));
        image.data.set([...colors[cellClass(value(row, column), this.limits)], 255], 4 * (y * wide + x));
      }
    }
    const source = document.createElement('canvas');
    source.width = wide;
    source.height = high;
    source.getContext('2d')?.putImageData(image, 0, 0);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(source, this.left, 0, this.width, this.height);
    const [cellWidth, cellHeight] = [this.width / columns, this.height / rows];
    ctx.fillStyle = cssColor('--page');
    if (Math.min(cellWidth, cellHeight) < 6) return;
    for (let column = 1; column < columns; column++) ctx.fillRect(this.left + column * cellWidth - 0.5, 0, 1, this.height);
    for (let row = 1; row < rows; row++) ctx.fillRect(this.left, row * cellHeight - 0.5, this.width, 1);
  }

  /** @param {CanvasRenderingContext2D} ctx */
  labels(ctx) {
    const {rows, columns, rowName, columnName, axis} = this.options;
    ctx.fillStyle = cssColor('--soft');
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    let free = 0;
    for (let row = 0; row < rows;) {
      let end = row + 1;
      while (end < rows && rowName(end) === rowName(row)) end++;
      const y = Math.max(CELLS_LABEL / 2, (row + end) / 2 * this.height / rows);
      if (y - CELLS_LABEL / 2 >= free - 0.5 && rowName(row) !== '') {
        ctx.fillText(this.fitted(ctx, rowName(row)), this.left - 8, Math.min(y, this.height - CELLS_LABEL / 2 + 2));
        free = y + CELLS_LABEL / 2;
      }
      row = end;
    }
    ctx.textBaseline = 'top';
    ctx.textAlign = 'center';
    const distance = Math.max(1, Math.round(tickDistance(columns, Math.max(1, Math.floor(this.width / 72)))));
    if (columnName(0) !== '') {
      for (let column = 0; column < columns; column += distance) {
        const x = this.left + (column + 0.5) * this.width / columns;
        ctx.fillRect(x, this.height + 2, 1, 3);
        ctx.fillText(columnName(column), Math.max(x, 14), this.height + 8);
      }
    }
    ctx.textAlign = 'left';
    ctx.fillStyle = cssColor('--faint');
    ctx.fillText(axis, this.left, this.height + (columnName(0) === '' ? 8 : 24));
  }

  /**
   * A name, shortened in its middle to the room on the left.
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} name
   */
  fitted(ctx, name) {
    for (let kept = Math.min(name.length, 40); kept > 0; kept--) {
      const text = kept >= name.length ? name : `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(name.length - Math.floor(kept / 2))}`;
      if (ctx.measureText(text).width <= this.left - 9) return text;
    }
    return '…';
  }

  listen() {
    const {canvas} = this.chart;
    canvas.addEventListener('pointermove', event => this.move(this.under(event)));
    canvas.addEventListener('pointerdown', event => this.move(this.under(event)));
    canvas.addEventListener('pointerleave', () => this.move(null));
    canvas.addEventListener('blur', () => this.move(null));
    canvas.addEventListener('keydown', event => this.key(event));
  }

  /**
   * The cell with the greatest value of those under a pixel.
   * @param {PointerEvent} event
   * @returns {[number, number]|null}
   */
  under(event) {
    const {rows, columns, value} = this.options;
    const [x, y] = [event.offsetX - this.left, event.offsetY];
    if (x < 0 || x >= this.width || y < 0 || y >= this.height) return null;
    const range = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ count) => {
      const from = Math.min(count - 1, Math.floor(at / size * count));
      return [from, Math.max(from + 1, Math.min(count, Math.floor((at + 1) / size * count)))];
    };
    const [top, bottom] = range(y, this.height, rows);
    const [left, right] = range(x, this.width, columns);
    return greatestCell(value, top, bottom, left, right);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const {rows, columns} = this.options;
    const [row, column] = this.at();
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      Home: [row, 0], End: [row, columns - 1], PageUp: [row - 10, column], PageDown: [row + 10, column],
    };
    const next = this.cursor ? moves[event.key] : moves[event.key] && [0, 0];
    if (event.key === 'Escape') this.move(null);
    if (!next) return;
    event.preventDefault();
    this.move([Math.max(0, Math.min(rows - 1, next[0])), Math.max(0, Math.min(columns - 1, next[1]))]);
    const {title, lines} = this.options.describe(...this.at());
    this.options.announce([title, ...lines.map(line => line.join(' '))].join(', '));
  }

  /** @returns {[number, number]} */
  at() {
    return this.cursor ?? [0, 0];
  }

  /** @param {[number, number]|null} cursor */
  move(cursor) {
    this.cursor = cursor;
    this.chart.redraw();
    this.tip.hidden = cursor === null;
    if (cursor === null) return;
    const {rows, columns, describe} = this.options;
    const {title, lines} = describe(...cursor);
    this.tip.replaceChildren(h('div', {class: 'tiphead'}, h('b', {}, title)),
      ...lines.map(([name, text]) => h('div', {}, h('span', {}, name), h('span', {}, text))));
    const x = this.left + (cursor[1] + 0.5) * this.width / columns;
    const y = (cursor[0] + 0.5) * this.height / rows;
    const [wide, high] = [this.tip.offsetWidth, this.tip.offsetHeight];
    this.tip.style.left = `${x + 16 + wide > this.place.clientWidth ? Math.max(0, x - wide - 16) : x + 16}px`;
    this.tip.style.top = `${Math.max(0, Math.min(y + 12, this.height - high))}px`;
  }
}
