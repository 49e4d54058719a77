// @ts-check
import {fromBase64, gunzip} from './bytes.js';
import {clear, h} from './dom.js';
import {oneLine} from './format.js';

/** The page as sections see it: the report, the shown window and the selection. */
export class Page {
  /**
   * @param {any} report
   * @param {import('./state.js').PageState} state
   */
  constructor(report, state) {
    this.report = report;
    this.state = state;
    /** @type {Record<string, string>} texts about the rules of findings by id */
    this.rules = {};
    /** @type {(() => void)[]} */
    this.endings = [];
    /** @type {Map<string, Promise<Uint8Array|null>>} */
    this.blocks = new Map();
  }

  windowIndex() {
    const index = Number(this.state.get('window'));
    return Number.isInteger(index) && index >= 0 && index < this.report.windows.length ? index : 0;
  }

  window() {
    return this.report.windows[this.windowIndex()];
  }

  /**
   * Shows, as the only line of a section, that the window has only a summary without such data.
   * @param {HTMLElement} root
   * @param {string} what
   * @returns {Promise<boolean>} true if the window has only a summary
   */
  async isSummary(root, what) {
    // A window with events and without a timeline has only a summary.
    if (this.window().account.written === 0 || await this.block('timeline')) return false;
    this.absent(root, `A summary has no ${what}. Write the page of the trace itself to see them: stepprof report TRACE -o report.html`);
    return true;
  }

  /** @param {string} name of a block of the shown window */
  blockId(name) {
    return `block-${this.windowIndex()}-${name}`;
  }

  /**
   * True if the page has a block of the shown window.
   * @param {string} name
   */
  hasBlock(name) {
    return document.getElementById(this.blockId(name)) !== null;
  }

  /**
   * A block of the shown window; null if the page has no block of that name.
   * @param {string} name
   * @returns {Promise<Uint8Array|null>}
   */
  block(name) {
    const id = this.blockId(name);
    let found = this.blocks.get(id);
    if (!found) {
      const element = document.getElementById(id);
      found = element ? gunzip(fromBase64((element.textContent ?? '').trim())) : Promise.resolve(null);
      this.blocks.set(id, found);
    }
    return found;
  }

  /** The selected steps; all steps if none is selected. */
  selection() {
    return stepsBetween(this.window().steps, this.state.get('from'), this.state.get('to'));
  }

  /**
   * @param {number} one
   * @param {number} other
   */
  selectSteps(one, other) {
    this.state.set({from: Math.min(one, other), to: Math.max(one, other), zoom: ''});
  }

  clearSelection() {
    this.state.set({from: '', to: '', zoom: ''});
  }

  /**
   * Shows an interval in the timeline; clears the selection if the interval is outside of it.
   * @param {number} startNanos from the beginning of the window
   * @param {number} endNanos
   */
  zoomTo(startNanos, endNanos) {
    const {isAll, ...selected} = this.selection();
    const isOutside = !isAll && (startNanos < selected.startNanos || endNanos > selected.endNanos);
    this.state.set({zoom: `${Math.floor(startNanos)}-${Math.ceil(endNanos)}`, ...(isOutside ? {from: '', to: ''} : {})});
    this.goTo('timeline');
  }

  /** @param {string} id of a section */
  goTo(id) {
    this.state.go(id);
    this.show(id, 'smooth');
  }

  /**
   * @param {string} id of a section
   * @param {ScrollBehavior} [behavior]
   */
  show(id, behavior = 'auto') {
    const section = document.getElementById(id);
    section?.scrollIntoView({block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : behavior});
    section?.focus({preventScroll: true});
  }

  /**
   * Calls a function when one of these keys changes, until the sections are rendered again.
   * @param {string[]} keys
   * @param {(changed: string[]) => void} fn
   */
  on(keys, fn) {
    this.endings.push(this.state.subscribe(keys, fn));
  }

  endSubscriptions() {
    this.endings.splice(0).forEach(end => end());
  }

  /**
   * Announces a text to screen readers.
   * @param {string} text
   */
  announce(text) {
    const live = document.getElementById('live');
    if (live) live.textContent = text;
  }

  /**
   * Leaves out a section whose data was not recorded, and adds it to the line that lists such data.
   * @param {HTMLElement} root
   * @param {string} what the data, with the option that records it
   */
  notRecorded(root, what) {
    const section = root.closest('section');
    const line = document.getElementById('notrecorded');
    if (!section || !line) return;
    section.hidden = true;
    document.querySelector(`#bar a[href="#${section.id}"]`)?.setAttribute('hidden', '');
    line.hidden = false;
    line.append(h('span', {}, what));
  }

  /**
   * Shows the only line of a section without data.
   * @param {HTMLElement} root
   * @param {string} text explains how to record the data
   */
  absent(root, text) {
    clear(root);
    root.append(h('p', {class: 'absent'}, text));
  }
}

/**
 * A section with its heading.
 * @param {string} id
 * @param {string} title
 * @param {string} lead
 * @param {(root: HTMLElement) => void} render
 */
export function pageSection(id, title, lead, render) {
  const body = h('div', {class: 'sectionbody'});
  render(body);
  return h('section', {id, class: 'section', tabindex: -1, 'aria-labelledby': `${id}-title`},
    h('header', {}, h('h2', {id: `${id}-title`}, title), lead ? h('p', {}, lead) : null), body);
}

/**
 * @param {{numbers: number[], startNanos: number[], durationNanos: number[]}} steps
 * @param {string} fromText number of the first step; empty if none is selected
 * @param {string} toText
 */
export function stepsBetween(steps, fromText, toText) {
  const asked = fromText !== '' && Number.isFinite(Number(fromText));
  const from = asked ? Number(fromText) : -Infinity;
  const to = asked ? Number(toText === '' ? fromText : toText) : Infinity;
  let inside = steps.numbers.map((number, i) => (number >= from && number <= to ? i : -1)).filter(i => i >= 0);
  const isAll = !asked || inside.length === 0;
  if (isAll) inside = steps.numbers.map((_, i) => i);
  const numbers = inside.map(i => steps.numbers[i]);
  return {
    isAll,
    /** Indexes of the steps in the columns. */
    indices: inside,
    from: numbers.length ? Math.min(...numbers) : 0,
    to: numbers.length ? Math.max(...numbers) : 0,
    startNanos: inside.length ? Math.min(...inside.map(i => steps.startNanos[i])) : 0,
    endNanos: inside.length ? Math.max(...inside.map(i => steps.startNanos[i] + steps.durationNanos[i])) : 0,
    /** @param {number} step */
    has: step => isAll || (step >= from && step <= to),
  };
}

/**
 * A report with all its texts, including keys, made safe to show.
 * @param {any} value
 * @returns {any}
 */
export function shownReport(value) {
  if (typeof value === 'string') return oneLine(value);
  if (Array.isArray(value)) return value.map(shownReport);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [oneLine(key), shownReport(each)]));
}
