// @ts-check
import {canvasChart} from './canvas.js';
import {h} from './dom.js';
import {distribution, slowCause, slowSteps, stackOrder} from './figures.js';
import {formatCount, formatCounted, formatInstant, formatNumber, formatTime, tickDistance} from './format.js';
import {cssColor, hatch, isWait, partColor, partLabel, swatch} from './palette.js';
import {programSteps} from './program.js';
import {isWholeWindow, stepWords} from './whole.js';

/** Room above the bars, with and without names of slow steps. */
const STRIP_TOP = 38;
const STRIP_BARE = 14;
const STRIP_BARS = 210;
const STRIP_AXIS = 22;
const STRIP_SPARK = 46;
/** Minimum width per named slow step, and maximum width of a bar. */
const STRIP_NAMED = 110;
const STRIP_WIDEST = 120;
const STRIP_FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';
/** Short names of causes for the labels above slow steps. */
const STRIP_CAUSES = {
  VM_PAUSE: 'VM pause', DATA_WAIT: 'data', COMMUNICATION: 'communication', DEVICE_WAIT: 'device', LOCK: 'lock',
  SLEEP: 'sleep', PARK: 'other threads', INPUT_OUTPUT: 'I/O', UNACCOUNTED: 'unaccounted',
};

/**
 * The highest figure drawn in full: far outliers must not flatten all other steps.
 * @param {{median: number, p90: number, max: number}} times
 */
export function stripTop(times) {
  const usual = 1.6 * Math.max(times.p90, 1.25 * times.median);
  return Math.max(1, times.max > 1.25 * usual ? usual : 1.06 * times.max);
}

/**
 * Index of the step under a point, limited to existing steps.
 * @param {number} x
 * @param {number} left
 * @param {number} width of all steps
 * @param {number} count
 */
export function stepAt(x, left, width, count) {
  return Math.max(0, Math.min(count - 1, Math.floor((x - left) / width * count)));
}

/**
 * Distance between labels, a round number of steps that leaves enough room for each label.
 * @param {number} count
 * @param {number} most labels
 */
export function labelDistance(count, most) {
  return Math.max(1, Math.round(tickDistance(count, Math.max(1, most))));
}

class StepStrip {
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  constructor(root, page) {
    this.page = page;
    this.steps = page.window().steps;
    this.count = this.steps.numbers.length;
    this.order = stackOrder(this.steps.parts);
    // Slow steps are over-represented among the listed steps.
    this.times = this.steps.leftOut > 0 ? page.window().stepTime : distribution(this.steps.durationNanos);
    this.top = stripTop(this.times);
    this.slow = slowSteps(this.steps.durationNanos, this.times.median).map(index => ({index, ...slowCause(this.steps.parts, index)}));
    this.counters = Object.entries(this.steps.counters).map(([name, values]) => /** @type {[string, number[]]} */ ([name, values.map(Number)]))
      .filter(([, values]) => values.some(value => !Object.is(value, values[0]) && Number.isFinite(value))).slice(0, 6);
    this.head = this.slow.length > 0 ? STRIP_TOP : STRIP_BARE;
    this.hovered = -1;
    /** The start of a range of steps, and the step that keys move. */
    this.anchor = -1;
    this.cursor = -1;
    /** @type {[number, number]|null} a range that is being drawn */
    this.drag = null;

    this.place = h('div', {class: 'strip'});
    this.tip = h('div', {class: 'tip', hidden: true, 'aria-hidden': 'true'});
    root.append(this.legend(), this.place);
    const height = this.head + STRIP_BARS + STRIP_AXIS + this.counters.length * STRIP_SPARK;
    this.chart = canvasChart(this.place, {height, label: this.label(), role: 'application', focus: true, draw: (ctx, width) => this.draw(ctx, width)});
    this.chart.canvas.setAttribute('aria-roledescription', 'chart of steps');
    this.place.append(this.tip);
    this.listen();
    page.on(['from', 'to'], () => this.chart.redraw());
  }

  label() {
    return `${formatCounted(this.count, 'step')}, median ${formatTime(this.times.median)}, 90 of 100 within ${formatTime(this.times.p90)}, `
      + `${this.slow.length} slow. Arrow keys select a step, with Shift a range; Enter shows it in the timeline, Escape shows all.`;
  }

  legend() {
    return h('ul', {class: 'legend striplegend', 'aria-hidden': 'true'}, ...[...this.order].map(part =>
      h('li', {}, swatch(part), h('span', {}, partLabel(part)))));
  }

