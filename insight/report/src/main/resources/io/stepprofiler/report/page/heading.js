// @ts-check
import {h, warningBanner} from './dom.js';
import {formatBytes, formatCount, formatCounted, formatPercent, formatTime} from './format.js';
import {isWholeWindow} from './whole.js';

const HEADING_COST = 'profiler cost ns.';
/** The facts that concern all figures, as in Java's Remarks; a test compares them. */
const HEADING_REMARKS = ['lost windows', 'overlapped', 'not warm', 'journal', 'journal head', 'journal unreadable',
  'journal damaged', 'errors of the profile', 'warnings of the profile'];

/**
 * The name of a window in lists.
 * @param {any} window
 */
export function windowName(window) {
  const {run, steps} = window;
  const rank = run.rank >= 0 ? `rank ${run.rank}` : '';
  const range = stepRange(steps);
  return [rank, run.source, range].filter(text => text !== '').join(' · ') || 'window';
}

/** @param {{numbers: number[]}} steps */
export function stepRange(steps) {
  const numbers = steps.numbers;
  if (numbers.length === 0) return '';
  if (isWholeWindow(steps)) return 'no step marks: figures are of the whole window';
  const last = numbers[numbers.length - 1];
  return numbers[0] === last ? `step ${last}` : `steps ${formatCount(numbers[0])}–${formatCount(last)}`;
}

/** The program, or else the file, of a window. @param {any} window */
export function headingTitle(window) {
  return programName(window) || window.run.source || 'Training steps';
}

/** The simple name of the main class or jar; empty if unknown. @param {any} window */
function programName(window) {
  return window.run.facts['launch.name'] ?? '';
}

/**
 * Warnings that make figures doubtful, with the same sentences as in the other formats of the report.
 * @param {any} window
 * @returns {string[]}
 */
export function windowWarnings(window) {
  const {run, account} = window;
  const warnings = [];
  if (run.isPartial) warnings.push('The window is partial: profiling ended before all of its steps were recorded.');
  const causes = Object.entries(account.dropped).filter(([, count]) => count > 0);
  const dropped = causes.reduce((sum, [, count]) => sum + count, 0);
  if (dropped > 0) {
    warnings.push(`${formatCount(dropped)} of ${formatCount(account.begun)} events were dropped: `
      + causes.map(([cause, count]) => `${cause} ${formatCount(count)}`).join(', ') + '.');
  }
  warnings.push(...account.missing);
  for (const key of HEADING_REMARKS) {
    const remark = run.facts[key];
    // An opened journal lists such losses among its missing parts already.
    if (remark && !account.missing.some(told => remark.includes(told))) warnings.push(`${key}: ${remark}`);
  }
  return warnings;
}

/**
 * The profiler's own time between steps, as a part of their time, and its time on other threads; null if unknown.
 * @param {any} window
 */
export function ownCost(window) {
  const step = Number(window.run.facts[`${HEADING_COST}step`]);
  const known = Object.keys(window.run.facts).some(key => key.startsWith(HEADING_COST));
  if (!known || !(window.stepTime.sum > 0)) return null;
  const beside = ['drainer', 'sources', 'delivery'].reduce((sum, key) => sum + (Number(window.run.facts[HEADING_COST + key]) || 0), 0);
  const ofSteps = (Number.isFinite(step) ? step : 0) / window.stepTime.sum;
  return {ofSteps, besideNanos: beside, besideShare: beside / window.stepTime.sum};
}

/** @param {any} window */
function headingAccount(window) {
  const {account} = window;
  const dropped = Object.values(account.dropped).reduce((sum, count) => sum + Number(count), 0);
  const unfinished = Object.values(account.unfinished).reduce((sum, count) => sum + Number(count), 0);
  const cost = ownCost(window);
  const lines = [`${formatCounted(account.begun, 'event')}, ${dropped === 0 ? 'none lost' : `${formatCount(dropped)} lost`}`
    + (unfinished > 0 ? `, ${formatCount(unfinished)} unfinished` : '')];
  if (cost) {
    lines.push(`profiler took ${formatPercent(cost.ofSteps)} between steps`
      + (cost.besideNanos > 0 ? `, ${formatTime(cost.besideNanos)} on other threads` : ''));
  }
  return lines;
}

/**
 * The most important facts.
 * @param {any} window
 * @returns {[string, string[]][]} title and lines
 */
export function headingFacts(window) {
  const {run} = window;
  const fact = key => run.facts[`environment.${key}`] ?? '';
  const bytes = key => (Number(fact(key)) > 0 ? formatBytes(Number(fact(key))) : '');
  const joined = (...texts) => texts.filter(text => text !== '').join(', ');
  const when = run.startEpochNanos > 0 ? new Date(run.startEpochNanos / 1e6).toISOString().replace('T', ' ').slice(0, 19) + ' UTC' : '';
  const frameworks = Object.entries(run.facts).filter(([key]) => key.startsWith('environment.framework.'))
    .map(([key, version]) => `${key.slice('environment.framework.'.length)} ${version}`);
  const processors = fact('container.processors') || fact('processors');
  /** @type {[string, string[]][]} */
  const commit = run.facts['launch.commit'] ?? '';
  const facts = [
    ['Program', [run.facts['launch.command'] ?? '', commit && `commit ${commit.slice(0, 10)}`]],
    ['Window', [joined(stepRange(window.steps), run.durationNanos > 0 ? formatTime(run.durationNanos) : ''), when, programName(window) && run.source ? `from ${run.source}` : '']],
    ['Process', [joined(run.host, run.pid > 0 ? `pid ${run.pid}` : ''),
      run.rank >= 0 ? `rank ${run.rank}${run.worldSize > 0 ? ` of ${run.worldSize}` : ''}` : fact('system')]],
    ['Java', [fact('java') ? `Java ${fact('java')}` : fact('vm'),
      joined(fact('collector'), bytes('heap.max') && `heap ${bytes('heap.max')}`, processors && `${processors} processors`)]],
    ['Frameworks', frameworks],
    ['Recording', headingAccount(window)],
  ];
  return facts.map(([title, lines]) => /** @type {[string, string[]]} */ ([title, lines.filter(line => line !== '').slice(0, 3)]))
    .filter(([, lines]) => lines.length > 0);
}

/**
 * @param {HTMLElement} root
 * @param {import('./page.js').Page} page
 */
export function renderHeading(root, page) {
  const window = page.window();
  headingFrame(root, headingTitle(window), headingFacts(window), windowWarnings(window));
}

/**
 * A title, facts and warnings.
 * @param {HTMLElement} root
 * @param {string} title
 * @param {[string, string[]][]} facts title and lines of each
 * @param {string[]} warnings
 */
export function headingFrame(root, title, facts, warnings) {
  root.append(h('h1', {}, title), h('dl', {class: 'facts'}, ...facts.map(([name, lines]) =>
    h('div', {}, h('dt', {}, name), ...lines.map(line => h('dd', {}, line))))), ...warnings.map(warningBanner));
}
