// @ts-check
import {h} from './dom.js';
import {formatBytes, formatCount, formatTime} from './format.js';

const ENVIRONMENT_PREFIX = 'environment.';
const ENVIRONMENT_BYTES = /^(heap\.initial|heap\.max|memory|container\.memory)$/;
const ENVIRONMENT_NAMES = {
  vm: 'virtual machine', java: 'Java', system: 'system', collector: 'collector', 'heap.initial': 'heap at the start',
  'heap.max': 'largest heap', processors: 'processors', memory: 'memory', 'container.processors': 'processors of the container',
  'container.memory': 'memory of the container', arguments: 'arguments',
};

/** What to read first, and what the words mean. */
const HOW_TO_READ = [
  ['Verdict', 'The warning with the largest possible gain: the time that a step would save if the cause were gone. It is a bound, not a promise.'],
  ['Step', 'What lies between two calls of step(), on the thread that makes them. Bars are stacked: cool colours work, warm and hatched ones wait.'],
  ['Parts', 'Each moment of a step belongs to the first that fits: a pause of the virtual machine, waiting for data, communication, a device, a lock, sleep, other threads, input and output, then phases, which are the outermost scopes. What is left is unaccounted: no scope, wait or operation was open.'],
  ['Median, P90, ±', 'Half of all steps, and ninety of a hundred, take no longer. ± is half the distance between the quartiles: one slow step does not move it.'],
  ['Slow steps', 'Marked with ▼: more than three standard deviations, as seen from the median of the deviations, and 1.3 times the median. The cause is the part that is most above its own median.'],
  ['Selection', 'Click a step or drag over several; ← → move, with Shift extend, Enter shows them in the timeline, Esc shows all. The address of the page holds what you see, so that a link shows the same.'],
  ['Losses', 'What was dropped is counted by its cause and stands at the top. Without a line there, nothing was lost.'],
];

/**
 * @param {any} window
 * @returns {[string, string][]}
 */
export function environmentRows(window) {
  const {run, account} = window;
  /** @type {[string, string][]} */
  const rows = [];
  const add = (name, value) => {
    if (value !== '' && value !== undefined) rows.push([name, String(value)]);
  };
  add('source', run.source);
  add('trace', run.traceId);
  add('host', run.host);
  add('process', run.pid > 0 ? run.pid : '');
  add('rank', run.rank >= 0 ? `${run.rank} of ${run.worldSize}` : '');
  add('length of the window', formatTime(run.durationNanos));
  for (const [key, value] of Object.entries(run.facts)) {
    if (!key.startsWith(ENVIRONMENT_PREFIX)) {
      add(key, value);
      continue;
    }
    const name = key.slice(ENVIRONMENT_PREFIX.length);
    add(ENVIRONMENT_NAMES[name] ?? name.replace('.', ' '), ENVIRONMENT_BYTES.test(name) ? formatBytes(Number(value)) : value);
  }
  add('events begun', formatCount(account.begun));
  add('events written', formatCount(account.written));
  for (const [word, counts] of [['dropped', account.dropped], ['unfinished', account.unfinished], ['odd', account.anomalies]]) {
    for (const [cause, count] of Object.entries(counts)) {
      if (count > 0) add(`${word}: ${cause}`, formatCount(count));
    }
  }
  return rows;
}

export const environmentSection = {
  id: 'environment', title: 'Environment', order: 100,
  lead: 'What the program was run in, and what is known of the recording.',
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    root.append(h('dl', {class: 'card environment'}, ...environmentRows(page.window()).map(([name, value]) =>
      h('div', {}, h('dt', {}, name), h('dd', {}, value)))));
    root.append(h('h2', {class: 'howto'}, 'How to read this page'),
      h('dl', {class: 'reading'}, ...HOW_TO_READ.map(([term, text]) => h('div', {}, h('dt', {}, term), h('dd', {}, text)))),
      h('p', {class: 'muted note'}, `Summary of version ${page.report.version}. The data of this page can be read again: stepprof diff takes it as it is.`));
  },
};
