// @ts-check
import {h} from './dom.js';
import {canvasChart} from './canvas.js';
import {cssColor} from './palette.js';
import {formatTime} from './format.js';
import {timelineNanos, timelineRowOf} from './timeline-data.js';
import {timelineEventAt, timelineFirstAfter, timelineGallop} from './timeline-level.js';
import {timelineClosedAtFirst, timelineLayout, timelineLineAt} from './timeline-layout.js';
import {timelineMoved, timelineTicks, timelineWidened, timelineWithin, timelineZoomed} from './timeline-view.js';
import {TimelinePainter} from './timeline-paint.js';

/**
 * @typedef {import('./timeline-data.js').TimelineModel} TimelineModel
 * @typedef {import('./timeline-data.js').TimelineCounter} TimelineCounter
 * @typedef {import('./timeline-view.js').TimelineView} TimelineView
 */

const timelineGutter = 176;
const timelineNarrow = 760;
const timelineHead = 40;
const timelineOverview = 12;
const timelineRowsAtFirst = 40;
/** Minimum distance of drawn step borders in pixels; closer ones would hide everything else. */
const timelineStepWidth = 60;
/** Maximum movement of the pointer, in pixels, for a click. */
const timelineStill = 4;

/** The drawing of the timeline with its view, selection and mark. Times are units of the model. */
export class TimelineChart {
  /**
   * @param {HTMLElement} root
   * @param {TimelineModel} model
   * @param {{onView: () => void, onSelect: (event: number) => void, onHover: (event: number, counter: TimelineCounter|null, time: number) => (Node|null)}} told
   */
  constructor(root, model, told) {
    this.model = model;
    this.told = told;
    this.limits = {start: 0, end: model.end};
    /** The interval of the selected steps; everything outside is paler. */
    this.steps = this.limits;
    /** @type {TimelineView} */
    this.view = this.limits;
    /** @type {TimelineView|null} */
    this.mark = null;
    this.selected = -1;
    this.hovered = -1;
    this.closed = timelineClosedAtFirst(model, timelineRowsAtFirst);
    this.isNarrow = false;
    this.painter = new TimelinePainter(model);
    this.layout = timelineLayout(model, this.closed, false);
    this.width = 0;

    this.tip = h('div', {class: 'timeline-tip', 'aria-hidden': 'true'});
    this.head = h('div', {class: 'timeline-head', 'aria-hidden': 'true'});
    this.sticky = h('div', {class: 'timeline-sticky', 'aria-hidden': 'true'});
    this.titles = h('div', {class: 'timeline-titles'});
    this.inner = h('div', {class: 'timeline-inner'}, this.sticky, this.titles);
    this.scroll = h('div', {class: 'timeline-scroll'}, this.inner);
    this.frame = h('div', {class: 'timeline-frame card', role: 'application', tabindex: 0, 'aria-roledescription': 'timeline'},
      this.head, this.scroll, this.tip);
    root.append(this.frame);
    const plain = {role: 'presentation', label: ''};
    this.ruler = canvasChart(this.head, {...plain, height: timelineHead, draw: (ctx, width) => this.drawHead(ctx, width)});
    this.base = canvasChart(this.sticky, {...plain, height: 100, draw: (ctx, width, height) => this.drawRows(ctx, width, height)});
    this.over = canvasChart(this.sticky, {...plain, height: 100, draw: (ctx, width, height) => this.drawOver(ctx, width, height)});
    this.over.canvas.classList.add('timeline-over');
    const onTheme = () => (this.frame.isConnected ? this.painter.forget() : document.removeEventListener('themechange', onTheme));
    document.addEventListener('themechange', onTheme);
    this.scroll.addEventListener('scroll', () => this.redraw());
    this.listen();
    this.arrange();
  }

  get left() {
    return this.isNarrow ? 0 : timelineGutter;
  }

  /** @param {number} time */
  x(time) {
    return this.left + ((time - this.view.start) / (this.view.end - this.view.start)) * (this.width - this.left);
  }

