// @ts-check
import {h} from './dom.js';
import {timelineDecode, timelineNanos} from './timeline-data.js';

const PERFETTO_ORIGIN = 'https://ui.perfetto.dev';
const PERFETTO_PATIENCE = 60_000;
const PERFETTO_PROCESS = 1;

/**
 * The timeline as a trace in Chrome's JSON format; times are in microseconds from the beginning of the window. Each row
 * of spans that do not nest is a thread of its own, because viewers nest the spans of a thread.
 * @param {import('./timeline-data.js').TimelineModel} model
 * @param {string} process
 * @returns {string}
 */
export function perfettoTrace(model, process) {
  const micros = (/** @type {number} */ units) => timelineNanos(model, units) / 1000;
  /** @type {any[]} */
  const events = [{name: 'process_name', ph: 'M', pid: PERFETTO_PROCESS, tid: 0, args: {name: process}}];
  let thread = 0;
  for (const track of model.tracks) {
    track.rows.forEach((row, i) => {
      if (i === 0 || !row.isNested) {
        thread++;
        events.push({name: 'thread_name', ph: 'M', pid: PERFETTO_PROCESS, tid: thread, args: {name: track.title}},
          {name: 'thread_sort_index', ph: 'M', pid: PERFETTO_PROCESS, tid: thread, args: {sort_index: thread}});
      }
      for (let event = row.from; event < row.to; event++) {
        const value = model.values[event];
        const label = track.kind === 'STEPS' ? {name: `step ${value}`, kind: 'STEP', details: '', frames: []} : model.labels[value];
        const args = {...(label.details ? {inputs: label.details} : {}), ...(label.frames.length > 0 ? {stack: label.frames.join('\n')} : {})};
        events.push({name: label.name, cat: label.kind.toLowerCase(), ph: 'X', pid: PERFETTO_PROCESS, tid: thread,
          ts: micros(model.starts[event]), dur: (model.ends[event] - model.starts[event]) * model.unit / 1000, args});
      }
    });
  }
  for (const counter of model.counters) {
    counter.times.forEach((time, i) => {
      if (Number.isNaN(counter.values[i])) return;
      events.push({name: counter.title, ph: 'C', pid: PERFETTO_PROCESS, ts: micros(time), args: {value: counter.values[i]}});
    });
  }
  return JSON.stringify({displayTimeUnit: 'ms', traceEvents: events});
}

/**
 * Hands a trace to the window of Perfetto once it answers, in the order of its documented messages.
 * @param {Window} viewer
 * @param {string} trace
 * @param {string} title
 */
function perfettoHandOver(viewer, trace, title) {
  const asking = setInterval(() => viewer.postMessage('PING', PERFETTO_ORIGIN), 100);
  const stop = () => {
    clearInterval(asking);
    removeEventListener('message', answered);
  };
  const answered = (/** @type {MessageEvent} */ message) => {
    if (message.source !== viewer || message.origin !== PERFETTO_ORIGIN || message.data !== 'PONG') return;
    stop();
    viewer.postMessage({perfetto: {buffer: new TextEncoder().encode(trace).buffer, title}}, PERFETTO_ORIGIN);
  };
  addEventListener('message', answered);
  setTimeout(stop, PERFETTO_PATIENCE);
}

/**
 * Buttons for the timeline of the shown window; none if it has only a summary.
 * @param {import('./page.js').Page} page
 * @param {string} title name of the trace
 * @param {(content: string, name: string) => void} save
 * @returns {HTMLElement[]}
 */
export function perfettoButtons(page, title, save) {
  if (!page.hasBlock('timeline')) return [];
  const trace = async () => perfettoTrace(timelineDecode(/** @type {Uint8Array} */ (await page.block('timeline'))), title);
  const open = async () => {
    if (!confirm('This opens ui.perfetto.dev in a new window and hands it the timeline of this page.'
      + ' The timeline stays in this browser: nothing is uploaded.')) return;
    // Browsers allow a window only at once after the click.
    const viewer = window.open(PERFETTO_ORIGIN);
    if (viewer) perfettoHandOver(viewer, await trace(), title);
    else page.announce('The browser did not open a window: use Save trace');
  };
  return [
    h('button', {class: 'button quiet', type: 'button', title: 'Opens a new window; the timeline stays in this browser', onclick: open}, 'Open in Perfetto'),
    h('button', {class: 'button quiet', type: 'button', title: 'Saves the timeline as a trace in Chrome\'s JSON format, for Perfetto and other viewers',
      onclick: async () => save(await trace(), `${title}.trace.json`)}, 'Save trace'),
  ];
}
