// @ts-check
import {clear, h} from './dom.js';
import {formatCount, formatCounted, formatInstant, formatNumber, formatPercent, formatTime} from './format.js';
import {isWait, nameColor, partColor, partLabel} from './palette.js';
import {sourceFrame} from './source.js';
import {dataTable} from './table.js';
import {TimelineChart} from './timeline-chart.js';
import {timelineDecode, timelineName, timelineNanos, timelineRowOf, timelineUnits} from './timeline-data.js';
import {timelineChildren, timelineFind, timelineFoundSum, timelineLongest, timelineNextFound, timelineParent, timelineSelf} from './timeline-find.js';
import {timelineFirstAfter} from './timeline-level.js';
import {timelineMoved, timelineWidened, timelineZoomed} from './timeline-view.js';
import {stepWords} from './whole.js';

/**
 * @typedef {import('./timeline-data.js').TimelineModel} TimelineModel
 * @typedef {import('./timeline-data.js').TimelineCounter} TimelineCounter
 */

const timelineTableRows = 100;
const timelineQuietMillis = 250;
const timelineEventKey = 'timeline.event';
const timelineFindKey = 'timeline.find';

const timelineKeys = [
  ['w s', 'zoom in, zoom out; also Ctrl + wheel'],
  ['a d', 'to the left, to the right; also ← → and Shift + drag'],
  ['↑ ↓', 'to the parent event, to the first child; scrolls if none is selected'],
  ['. ,', 'to the next event of the row, to the previous one'],
  ['f', 'shows the selected event; pressed again: all selected steps'],
  ['m', 'marks the time of the selected event; dragging marks any time'],
  ['/', 'searches; Enter goes to the next match, Shift + Enter to the previous one'],
  ['Home End', 'to the beginning, to the end'],
  ['Esc', 'closes the help, clears the selection or the mark'],
  ['?', 'this help'],
];

const timelineKindWords = {
  SCOPE: 'scope', MODULE: 'module', COMMUNICATION: 'communication', DATA_LOADER: 'data loading', WAIT: 'wait',
  VIRTUAL_MACHINE: 'virtual machine', RUNTIME: 'call of a device’s runtime', KERNEL: 'kernel', MEMORY_COPY: 'copy of memory',
  MEMORY_SET: 'filling of memory', PROFILER: 'profiler', MARKER: 'marker', TASK: 'task', FRAME: 'frame', FUNCTION: 'function',
  STATE: 'state of the thread', SAMPLES: 'call at a sample',
};

export const timelineSection = {
  id: 'timeline',
  title: 'Timeline',
  order: 50,
  lead: () => `All events of ${stepWords('the selected steps', 'the window')}, on the threads where they ran.`,
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  async render(root, page) {
    const bytes = await page.block('timeline');
    if (!bytes) {
      if (!await page.isSummary(root, 'events')) page.absent(root, 'The window has no events.');
      return;
    }
    if (!root.isConnected) return;
    performance.mark('timeline decode');
    const model = timelineDecode(bytes);
    performance.clearMeasures('timeline decode');
    performance.measure('timeline decode', 'timeline decode');
    new TimelineSection(root, page, model);
  },
};