  /** @param {number} x in the drawing */
  time(x) {
    return this.view.start + ((x - this.left) / (this.width - this.left)) * (this.view.end - this.view.start);
  }

  /** The time of one pixel. */
  get pixel() {
    return (this.view.end - this.view.start) / Math.max(this.width - this.left, 1);
  }

  redraw() {
    this.ruler.redraw();
    this.base.redraw();
    this.over.redraw();
  }

  /** Updates the layout of the tracks. */
  arrange() {
    this.layout = timelineLayout(this.model, this.closed, this.isNarrow);
    const height = Math.round(Math.min(this.layout.height, Math.max(260, innerHeight * 0.66)));
    this.inner.style.height = `${this.layout.height}px`;
    this.scroll.style.height = `${height}px`;
    this.sticky.style.height = `${height}px`;
    this.frame.classList.toggle('narrow', this.isNarrow);
    this.base.setHeight(height);
    this.over.setHeight(height);
    this.titles.replaceChildren(...this.layout.titles.map(title => this.titleOf(title)));
    this.ruler.redraw();
  }

  /** @param {import('./timeline-layout.js').TimelineTitle} title */
  titleOf(title) {
    const name = [h('span', {class: 'timeline-name', text: title.title}), title.note && h('span', {class: 'timeline-name', text: title.note})];
    const button = title.rows < 2 ? h('div', {class: 'timeline-fold'}, ...name)
      : h('button', {class: 'timeline-fold', type: 'button', 'aria-expanded': String(title.isOpen), onclick: () => this.toggle(title.key)}, ...name);
    button.title = `${title.title} (${title.hint})`;
    const place = h('div', {class: 'timeline-title'}, button);
    place.style.top = `${title.y}px`;
    place.style.height = `${this.isNarrow ? 19 : Math.max(title.height, 19)}px`;
    return place;
  }

  /** @param {string} key of a track */
  toggle(key) {
    if (!this.closed.delete(key)) this.closed.add(key);
    const at = this.layout.titles.findIndex(title => title.key === key);
    this.arrange();
    /** @type {HTMLElement|null} */ (this.titles.children[at]?.querySelector('button'))?.focus();
  }

  /** @param {TimelineView} view */
  show(view) {
    const next = timelineWithin(view, this.limits, 20);
    if (next.start === this.view.start && next.end === this.view.end) return;
    this.view = next;
    this.redraw();
    this.told.onView();
  }

  /** @param {TimelineView} steps */
  select(steps) {
    this.steps = steps;
    this.fit();
    this.redraw();
  }

  /** The view that shows all selected steps. */
  get fitting() {
    return timelineWithin(timelineWidened(this.steps, this.isAll(this.steps) ? 0 : 0.02), this.limits, 20);
  }

  fit() {
    this.show(this.fitting);
  }

  isFit() {
    return this.view.start === this.fitting.start && this.view.end === this.fitting.end;
  }

  /** @param {TimelineView} view */
  isAll(view) {
    return view.start <= this.limits.start && view.end >= this.limits.end;
  }

  /** Shows the selected event or the mark; if already shown, all selected steps. */
  focus() {
    const wanted = this.selected >= 0 ? this.spanOf(this.selected) : this.mark;
    if (!wanted) return this.fit();
    const before = this.view;
    const near = timelineWidened({start: wanted.start, end: Math.max(wanted.end, wanted.start + 1)}, 0.3);
    this.show(near);
    if (this.view.start === before.start && this.view.end === before.end) this.fit();
  }

  /** @param {number} event */
  spanOf(event) {
    return {start: this.model.starts[event], end: this.model.ends[event]};
  }

  /**
   * Selects an event and brings it into view.
   * @param {number} event -1 for none
   */
  choose(event) {
    this.selected = event;
    if (event >= 0) {
      const {start, end} = this.spanOf(event);
      const {view} = this;
      const length = view.end - view.start;
      if (start >= view.end || end <= view.start || (start < view.start && end < view.start + length / 20)) {
        this.show({start: start - length * 0.3, end: start + length * 0.7});
      }
      this.scrollTo(event);
    }
    this.over.redraw();
    this.told.onSelect(event);
  }

