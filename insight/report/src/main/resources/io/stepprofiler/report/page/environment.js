// @ts-check
import {h} from './dom.js';
import {formatBytes, formatCount, formatTime} from './format.js';
import {programIsOfJvm} from './program.js';
import {sourceSettings} from './source.js';
import {stepWords} from './whole.js';

const ENVIRONMENT_PREFIX = 'environment.';
const ENVIRONMENT_FLAG = 'environment.flag.';
const ENVIRONMENT_LAUNCH = 'launch.';
const ENVIRONMENT_FRAMEWORK = 'framework.';
const ENVIRONMENT_COST = 'profiler cost ns.';

/** Known facts by key, each with its group, name and format of the value. */
const ENVIRONMENT_FACTS = {
  system: ['Machine', 'system', String],
  processors: ['Machine', 'processors', String],
  memory: ['Machine', 'memory', value => formatBytes(Number(value))],
  'container.processors': ['Machine', 'container, processors', String],
  'container.memory': ['Machine', 'container, memory', value => formatBytes(Number(value))],
  vm: ['Java', 'virtual machine', String],
  java: ['Java', 'Java', String],
  collector: ['Java', 'collector', String],
  'heap.initial': ['Java', 'heap at the start', value => formatBytes(Number(value))],
  'heap.max': ['Java', 'largest heap', value => formatBytes(Number(value))],
  arguments: ['Java', 'arguments', String],
};
const ENVIRONMENT_COSTS = {step: 'profiler in step()', drainer: 'profiler, draining', sources: 'profiler, sources', delivery: 'profiler, delivery'};

/**
 * Explanations of the terms on the page.
 * @param {any} window
 */
const howToRead = window => [
  ['Verdict', 'The warning with the largest possible gain: the time that a step would save without the cause. It is an upper bound, not a promise.'],
  ['Step', (programIsOfJvm(window) ? 'The time between two calls of step(), on the thread that makes them.' : 'A step as marked by the profiler of the program, on its thread.') + ' Bars are stacked: cool colours work, warm and hatched ones wait.'],
  ['Parts', `Each moment of ${stepWords('a step', 'the window')} belongs to the first that fits: ${programIsOfJvm(window) ? 'a pause of the virtual machine, ' : ''}waiting for data, communication, a device, a lock, sleep, other threads, input and output, then phases, which are the outermost scopes. The rest is unaccounted: no scope, wait or operation was open.`],
  ['Median, P90, ±', 'Half of all steps, or 90 %, take no longer. ± is half the distance between the quartiles: one slow step does not move it.'],
  ['Slow steps', 'Marked with ▼: more than three standard deviations, as seen from the median of the deviations, and 1.3 times the median. The cause is the part that exceeds its own median most.'],
  ['Selection', 'Click a step or drag over several; ← → move, with Shift extend, Enter shows them in the timeline, Esc shows all. The address of the page holds what you see, so that a link shows the same.'],
  ['Losses', 'Dropped events are counted by cause at the top of the page. If there is no such line, nothing was lost.'],
];

/**
 * The facts of a run, in groups.
 * @param {any} window
 * @returns {Map<string, [string, string][]>} names and values by the title of the group
 */
export function environmentGroups(window) {
  const {run, account} = window;
  /** @type {Map<string, [string, string][]>} */
  const groups = new Map(['Run', 'Machine', 'Java', 'Recording'].map(title => [title, []]));
  const add = (group, name, value) => {
    if (value !== '' && value !== undefined) groups.get(group)?.push([name, String(value)]);
  };
  add('Run', 'source', run.source);
  add('Run', 'host', run.host);
  add('Run', 'process', run.pid > 0 ? run.pid : '');
  add('Run', 'rank', run.rank >= 0 ? `${run.rank}${run.worldSize > 0 ? ` of ${run.worldSize}` : ''}` : '');
  add('Run', 'length of the window', formatTime(run.durationNanos));
  add('Recording', 'events begun', formatCount(account.begun));
  add('Recording', 'events written', formatCount(account.written));
  for (const [word, counts] of [['dropped', account.dropped], ['unfinished', account.unfinished], ['odd', account.anomalies]]) {
    for (const [cause, count] of Object.entries(counts)) {
      if (count > 0) add('Recording', `${word}: ${cause}`, formatCount(count));
    }
  }
  for (const [key, value] of Object.entries(run.facts)) {
    environmentFact(key, String(value), add);
  }
  return new Map([...groups].filter(([, rows]) => rows.length > 0));
}

/**
 * @param {string} key
 * @param {string} value
 * @param {(group: string, name: string, value: string) => void} add
 */
function environmentFact(key, value, add) {
  if (key.startsWith(ENVIRONMENT_COST)) {
    const of = key.slice(ENVIRONMENT_COST.length);
    add('Recording', ENVIRONMENT_COSTS[of] ?? of, formatTime(Number(value)));
  } else if (key.startsWith(ENVIRONMENT_LAUNCH)) {
    add('Run', key.slice(ENVIRONMENT_LAUNCH.length), value);
  } else if (key.startsWith(ENVIRONMENT_FLAG)) {
    // Flags that the user has set are among the arguments; the others have the defaults of the virtual machine.
  } else if (!key.startsWith(ENVIRONMENT_PREFIX)) {
    add('Recording', key.replace(/_/g, ' '), value);
  } else {
    const of = key.slice(ENVIRONMENT_PREFIX.length);
    const known = ENVIRONMENT_FACTS[of];
    if (known) add(known[0], known[1], known[2](value));
    else if (of.startsWith(ENVIRONMENT_FRAMEWORK)) add('Java', of.slice(ENVIRONMENT_FRAMEWORK.length), value);
    else add('Run', of, value);
  }
}

export const environmentSection = {
  id: 'environment', title: 'Environment', order: 100,
  lead: 'The environment of the program, and facts about the recording.',
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    root.append(h('div', {class: 'environment'}, ...[...environmentGroups(page.window())].map(([title, rows]) =>
      h('div', {class: 'card'}, h('h3', {}, title), h('dl', {}, ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))))));
    root.append(sourceSettings(), h('details', {class: 'howto'}, h('summary', {}, 'Reading this page'),
      h('dl', {class: 'reading'}, ...howToRead(page.window()).map(([term, text]) => h('div', {}, h('dt', {}, term), h('dd', {}, text))))));
  },
};