/** The chart with its search, selection, table, and notes about missing events. */
class TimelineSection {
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   * @param {TimelineModel} model
   */
  constructor(root, page, model) {
    this.page = page;
    this.model = model;
    /** @type {Uint8Array|null} */
    this.found = null;
    /** The last value that this section wrote to the state. */
    this.written = '';
    this.quiet = 0;

    this.input = /** @type {HTMLInputElement} */ (h('input', {class: 'search', type: 'search', placeholder: 'Search events', 'aria-label': 'Search events of the timeline'}));
    this.hits = h('span', {class: 'timeline-hits muted', role: 'status'});
    this.range = h('span', {class: 'timeline-range'});
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', {class: 'button', type: 'button', title: label, 'aria-label': label, onclick}, text);
    root.append(h('div', {class: 'timeline-bar'}, this.input, this.hits, this.range,
      h('span', {class: 'timeline-buttons'},
        button('+', 'Zoom in', () => this.zoom(0.5)), button('−', 'Zoom out', () => this.zoom(2)),
        button('Fit', `Show all${stepWords(' selected steps', '')}`, () => this.chart.fit()), button('?', 'Help on keys', () => this.toggleHelp()))));
    this.help = h('dl', {class: 'timeline-help card', hidden: true, id: 'timeline-help'},
      ...timelineKeys.map(([keys, text]) => h('div', {}, h('dt', {}, ...keys.split(' ').map(key => h('kbd', {text: key}))), h('dd', {text}))));
    root.append(this.help);
    this.chart = new TimelineChart(root, model, {
      onView: () => this.onView(), onSelect: event => this.onSelect(event), onHover: (event, counter, time) => this.onHover(event, counter, time),
    });
    this.chart.frame.setAttribute('aria-label', 'Timeline. w, s, a and d zoom and move, point and comma go to neighbours, question mark is help.');
    this.details = h('div', {class: 'timeline-details'});
    this.table = dataTable({
      label: 'Longest events in view', rows: [], sort: 'length', descending: true,
      columns: [
        {key: 'name', title: 'Event', value: row => row.name, cell: row => this.eventButton(row.event)},
        {key: 'track', title: 'Track', value: row => row.track},
        {key: 'start', title: 'Start', number: true, value: row => row.start, cell: row => this.instant(row.start)},
        {key: 'length', title: 'Duration', number: true, value: row => row.length, cell: row => formatTime(row.length)},
      ],
    });
    this.count = h('p', {class: 'muted'});
    this.twin = /** @type {HTMLDetailsElement} */ (h('details', {class: 'timeline-twin', ontoggle: () => this.fillTable()},
      h('summary', {text: 'Events in view as a table'}), this.count, this.table.element));
    root.append(this.details, ...this.notes(), this.twin);
    this.input.addEventListener('input', () => page.state.set({[timelineFindKey]: this.input.value}));
    this.input.addEventListener('keydown', event => this.onSearchKey(event));
    this.chart.frame.addEventListener('keydown', event => this.onKey(event));

    page.on(['from', 'to'], () => this.onSteps());
    page.on(['zoom'], () => this.onZoom());
    page.on([timelineFindKey], () => this.onFind());
    page.on([timelineEventKey], () => this.onEvent());
    this.onView();
    this.onSteps();
    const asked = this.asked();
    if (asked) this.chart.show(asked);
    this.onFind();
    this.onEvent();
  }

  /** Notes about events that the page does not show. */
  notes() {
    const {missing} = this.model;
    const notes = [];
    if (missing.short > 0) {
      const whole = [...missing.wholeSteps].sort((a, b) => a - b).join(', ');
      const where = this.page.window().run.source;
      notes.push(`${formatCounted(missing.short, 'event is', 'events are')} left out to limit the size of the page: shorter than ${formatTime(missing.shorterThan)}. `
        + (whole === '' ? '' : `Only the slowest, the median, the fastest and the first step are complete, as far as there is room: ${whole}. `)
        + (where ? `All events are in ${where}.` : 'All events are in the trace: write it as a .pftrace file, too.'));
    }
    if (missing.crowded > 0) notes.push(`${formatCounted(missing.crowded, 'event is', 'events are')} left out because too many overlap on their tracks.`);
    if (missing.withoutDetails > 0) notes.push(`${formatCounted(missing.withoutDetails, 'event is', 'events are')} shown without inputs and call stacks, because there are too many different ones.`);
    return notes.map(text => h('p', {class: 'timeline-note muted', text}));
  }

  /** @param {number} nanos from the beginning of the window */
  instant(nanos) {
    return formatInstant(nanos, this.model.unit, timelineNanos(this.model, this.model.end));
  }

  onSteps() {
    const selection = this.page.selection();
    const limits = this.chart.limits;
    this.chart.select(selection.isAll ? limits : {
      start: timelineUnits(this.model, selection.startNanos), end: timelineUnits(this.model, selection.endNanos),
    });
  }

  /** The interval that another section, or the address, requests. */
  asked() {
    const text = this.page.state.get('zoom');
    if (text === this.written) return null;
    this.written = text;
    const [start, end] = text.split('-').map(Number);
    return text === '' || !(end >= start) ? null : {start: timelineUnits(this.model, start), end: timelineUnits(this.model, end)};
  }

  /** Shows and marks the time of a finding's link. */
  onZoom() {
    const asked = this.asked();
    if (!asked) return;
    this.chart.setMark(asked);
    this.chart.show(timelineWidened({start: asked.start, end: Math.max(asked.end, asked.start + 1)}, 0.15));
    clearTimeout(this.quiet);
  }