  /** @param {number} width */
  measure(width) {
    const isNarrow = width < 560;
    this.left = isNarrow ? 46 : 58;
    this.right = isNarrow ? 8 : 96;
    this.isNarrow = isNarrow;
    this.width = Math.max(10, width - this.left - this.right);
    this.floor = this.head + STRIP_BARS;
  }

  /** @param {number} index */
  x(index) {
    return this.left + index / this.count * this.width;
  }

  /** @param {number} nanos */
  y(nanos) {
    return this.floor - Math.min(nanos, this.top * 1.02) / this.top * STRIP_BARS;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   */
  draw(ctx, width) {
    this.measure(width);
    ctx.font = STRIP_FONT;
    ctx.textBaseline = 'middle';
    this.drawScale(ctx);
    this.drawSelection(ctx);
    this.drawBars(ctx);
    this.drawMarks(ctx);
    this.drawSteps(ctx);
    this.counters.forEach(([name, values], i) => this.drawCounter(ctx, name, values, this.floor + STRIP_AXIS + i * STRIP_SPARK));
    this.drawCursor(ctx);
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawScale(ctx) {
    const millis = this.top / 1e6;
    const distance = tickDistance(millis, 5) * 1e6;
    ctx.textAlign = 'right';
    for (let nanos = 0; nanos <= this.top; nanos += distance) {
      const y = Math.round(this.y(nanos)) + 0.5;
      ctx.fillStyle = cssColor('--line');
      ctx.fillRect(this.left, y - 0.5, this.width, 1);
      ctx.fillStyle = cssColor('--faint');
      ctx.fillText(formatInstant(nanos, distance, this.top), this.left - 9, y);
    }
    ctx.fillStyle = cssColor('--tint');
    ctx.fillRect(this.left, this.y(this.times.p90), this.width, Math.max(1, this.y(this.times.p10) - this.y(this.times.p90)));
  }

  /**
   * Indexes of the first and last step selected or being selected; null if all are. @returns {[number, number]|null}
   */
  selected() {
    if (this.drag) return [Math.min(...this.drag), Math.max(...this.drag)];
    const selection = this.page.selection();
    return selection.isAll ? null : [selection.indices[0], selection.indices[selection.indices.length - 1]];
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawSelection(ctx) {
    const selected = this.selected();
    if (!selected) return;
    const from = this.x(selected[0]);
    const to = this.x(selected[1] + 1);
    const bottom = this.floor + STRIP_AXIS + this.counters.length * STRIP_SPARK;
    ctx.fillStyle = cssColor('--tint');
    ctx.fillRect(from, this.head - 4, to - from, bottom - this.head + 4);
    ctx.fillStyle = cssColor('--accent');
    ctx.fillRect(from, this.head - 4, Math.max(2, to - from), 2);
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawBars(ctx) {
    const each = this.width / this.count;
    const gap = Math.max(each - STRIP_WIDEST, each >= 60 ? 16 : each >= 24 ? 4 : each >= 8 ? 2 : each >= 3 ? 1 : 0);
    const selected = this.selected();
    const bottoms = new Float64Array(this.count);
    for (const part of this.order) {
      const column = this.steps.parts[part];
      const color = partColor(part);
      ctx.fillStyle = isWait(part) ? hatch(ctx, color) : color;
      for (let i = 0; i < this.count; i++) {
        const nanos = column[i];
        if (!(nanos > 0)) continue;
        ctx.globalAlpha = selected && (i < selected[0] || i > selected[1]) ? 0.35 : 1;
        const from = this.y(bottoms[i]);
        bottoms[i] += nanos;
        const to = this.y(bottoms[i]);
        ctx.fillRect(this.x(i) + gap / 2, to, Math.max(0.75, each - gap), from - to);
      }
    }
    ctx.globalAlpha = 1;
  }

  /** The median, the bounds of most steps, and the slow ones with their cause. @param {CanvasRenderingContext2D} ctx */
  drawMarks(ctx) {
    const {median, p10, p90} = this.times;
    ctx.strokeStyle = cssColor('--ink');
    ctx.lineWidth = 1;
    ctx.setLineDash([4, 3]);
    ctx.beginPath();
    ctx.moveTo(this.left, Math.round(this.y(median)) + 0.5);
    ctx.lineTo(this.left + this.width + 6, Math.round(this.y(median)) + 0.5);
    ctx.stroke();
    ctx.setLineDash([]);
    if (!this.isNarrow) this.drawRange(ctx, [['P90', p90], ['median', median], ['P10', p10]]);
    this.drawSlow(ctx);
  }

  /**
   * Draws labels beside the bars without overlap.
   * @param {CanvasRenderingContext2D} ctx
   * @param {[string, number][]} labels from the top
   */
  drawRange(ctx, labels) {
    const x = this.left + this.width + 10;
    ctx.fillStyle = cssColor('--faint');
    ctx.fillRect(x, this.y(labels[0][1]), 2, Math.max(2, this.y(labels[2][1]) - this.y(labels[0][1])));
    const places = labels.map(([, nanos]) => this.y(nanos));
    places[0] = Math.min(places[0], places[1] - 15);
    places[2] = Math.max(places[2], places[1] + 15);
    ctx.textAlign = 'left';
    labels.forEach(([name, nanos], i) => {
      ctx.fillStyle = cssColor(i === 1 ? '--ink' : '--faint');
      ctx.fillText(`${name === 'median' ? '' : `${name} `}${formatTime(nanos)}`, x + 8, places[i]);
    });
  }

  /** Marks all slow steps, and names the causes of the slowest if there is room. @param {CanvasRenderingContext2D} ctx */
  drawSlow(ctx) {
    const each = this.width / this.count;
    const marks = this.slow.map(slow => ({...slow, middle: this.x(slow.index) + each / 2, y: this.markY(slow.index)}));
    ctx.fillStyle = cssColor('--warn');
    for (const {middle, y} of marks) {
      ctx.beginPath();
      ctx.moveTo(middle - 3.5, y - 6);
      ctx.lineTo(middle + 3.5, y - 6);
      ctx.lineTo(middle, y);
      ctx.fill();
    }
    /** @type {{left: number, right: number, y: number, apart: number}[]} */
    const taken = marks.map(({middle, y}) => ({left: middle - 4, right: middle + 4, y: y - 3, apart: 10}));
    marks.sort((a, b) => this.steps.durationNanos[b.index] - this.steps.durationNanos[a.index]);
    const most = Math.ceil(this.width / STRIP_NAMED);
    let named = 0;
    for (const mark of marks) {
      if (named < most && this.nameSlow(ctx, mark, taken)) named++;
    }
  }

  /** The lower end of the mark of a step. @param {number} index */
  markY(index) {
    return this.y(this.steps.durationNanos[index]) - 4;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {{index: number, part: string, nanos: number, middle: number, y: number}} mark
   * @param {{left: number, right: number, y: number, apart: number}[]} taken occupied places, and the distance that
   *     texts keep from them
   */
  nameSlow(ctx, {index, part, nanos, middle, y}, taken) {
    const duration = this.steps.durationNanos[index];
    const cause = part === '' ? '' : STRIP_CAUSES[part] ?? partLabel(part);
    const text = duration > this.top ? `${formatTime(duration)}${cause ? ` ${cause}` : ''}` : cause ? `+${formatTime(nanos)} ${cause}` : formatTime(duration);
    const wide = ctx.measureText(text).width;
    const left = Math.max(this.left, Math.min(middle - wide / 2, this.left + this.width - wide));
    const right = left + wide;
    const line = y - 14;
    const isOverBars = line + 6 < Math.min(...this.heightsBetween(left, right));
    const isFree = taken.every(other => right + 8 < other.left || left - 8 > other.right || Math.abs(other.y - line) > other.apart);
    if (!isOverBars || !isFree) return false;
    ctx.textAlign = 'left';
    ctx.fillStyle = cssColor('--ink');
    ctx.fillText(text, left, line);
    taken.push({left, right, y: line, apart: 15});
    return true;
  }

  /**
   * The upper ends of the bars between two points.
   * @param {number} left
   * @param {number} right
   */
  heightsBetween(left, right) {
    const from = stepAt(left, this.left, this.width, this.count);
    const to = stepAt(right, this.left, this.width, this.count);
    return this.steps.durationNanos.slice(from, to + 1).map(nanos => this.y(nanos));
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawSteps(ctx) {
    const distance = labelDistance(this.count, this.width / 64);
    ctx.textAlign = 'center';
    ctx.fillStyle = cssColor('--faint');
    const each = this.width / this.count;
    for (let i = 0; i < this.count; i += distance) {
      ctx.fillText(String(this.steps.numbers[i]), this.x(i) + each / 2, this.floor + 12);
    }
    ctx.textAlign = 'right';
    ctx.fillText('step', this.left - 9, this.floor + 12);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} name
   * @param {number[]} values
   * @param {number} top
   */
  drawCounter(ctx, name, values, top) {
    const known = values.filter(Number.isFinite);
    const [min, max] = [Math.min(...known), Math.max(...known)];
    const each = this.width / this.count;
    const y = value => top + STRIP_SPARK - 6 - (value - min) / Math.max(max - min, 1e-300) * (STRIP_SPARK - 29);
    ctx.fillStyle = cssColor('--line');
    ctx.fillRect(this.left, top, this.width, 1);
    ctx.textAlign = 'left';
    ctx.fillStyle = cssColor('--soft');
    ctx.fillText(name, this.left, top + 10);
    const at = this.hovered >= 0 ? this.hovered : this.count - 1;
    const wide = ctx.measureText(`${name}  `).width;
    ctx.fillStyle = cssColor('--ink');
    ctx.fillText(formatNumber(values[at]), this.left + wide, top + 10);
    if (!this.isNarrow) {
      ctx.fillStyle = cssColor('--faint');
      ctx.fillText(formatNumber(max), this.left + this.width + 18, y(max));
      ctx.fillText(formatNumber(min), this.left + this.width + 18, y(min) - 2);
    }
    ctx.strokeStyle = cssColor('--accent');
    ctx.lineWidth = 1.5;
    ctx.lineJoin = 'round';
    ctx.beginPath();
    let isOpen = false;
    values.forEach((value, i) => {
      if (!Number.isFinite(value)) {
        isOpen = false;
        return;
      }
      const x = this.x(i) + each / 2;
      if (isOpen) ctx.lineTo(x, y(value));
      else ctx.moveTo(x, y(value));
      isOpen = true;
    });
    ctx.stroke();
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawCursor(ctx) {
    if (this.hovered < 0) return;
    const each = this.width / this.count;
    const bottom = this.floor + STRIP_AXIS + this.counters.length * STRIP_SPARK;
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = cssColor('--ink');
    const middle = Math.round(this.x(this.hovered) + each / 2);
    ctx.fillRect(middle, this.floor + 1, 1, 4);
    if (this.counters.length > 0) ctx.fillRect(middle, this.floor + STRIP_AXIS, 1, bottom - this.floor - STRIP_AXIS);
    ctx.globalAlpha = 1;
    if (each >= 4) {
      ctx.strokeStyle = cssColor('--ink');
      ctx.lineWidth = 1;
      const y = this.y(this.steps.durationNanos[this.hovered]);
      ctx.strokeRect(Math.round(this.x(this.hovered)) + 0.5, Math.round(y) - 0.5, Math.round(each) - 1, this.floor - Math.round(y) + 1);
    }
  }

  listen() {
    const {canvas} = this.chart;
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      const at = this.under(event);
      this.anchor = event.shiftKey && this.cursor >= 0 ? this.anchor : at;
      this.drag = [this.anchor, at];
      canvas.setPointerCapture(event.pointerId);
      canvas.focus({preventScroll: true});
      this.chart.redraw();
    });
    canvas.addEventListener('pointermove', event => {
      const at = this.under(event);
      if (this.drag) this.drag[1] = at;
      this.hover(at, event.offsetX);
    });
    canvas.addEventListener('pointerup', event => {
      if (!this.drag) return;
      const [from, to] = this.drag;
      this.drag = null;
      this.cursor = this.under(event);
      const selected = this.selected();
      if (from === to && selected && selected[0] === from && selected[1] === from) this.page.clearSelection();
      else this.select(from, to);
    });
    canvas.addEventListener('pointercancel', () => {
      this.drag = null;
      this.chart.redraw();
    });
    canvas.addEventListener('pointerleave', () => this.hover(-1, 0));
    canvas.addEventListener('dblclick', event => this.open(this.under(event)));
    canvas.addEventListener('keydown', event => this.key(event));
    canvas.addEventListener('blur', () => this.hover(-1, 0));
  }

  /** @param {PointerEvent|MouseEvent} event */
  under(event) {
    return stepAt(event.offsetX, this.left, this.width, this.count);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const selected = this.selected();
    const last = this.count - 1;
    if (this.cursor < 0) this.cursor = selected ? selected[0] : -1;
    const moves = {
      ArrowLeft: () => Math.max(0, this.cursor < 0 ? last : this.cursor - 1),
      ArrowRight: () => Math.min(last, this.cursor + 1),
      Home: () => 0,
      End: () => last,
    };
    if (moves[event.key]) {
      event.preventDefault();
      this.cursor = moves[event.key]();
      if (!event.shiftKey || this.anchor < 0) this.anchor = this.cursor;
      this.select(this.anchor, this.cursor);
      this.hover(this.cursor, this.x(this.cursor + 0.5));
    } else if (event.key === 'Enter' && selected) {
      event.preventDefault();
      this.open(selected[0], selected[1]);
    } else if (event.key === 'Escape') {
      this.cursor = this.anchor = -1;
      this.hover(-1, 0);
      this.page.clearSelection();
      this.page.announce('All steps');
    }
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  select(from, to) {
    const {numbers} = this.steps;
    this.page.selectSteps(numbers[from], numbers[to]);
    this.page.announce(from === to ? this.describe(from)
      : `Steps ${numbers[Math.min(from, to)]} to ${numbers[Math.max(from, to)]} selected`);
    this.chart.redraw();
  }

  /**
   * @param {number} from
   * @param {number} [to]
   */
  open(from, to = from) {
    const {startNanos, durationNanos} = this.steps;
    this.page.zoomTo(startNanos[from], startNanos[to] + durationNanos[to]);
  }

  /** @param {number} index */
  describe(index) {
    const most = this.order.map(part => ({part, nanos: this.steps.parts[part][index]})).sort((a, b) => b.nanos - a.nanos).slice(0, 3);
    const slow = this.slow.find(each => each.index === index);
    return `Step ${this.steps.numbers[index]}: ${formatTime(this.steps.durationNanos[index])}; `
      + most.map(({part, nanos}) => `${partLabel(part)} ${formatTime(nanos)}`).join(', ')
      + (slow ? `; slow${slow.part ? `, ${formatTime(slow.nanos)} more ${partLabel(slow.part)} than usual` : ''}` : '');
  }

  /**
   * @param {number} index
   * @param {number} x
   */
  hover(index, x) {
    if (index === this.hovered && index < 0) return;
    this.hovered = index;
    this.chart.redraw();
    this.tip.hidden = index < 0;
    if (index < 0) return;
    this.fillTip(index);
    const width = this.tip.offsetWidth;
    const all = this.place.clientWidth;
    this.tip.style.left = `${x + 20 + width > all ? Math.max(0, x - width - 20) : x + 20}px`;
  }

  /** @param {number} index */
  fillTip(index) {
    const slow = this.slow.find(each => each.index === index);
    const duration = this.steps.durationNanos[index];
    const rows = [...this.order].reverse().map(part => ({part, nanos: this.steps.parts[part][index]})).filter(row => row.nanos > 0);
    this.tip.replaceChildren(
      h('div', {class: 'tiphead'}, h('b', {}, `Step ${this.steps.numbers[index]}`), h('b', {}, formatTime(duration))),
      ...rows.map(({part, nanos}) => h('div', {}, h('span', {}, swatch(part), partLabel(part)), h('span', {}, formatTime(nanos)))),
      this.steps.cpuNanos?.length ? h('div', {class: 'tiprest'}, h('span', {}, 'processor time of its thread'), h('span', {}, formatTime(this.steps.cpuNanos[index]))) : '',
      slow ? h('div', {class: 'tiprest'}, h('span', {}, slow.part ? `slow: ${formatTime(slow.nanos)} more ${partLabel(slow.part)}` : 'slow: cause not recorded')) : '');
  }
}

export const stepsSection = {
  id: 'steps', title: 'Steps', order: 30,
  lead: () => stepWords('Each bar is a step. Click one, or drag over several: everything below follows.', ''),
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    const {steps} = page.window();
    if (steps.numbers.length === 0) {
      page.absent(root, `No step of this window is complete. ${programSteps(page.window())}`);
      return;
    }
    if (isWholeWindow(steps)) {
      page.absent(root, 'The file has no step marks. The option --step=REGEX of stepprof names events that are steps.');
      return;
    }
    new StepStrip(root, page);
    if (steps.leftOut > 0) {
      const hasSlowest = Math.max(...steps.durationNanos) === page.window().stepTime.max;
      root.append(h('p', {class: 'muted note'}, `${formatCount(steps.leftOut)} more steps are in the figures of all steps but not drawn${hasSlowest ? '; the slowest one is drawn' : ''}.`));
    }
  },
};