  /** @param {number} event */
  scrollTo(event) {
    const row = timelineRowOf(this.model, event);
    let line = this.layout.lines.find(each => each.row === row);
    if (!line) {
      this.closed.delete(`t${row.track.place}`);
      this.arrange();
      line = this.layout.lines.find(each => each.row === row);
    }
    if (!line) return;
    const {scrollTop, clientHeight} = this.scroll;
    if (line.y < scrollTop + 6) this.scroll.scrollTop = line.y - 40;
    else if (line.y + line.height > scrollTop + clientHeight - 6) this.scroll.scrollTop = line.y + line.height - clientHeight + 40;
  }

  /** @param {TimelineView|null} mark */
  setMark(mark) {
    this.mark = mark;
    this.ruler.redraw();
    this.over.redraw();
  }

  /** @param {Uint8Array|null} found by label */
  highlight(found) {
    this.painter.show(found);
    this.base.redraw();
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   * @param {number} height
   */
  drawRows(ctx, width, height) {
    performance.mark('timeline frame');
    const isNarrow = width < timelineNarrow;
    this.width = width;
    if (isNarrow !== this.isNarrow) {
      this.isNarrow = isNarrow;
      this.arrange();
      return;
    }
    this.painter.draw(ctx, {
      view: this.view, left: this.left, width: width - this.left, height, top: this.scroll.scrollTop, layout: this.layout,
      selected: this.isAll(this.steps) ? null : this.steps,
    });
    performance.clearMeasures('timeline frame');
    performance.measure('timeline frame', 'timeline frame');
    performance.clearMarks('timeline frame');
  }

  /**
   * Draws the overview, whose visible part can be moved, and the ruler.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   */
  drawHead(ctx, width) {
    this.width = width;
    const {left, limits, view, model} = this;
    const room = width - left;
    const place = (/** @type {number} */ time) => left + ((time - limits.start) / (limits.end - limits.start)) * room;
    ctx.fillStyle = cssColor('--hover');
    ctx.fillRect(left, 0, room, timelineOverview);
    const steps = model.tracks.find(track => track.kind === 'STEPS')?.rows[0];
    if (steps && steps.to - steps.from < room / 2) {
      ctx.fillStyle = cssColor('--line');
      for (let i = steps.from; i < steps.to; i += 2) ctx.fillRect(place(model.starts[i]), 0, place(model.ends[i]) - place(model.starts[i]), timelineOverview);
    }
    const [from, to] = [place(view.start), place(view.end)];
    ctx.globalAlpha = 0.45;
    ctx.fillStyle = cssColor('--accent');
    ctx.fillRect(from, 0, Math.max(to - from, 3), timelineOverview);
    ctx.globalAlpha = 1;
    this.drawRuler(ctx, width);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   */
  drawRuler(ctx, width) {
    const {model, view, left} = this;
    const room = width - left;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, 0, room, timelineHead);
    ctx.clip();
    ctx.font = `11.5px ${getComputedStyle(ctx.canvas).fontFamily}`;
    ctx.textBaseline = 'middle';
    ctx.strokeStyle = cssColor('--line');
    ctx.fillStyle = cssColor('--faint');
    for (const {nanos, text} of timelineTicks(timelineNanos(model, view.start), timelineNanos(model, view.end), room / 110)) {
      const x = Math.round(this.x((nanos - model.origin) / model.unit)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, timelineOverview + 6);
      ctx.lineTo(x, timelineHead);
      ctx.stroke();
      ctx.fillText(text, x + 5, timelineOverview + 15);
    }
    if (this.mark) {
      const [from, to] = [this.x(this.mark.start), this.x(this.mark.end)];
      const text = formatTime((this.mark.end - this.mark.start) * model.unit);
      const length = ctx.measureText(text).width + 12;
      const middle = Math.min(Math.max((from + to) / 2, left + length / 2), width - length / 2);
      ctx.fillStyle = cssColor('--accent');
      ctx.fillRect(from, timelineHead - 4, Math.max(to - from, 1), 3);
      ctx.beginPath();
      ctx.roundRect(middle - length / 2, timelineOverview + 6, length, 18, 4);
      ctx.fill();
      ctx.fillStyle = cssColor('--card');
      ctx.fillText(text, middle - length / 2 + 6, timelineOverview + 15.5);
    }
    ctx.restore();
  }

  /**
   * Draws the layer that changes with the pointer: borders of steps, the mark, the selection.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   * @param {number} height
   */
  drawOver(ctx, width, height) {
    const {left, model, mark} = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, 0, width - left, height);
    ctx.clip();
    this.drawSteps(ctx, height);
    if (mark) {
      const [from, to] = [this.x(mark.start), this.x(mark.end)];
      ctx.fillStyle = cssColor('--tint');
      ctx.fillRect(from, 0, Math.max(to - from, 1), height);
      ctx.strokeStyle = cssColor('--accent');
      ctx.lineWidth = 1;
      ctx.setLineDash([4, 3]);
      for (const x of [from, to]) {
        ctx.beginPath();
        ctx.moveTo(Math.round(x) + 0.5, 0);
        ctx.lineTo(Math.round(x) + 0.5, height);
        ctx.stroke();
      }
      ctx.setLineDash([]);
    }
    for (const [event, color, thick] of /** @type {[number, string, number][]} */ ([[this.hovered, '--ink', 1], [this.selected, '--ink', 2]])) {
      if (event < 0) continue;
      const row = timelineRowOf(model, event);
      const line = this.layout.lines.find(each => each.row === row);
      if (!line) continue;
      const from = Math.max(this.x(model.starts[event]), left - 4);
      const to = Math.max(Math.min(this.x(model.ends[event]), width + 4), from + 2);
      const y = line.y - this.scroll.scrollTop;
      ctx.strokeStyle = cssColor(color);
      ctx.lineWidth = thick;
      ctx.beginPath();
      ctx.roundRect(from - 0.5, y - 0.5, to - from + 1, line.height, 2.5);
      ctx.stroke();
    }
    ctx.restore();
  }