  onFind() {
    const text = this.page.state.get(timelineFindKey);
    if (this.input.value !== text) this.input.value = text;
    this.found = timelineFind(this.model, text);
    this.chart.highlight(this.found);
    if (!this.found) {
      this.hits.textContent = '';
      return;
    }
    const {count, units} = timelineFoundSum(this.model, this.found);
    this.hits.textContent = count === 0 ? 'nothing found' : `${formatCount(count)} found, which cover ${formatTime(units * this.model.unit)}`;
  }

  onEvent() {
    // An event of another window does not apply here.
    const [window, place] = this.page.state.get(timelineEventKey).split('.');
    const event = place !== undefined && Number(window) === this.page.windowIndex() ? Number(place) : -1;
    if (event === this.chart.selected || !Number.isInteger(event) || event < -1 || event >= this.model.starts.length) return;
    this.chart.choose(event);
  }

  onView() {
    const {view} = this.chart;
    const {unit, end} = this.model;
    const text = (/** @type {number} */ units) => formatInstant(timelineNanos(this.model, units), Math.max((view.end - view.start) * unit / 1000, 1), timelineNanos(this.model, end));
    this.range.textContent = `${text(view.start)} – ${text(view.end)}`;
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.onQuiet(), timelineQuietMillis);
  }

  /** Stores the view when the reader has stopped moving it. */
  onQuiet() {
    if (!this.chart.frame.isConnected) return;
    const {view} = this.chart;
    const nanos = (/** @type {number} */ units) => Math.max(Math.round(timelineNanos(this.model, units)), 0);
    this.written = this.chart.isFit() ? '' : `${nanos(view.start)}-${nanos(view.end)}`;
    this.page.state.set({zoom: this.written});
    this.fillTable();
  }

  /** @param {number} factor */
  zoom(factor) {
    const {view} = this.chart;
    this.chart.show(timelineZoomed(view, factor, (view.start + view.end) / 2));
  }

  toggleHelp() {
    this.help.hidden = !this.help.hidden;
    if (!this.help.hidden) this.page.announce(timelineKeys.map(([keys, text]) => `${keys}: ${text}`).join('. '));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target instanceof HTMLButtonElement;
    if (isButton && (event.key === 'Enter' || event.key === ' ')) return;
    const {chart} = this;
    const {view} = chart;
    const middle = (view.start + view.end) / 2;
    /** @type {Record<string, () => void>} */
    const actions = {
      w: () => chart.show(timelineZoomed(view, 0.75, middle)),
      s: () => chart.show(timelineZoomed(view, 1 / 0.75, middle)),
      a: () => chart.show(timelineMoved(view, -0.12)),
      d: () => chart.show(timelineMoved(view, 0.12)),
      ArrowLeft: () => chart.show(timelineMoved(view, -0.12)),
      ArrowRight: () => chart.show(timelineMoved(view, 0.12)),
      ArrowUp: () => this.up(),
      ArrowDown: () => this.down(),
      PageUp: () => (chart.scroll.scrollTop -= chart.scroll.clientHeight * 0.8),
      PageDown: () => (chart.scroll.scrollTop += chart.scroll.clientHeight * 0.8),
      Home: () => chart.show({start: chart.limits.start, end: chart.limits.start + view.end - view.start}),
      End: () => chart.show({start: chart.limits.end - (view.end - view.start), end: chart.limits.end}),
      f: () => chart.focus(),
      m: () => chart.setMark(chart.selected >= 0 ? chart.spanOf(chart.selected) : null),
      '.': () => this.neighbour(1),
      ',': () => this.neighbour(-1),
      '/': () => this.input.focus(),
      '?': () => this.toggleHelp(),
      Escape: () => this.takeBack(),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @param {KeyboardEvent} event */
  onSearchKey(event) {
    if (event.key === 'Escape') {
      this.page.state.set({[timelineFindKey]: ''});
      this.chart.frame.focus();
    } else if (event.key === 'Enter' && this.found) {
      event.preventDefault();
      this.nextFound(event.shiftKey ? -1 : 1);
    }
  }

  /** @param {number} direction */
  nextFound(direction) {
    if (!this.found) return;
    const {selected, view} = this.chart;
    const time = selected >= 0 ? this.model.starts[selected] : direction > 0 ? view.start : view.end;
    const next = timelineNextFound(this.model, this.found, time, selected, direction);
    if (next >= 0) this.choose(next);
  }

  /** @param {number} direction */
  neighbour(direction) {
    const {selected} = this.chart;
    if (selected < 0) return this.first();
    const row = timelineRowOf(this.model, selected);
    const next = selected + direction;
    if (next >= row.from && next < row.to) this.choose(next);
    else this.page.announce(direction > 0 ? 'The last event of the row.' : 'The first event of the row.');
  }

  /** Selects the first event in view, of the first track with events. */
  first() {
    const {model, chart} = this;
    for (const track of model.tracks) {
      if (track.kind === 'STEPS' && model.tracks.length > 1) continue;
      const row = track.rows[0];
      const event = timelineFirstAfter(model.ends, row.from, row.to, chart.view.start);
      if (event < row.to && model.starts[event] < chart.view.end) return this.choose(event);
    }
    return undefined;
  }

  up() {
    const {chart} = this;
    const parent = chart.selected < 0 ? -1 : timelineParent(this.model, chart.selected);
    if (parent >= 0) this.choose(parent);
    else if (chart.selected < 0) chart.scroll.scrollTop -= 60;
  }

  down() {
    const {chart} = this;
    if (chart.selected < 0) {
      chart.scroll.scrollTop += 60;
      return;
    }
    const {from, to} = timelineChildren(this.model, chart.selected);
    if (to > from) this.choose(from);
    else this.page.announce('The event has no children.');
  }

  takeBack() {
    const {chart} = this;
    if (!this.help.hidden) this.help.hidden = true;
    else if (chart.selected >= 0) this.choose(-1);
    else chart.setMark(null);
  }

  /** @param {number} event */
  choose(event) {
    this.chart.choose(event);
  }

  /** @param {number} event */
  onSelect(event) {
    this.page.state.set({[timelineEventKey]: event < 0 ? '' : `${this.page.windowIndex()}.${event}`});
    clear(this.details);
    if (event < 0) return;
    const {model} = this;
    const track = timelineRowOf(model, event).track;
    const length = (model.ends[event] - model.starts[event]) * model.unit;
    const around = [];
    for (let parent = timelineParent(model, event); parent >= 0; parent = timelineParent(model, parent)) around.unshift(parent);
    this.page.announce(`${timelineName(model, event)}, ${this.length(event)}, at ${this.instant(timelineNanos(model, model.starts[event]))}, ${track.title}`
      + (around.length > 0 ? `, inside ${timelineName(model, around[around.length - 1])}` : ''));
    if (track.kind === 'STEPS') {
      this.details.append(this.card(event, [['Duration', this.length(event)], ['Start', this.instant(timelineNanos(model, model.starts[event]))],
        ['', h('button', {class: 'link', type: 'button', onclick: () => this.page.selectSteps(model.values[event], model.values[event])}, 'Select this step')]]));
      return;
    }
    const label = model.labels[model.values[event]];
    const step = this.stepOf(event);
    const self = timelineSelf(model, event) * model.unit;
    const alike = timelineFoundSum(model, Uint8Array.from(model.labels, other => (other.name === label.name && other.kind === label.kind ? 1 : 0)));
    this.details.append(this.card(event, [
      ['Duration', `${this.length(event)}${label.isUnfinished ? ', not finished' : ''}`],
      ['Self', self === length || track.kind === 'SAMPLES' ? '' : formatTime(self)],
      ['Start', this.instant(timelineNanos(model, model.starts[event]))],
      ['Step', step < 0 ? '' : `${model.values[step]}${model.ends[step] > model.starts[step] && model.ends[event] <= model.ends[step] ? `, ${formatPercent(length / model.unit / (model.ends[step] - model.starts[step]))} of it` : ''}`],
      ['Kind', label.meaning ? partLabel(label.meaning) : timelineKindWords[label.kind] ?? label.kind],
      ['Track', track.title],
      ['Inside', around.length === 0 ? '' : h('span', {class: 'timeline-path'}, ...around.map(each => this.eventButton(each)))],
      ['Inputs', label.details],
      ['All of this name', h('span', {}, `${formatCount(alike.count)}, ${formatTime(alike.units * model.unit)} `,
        h('button', {class: 'link', type: 'button', onclick: () => this.page.state.set({[timelineFindKey]: label.name})}, 'find them'))],
      ['Called at', label.frames.length === 0 ? '' : h('ol', {class: 'mono'}, ...label.frames.map(text => h('li', {}, sourceFrame(text))))],
    ]));
  }

  /**
   * @param {number} event
   * @param {[string, string|Node][]} facts empty ones are left out
   */
  card(event, facts) {
    const {model} = this;
    const isStep = timelineRowOf(model, event).track.kind === 'STEPS';
    const swatch = h('i', {class: 'swatch'});
    if (!isStep) {
      const label = model.labels[model.values[event]];
      swatch.style.setProperty('--color', label.meaning ? partColor(label.meaning) : nameColor(label.name));
      if (label.meaning && isWait(label.meaning)) swatch.classList.add('wait');
    }
    return h('div', {class: 'card timeline-card'},
      h('h3', {}, isStep ? null : swatch, h('span', {text: timelineName(model, event)})),
      h('dl', {}, ...facts.filter(([, fact]) => fact !== '').map(([term, fact]) => h('div', {}, h('dt', {text: term}), h('dd', {}, fact)))));
  }

  /**
   * The duration of an event, as far as the page knows it.
   * @param {number} event
   */
  length(event) {
    const units = this.model.ends[event] - this.model.starts[event];
    const row = timelineRowOf(this.model, event);
    if (row.track.kind === 'SAMPLES') return `a sample, which stands for ${formatTime(units * this.model.unit)} at most`;
    if (units > 0) return formatTime(units * this.model.unit);
    const isMarker = row.track.kind === 'TASKS' && this.model.labels[this.model.values[event]].kind === 'MARKER';
    return isMarker ? 'an instant' : `less than ${formatTime(this.model.unit)}`;
  }

  /**
   * The step in which an event begins.
   * @param {number} event
   */
  stepOf(event) {
    const {model} = this;
    const row = model.tracks.find(track => track.kind === 'STEPS')?.rows[0];
    if (!row) return -1;
    const step = timelineFirstAfter(model.ends, row.from, row.to, model.starts[event]);
    return step < row.to && model.starts[step] <= model.starts[event] ? step : -1;
  }

  /** @param {number} event */
  eventButton(event) {
    return h('button', {class: 'link', type: 'button', onclick: () => {
      this.choose(event);
      this.chart.frame.focus({preventScroll: true});
    }}, timelineName(this.model, event));
  }

  /**
   * @param {number} event
   * @param {TimelineCounter|null} counter
   * @param {number} time
   */
  onHover(event, counter, time) {
    const {model} = this;
    if (counter) {
      const at = timelineFirstAfter(counter.times, 0, counter.times.length, time) - 1;
      if (at < 0 || Number.isNaN(counter.values[at])) return null;
      return h('div', {}, h('b', {text: counter.title}), h('div', {text: `${formatNumber(counter.values[at])} at ${this.instant(timelineNanos(model, counter.times[at]))}`}));
    }
    if (event < 0) return null;
    const row = timelineRowOf(model, event);
    const lines = [h('b', {text: timelineName(model, event)}), h('div', {text: this.length(event)})];
    if (row.track.kind !== 'STEPS') {
      const label = model.labels[model.values[event]];
      if (label.meaning) lines.push(h('div', {class: 'muted', text: partLabel(label.meaning)}));
      if (label.details) lines.push(h('div', {class: 'muted', text: label.details}));
      if (label.frames.length > 0) lines.push(h('div', {class: 'muted', text: `at ${label.frames[0]}`}));
    }
    return h('div', {}, ...lines);
  }

  fillTable() {
    if (!this.twin.open) return;
    const {model} = this;
    const {events, count} = timelineLongest(model, this.chart.view, timelineTableRows);
    this.count.textContent = count <= events.length ? `${formatCounted(count, 'event')}, the longest first.`
      : `The ${formatCount(events.length)} longest of ${formatCount(count)} events in view.`;
    this.table.update(events.map(event => ({
      event, name: timelineName(model, event), track: timelineRowOf(model, event).track.title,
      start: timelineNanos(model, model.starts[event]), length: (model.ends[event] - model.starts[event]) * model.unit,
    })));
  }
}