  /**
   * Draws the borders of steps through all tracks, unless there are too many.
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} height
   */
  drawSteps(ctx, height) {
    const {model, view} = this;
    const steps = model.tracks.find(track => track.kind === 'STEPS')?.rows[0];
    if (!steps) return;
    const first = timelineFirstAfter(model.ends, steps.from, steps.to, view.start);
    const behind = timelineGallop(model.starts, first, steps.to, view.end);
    if (behind - first > (this.width - this.left) / timelineStepWidth) return;
    ctx.globalAlpha = 0.7;
    ctx.strokeStyle = cssColor('--line');
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let i = first; i < behind; i++) {
      for (const time of [model.starts[i], model.ends[i]]) {
        const x = Math.round(this.x(time)) + 0.5;
        ctx.moveTo(x, 0);
        ctx.lineTo(x, height);
      }
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  /**
   * @param {number} x in the drawing
   * @param {number} y
   * @returns {{event: number, counter: TimelineCounter|null, time: number}}
   */
  at(x, y) {
    const time = this.time(x);
    const nothing = {event: -1, counter: null, time};
    const line = x < this.left ? null : timelineLineAt(this.layout, y + this.scroll.scrollTop);
    if (!line) return nothing;
    if (line.counter) return {event: -1, counter: line.counter, time};
    return line.row ? {event: timelineEventAt(this.model, line.row, time, 3 * this.pixel), counter: null, time} : nothing;
  }

  /** @param {PointerEvent|WheelEvent} event */
  static place(event) {
    return {x: event.offsetX, y: event.offsetY};
  }

  listen() {
    const {canvas} = this.over;
    /** @type {Map<number, {x: number, y: number}>} */
    const pointers = new Map();
    /** @type {{kind: 'still'|'range'|'pan', x: number, y: number, view: TimelineView, time: number}|null} */
    let drag = null;
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      const {x, y} = TimelineChart.place(event);
      pointers.set(event.pointerId, {x, y});
      canvas.setPointerCapture(event.pointerId);
      drag = {kind: event.shiftKey && event.pointerType === 'mouse' ? 'pan' : 'still', x, y, view: this.view, time: this.time(x)};
      this.hover(-1);
    });
    canvas.addEventListener('pointermove', event => {
      const {x, y} = TimelineChart.place(event);
      if (!drag) return this.hoverAt(x, y);
      const old = pointers.get(event.pointerId);
      pointers.set(event.pointerId, {x, y});
      if (pointers.size === 2 && old) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1] ?? old;
        drag.kind = 'pan';
        const factor = Math.max(Math.abs(old.x - other.x), 8) / Math.max(Math.abs(x - other.x), 8);
        this.show(timelineZoomed(this.view, factor, this.time((x + other.x) / 2)));
        drag = {...drag, x, view: this.view};
        return;
      }
      if (drag.kind === 'still' && Math.abs(x - drag.x) > timelineStill) drag.kind = event.pointerType === 'mouse' ? 'range' : 'pan';
      if (drag.kind === 'pan') this.show(timelineMoved(drag.view, (drag.x - x) / (this.width - this.left)));
      if (drag.kind === 'range') {
        const time = Math.min(Math.max(this.time(x), this.view.start), this.view.end);
        this.setMark({start: Math.min(drag.time, time), end: Math.max(drag.time, time)});
      }
    });
    const end = (/** @type {PointerEvent} */ event) => {
      pointers.delete(event.pointerId);
      if (drag?.kind === 'still' && event.type === 'pointerup') this.choose(this.at(drag.x, drag.y).event);
      if (pointers.size === 0) drag = null;
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', () => this.hover(-1));
    canvas.addEventListener('dblclick', () => this.focus());
    canvas.addEventListener('wheel', event => {
      const sideways = event.deltaX || (event.shiftKey ? event.deltaY : 0);
      if (event.ctrlKey || event.metaKey) {
        this.show(timelineZoomed(this.view, Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) / 360), this.time(TimelineChart.place(event).x)));
      } else if (sideways !== 0 && Math.abs(sideways) >= Math.abs(event.deltaX ? event.deltaY : 0)) {
        this.show(timelineMoved(this.view, sideways / 900));
      } else return;
      event.preventDefault();
    }, {passive: false});
    this.listenToOverview();
  }

  /** Moves the view by dragging in the overview. */
  listenToOverview() {
    const {canvas} = this.ruler;
    let isDown = false;
    const go = (/** @type {PointerEvent} */ event) => {
      const length = this.view.end - this.view.start;
      const time = this.limits.start + ((event.offsetX - this.left) / (this.width - this.left)) * (this.limits.end - this.limits.start);
      this.show({start: time - length / 2, end: time + length / 2});
    };
    canvas.addEventListener('pointerdown', event => {
      if (event.offsetY > timelineOverview + 4) return;
      isDown = true;
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener('pointermove', event => isDown && go(event));
    canvas.addEventListener('pointerup', () => (isDown = false));
    canvas.addEventListener('pointercancel', () => (isDown = false));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  hoverAt(x, y) {
    const {event, counter, time} = this.at(x, y);
    this.hover(event);
    const content = this.told.onHover(event, counter, time);
    if (!content) return;
    this.tip.replaceChildren(content);
    this.tip.classList.add('shown');
    const top = timelineHead + y;
    const right = x + this.tip.offsetWidth + 24 > this.width;
    this.tip.style.left = `${Math.max(right ? x - this.tip.offsetWidth - 12 : x + 14, 4)}px`;
    this.tip.style.top = `${top + 18 + this.tip.offsetHeight > timelineHead + this.scroll.clientHeight ? Math.max(top - this.tip.offsetHeight - 10, 4) : top + 18}px`;
  }

  /** @param {number} event */
  hover(event) {
    this.tip.classList.remove('shown');
    this.over.canvas.style.cursor = event >= 0 ? 'pointer' : '';
    if (event === this.hovered) return;
    this.hovered = event;
    this.over.redraw();
  }
}
