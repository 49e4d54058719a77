// @ts-check
import {h} from './dom.js';
import {formatCount, formatCounted, formatPercent, formatTime} from './format.js';
import {shownReport} from './page.js';
import {programIsOfJvm} from './program.js';
import {sourceFrame} from './source.js';
import {dataTable} from './table.js';
import {stepWords} from './whole.js';

/**
 * @typedef {{name: string, step: number, start: number, nanos: number}} MachineSpan times are from the start of the window
 * @typedef {{collections: (MachineSpan & {cause: string, pause: number})[], waits: (MachineSpan & {category: string, stack: string[]})[],
 *     machine: (MachineSpan & {isPause: boolean})[], compilations: (MachineSpan & {method: string, level: number})[],
 *     loads: (MachineSpan & {kind: string})[], leftOut: Record<string, number>}} MachineData
 * @typedef {{name: string, count: number, nanos: number, longest: MachineSpan & {stack?: string[]}}} MachineSum
 */

/**
 * The block as objects.
 * @param {Uint8Array} bytes
 * @returns {MachineData}
 */
export function machineData(bytes) {
  const raw = shownReport(JSON.parse(new TextDecoder().decode(bytes)));
  /** @param {number} name */
  const named = name => raw.names[name];
  return {
    collections: raw.collections.map(([name, cause, step, start, nanos, pause]) => ({name: named(name), cause: named(cause), step, start, nanos, pause})),
    waits: raw.waits.map(([name, category, step, start, nanos, stack]) => ({
      name: named(name), category: named(category), step, start, nanos, stack: stack < 0 ? [] : raw.stacks[stack]})),
    machine: raw.machine.map(([name, isPause, step, start, nanos]) => ({name: named(name), isPause: isPause === 1, step, start, nanos})),
    compilations: raw.compilations.map(([name, level, method, start, nanos]) => ({name: named(name), level, method: named(method), step: -1, start, nanos})),
    loads: raw.loads.map(([kind, name, start, nanos]) => ({kind: named(kind), name: named(name), step: -1, start, nanos})),
    leftOut: Object.fromEntries(['collections', 'waits', 'machine', 'compilations', 'loads'].map(table => [table, raw[`${table}LeftOut`]])),
  };
}

/**
 * Sums of similar spans, the one with the most time first.
 * @template {MachineSpan} T
 * @param {T[]} spans
 * @param {(span: T) => string} alike
 * @returns {MachineSum[]}
 */
export function machineSums(spans, alike) {
  /** @type {Map<string, MachineSum>} */
  const sums = new Map();
  for (const span of spans) {
    const name = alike(span);
    const sum = sums.get(name);
    if (!sum) {
      sums.set(name, {name, count: 1, nanos: span.nanos, longest: span});
    } else {
      sum.count++;
      sum.nanos += span.nanos;
      if (span.nanos > sum.longest.nanos) sum.longest = span;
    }
  }
  return [...sums.values()].sort((one, other) => other.nanos - one.nanos);
}

/**
 * The class of a lock, as in the brackets of `Monitor enter (Queue)`.
 * @param {string} name
 */
export function machineLock(name) {
  return /\((.*)\)$/.exec(name)?.[1] ?? name;
}

/**
 * Nanoseconds covered by spans, without counting overlaps twice.
 * @param {MachineSpan[]} spans
 */
export function machineCovered(spans) {
  let covered = 0;
  let end = -Infinity;
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const until = span.start + span.nanos;
    if (until > end) covered += until - Math.max(end, span.start);
    end = Math.max(end, until);
  }
  return covered;
}

/**
 * The spans in the selected steps, by step number or, for a span without one, by time.
 * @template {MachineSpan} T
 * @param {T[]} spans
 * @param {{isAll: boolean, startNanos: number, endNanos: number, has: (step: number) => boolean}} selection
 * @returns {T[]}
 */
export function machineSelected(spans, selection) {
  if (selection.isAll) return spans;
  return spans.filter(span => (span.step >= 0 ? selection.has(span.step)
    : span.start < selection.endNanos && span.start + span.nanos > selection.startNanos));
}

/**
 * Number of separate intervals that spans cover; adjacent spans count as one, such as a pause across two steps.
 * @param {MachineSpan[]} spans
 */
function machineStretches(spans) {
  let stretches = 0;
  let end = -Infinity;
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    if (span.start > end) stretches++;
    end = Math.max(end, span.start + span.nanos);
  }
  return stretches;
}

/**
 * Time for which all threads were stopped in steps, and the time and number of such pauses for collections, recognized
 * by name as in Java's EventMeaning. Collections and their pauses may begin between steps.
 * @param {MachineData['machine']} machine
 */
export function machinePauses(machine) {
  const pauses = machine.filter(span => span.isPause);
  const ofCollections = pauses.filter(span => /^(?:GC Pause|Pause )/.test(span.name));
  return {all: machineCovered(pauses), ofCollections: machineCovered(ofCollections), count: machineStretches(ofCollections)};
}

/**
 * The time of the selected steps; 0 if unknown because some of them are not listed.
 * @param {any} window
 * @param {{isAll: boolean, indices: number[], from: number, to: number}} selection
 */
export function machineStepNanos({steps, stepTime}, {isAll, indices, from, to}) {
  if (isAll) return stepTime.sum;
  if (steps.leftOut > 0 && to - from + 1 > indices.length) return 0;
  return indices.reduce((sum, i) => sum + steps.durationNanos[i], 0);
}

/** @param {string[]} stack the first frame that is not the JDK's, or the first */
export function machineFrame(stack) {
  return stack.find(frame => frame.includes('(') && !/^(?:[\w.@+-]+\/)?(?:java|jdk|sun)\./.test(frame)) ?? stack[0] ?? '';
}

/**
 * @param {any} page
 * @param {MachineSpan} span
 * @param {string} text
 */
function machineLink(page, span, text) {
  return h('button', {class: 'link', type: 'button', title: 'Show in the timeline', onclick: () => page.zoomTo(span.start, span.start + span.nanos)}, text);
}

/** @param {string[]} stack */
export function machineStack(stack) {
  if (stack.length < 2) return h('span', {class: 'mono'}, sourceFrame(stack[0] ?? ''));
  return h('details', {class: 'machine-stack'}, h('summary', {class: 'mono'}, machineFrame(stack)),
    ...stack.map(frame => h('div', {class: 'mono'}, sourceFrame(frame))));
}

/**
 * @param {any} page
 * @param {string} label
 * @param {string} what
 * @param {MachineSum[]} rows
 */
function machineSumTable(page, label, what, rows) {
  const columns = [
    {key: 'name', title: what, value: row => row.name},
    {key: 'count', title: 'Count', number: true, value: row => row.count, cell: row => formatCount(row.count)},
    {key: 'nanos', title: 'In all', number: true, value: row => row.nanos, cell: row => formatTime(row.nanos)},
    {key: 'longest', title: 'Longest', number: true, value: row => row.longest.nanos,
      cell: row => machineLink(page, row.longest, formatTime(row.longest.nanos))},
  ];
  if (rows.some(row => row.longest.step >= 0)) {
    columns.push({key: 'step', title: 'In step', number: true, value: row => row.longest.step, cell: row => (row.longest.step < 0 ? '–' : String(row.longest.step))});
  }
  if (rows.some(row => row.longest.stack?.length)) {
    columns.push(/** @type {any} */ ({key: 'at', title: 'The longest at', value: row => machineFrame(row.longest.stack ?? []),
      cell: row => machineStack(row.longest.stack ?? [])}));
  }
  return dataTable({label, columns, rows, sort: 'nanos', limit: 10}).element;
}

/**
 * @param {any} page
 * @param {MachineData['collections']} rows
 */
function machineCollections(page, rows) {
  return dataTable({
    label: 'Garbage collections',
    columns: [
      {key: 'start', title: 'At', number: true, value: row => row.start, cell: row => machineLink(page, row, formatTime(row.start))},
      {key: 'step', title: 'Step', number: true, value: row => row.step, cell: row => (row.step < 0 ? '–' : String(row.step))},
      {key: 'name', title: 'Collector', value: row => row.name},
      {key: 'cause', title: 'Cause', value: row => row.cause},
      {key: 'pause', title: 'Pause', number: true, value: row => row.pause, cell: row => formatTime(row.pause)},
      {key: 'nanos', title: 'Took', number: true, value: row => row.nanos, cell: row => formatTime(row.nanos), hint: 'Includes work concurrent with the program'},
    ],
    rows, sort: 'pause', limit: 10,
  }).element;
}

/**
 * @param {string} title
 * @param {number} value nanoseconds in the selected steps
 * @param {string} more
 * @param {number} stepNanos
 */
function machineFigure(title, value, more, stepNanos) {
  return h('div', {class: 'machine-figure'}, h('dt', {}, title), h('dd', {}, h('strong', {}, formatTime(value)),
    stepNanos > 0 ? ` ${formatPercent(value / stepNanos)}` : '', h('span', {class: 'muted'}, more)));
}

/**
 * @param {string} title
 * @param {Node} content
 */
function machinePart(title, content) {
  return h('details', {class: 'machine-part', open: true}, h('summary', {}, title), content);
}

/**
 * @param {MachineData} all
 * @param {any} page
 */
function machineContents(all, page) {
  const selection = page.selection();
  const stepNanos = machineStepNanos(page.window(), selection);
  const groups = page.window().run.facts.jvm_flight_recorder_groups ?? '';
  const collections = machineSelected(all.collections, selection);
  const waits = machineSelected(all.waits, selection);
  const machine = machineSelected(all.machine, selection);
  const compilations = machineSelected(all.compilations, selection);
  const loads = machineSelected(all.loads, selection);
  const pauses = machinePauses(machine);
  /** @param {...string} categories */
  const of = (...categories) => waits.filter(span => categories.includes(span.category));
  const locks = of('LOCK');
  const others = of('SLEEP', 'PARK', 'INPUT_OUTPUT', 'VM_PAUSE');
  const doings = machine.filter(span => !/ compilation(?: \(|$)|^(?:Class|Library) load/.test(span.name));
  /** @param {string} what */
  const sums = (what, label, alike = (/** @type {any} */ span) => span.name) => (/** @type {any[]} */ rows) =>
    machineSumTable(page, label, what, machineSums(rows, alike));
  /** @type {[string, any[], string, (rows: any[]) => Node][]} title, rows, group of the recorder, and table */
  const parts = [
    ['Garbage collections', collections, 'GARBAGE_COLLECTION', rows => machineCollections(page, rows)],
    ['Locks by class', locks, 'WAITS', sums('Class', 'Waits for locks by class', span => machineLock(span.name))],
    ['Sleep, parked, input and output', others, 'INPUT_OUTPUT', sums('Wait', 'Sleep, parked, input and output')],
    ['Activity of the virtual machine', doings, 'SAFEPOINTS', sums('Event', 'Activity of the virtual machine')],
    ['Compilations', compilations, 'COMPILATION', sums('Method', 'Compilations by method', span => span.method || span.name)],
    ['Classes and libraries', loads, 'CLASS_LOADING', sums('Loaded', 'Loading of classes and libraries')],
  ];
  const empty = parts.filter(([, rows]) => rows.length === 0);
  const absent = [true, false].map(isRecorded => {
    const titles = empty.filter(([, , group]) => groups.includes(group) === isRecorded).map(([title]) => title.toLowerCase());
    return titles.length === 0 ? '' : `${isRecorded ? 'None' : 'Not recorded'}: ${titles.join(', ')}${isRecorded ? '' : ' (jvm=flight of the agent)'}.`;
  }).filter(text => text !== '');
  const leftOut = Object.values(all.leftOut).reduce((sum, count) => sum + count, 0);
  return [
    h('dl', {class: 'machine-figures card'},
      machineFigure('All threads stopped', pauses.all, machine.some(span => span.isPause) ? '' : ' never', stepNanos),
      machineFigure('Pauses of collections', pauses.ofCollections, ` ${formatCounted(pauses.count, 'pause')}`, stepNanos),
      machineFigure('Locks', machineCovered(locks), ` ${formatCount(locks.length)} waits`, stepNanos),
      machineFigure('Sleep, parked, I/O', machineCovered(others), ` ${formatCount(others.length)} waits`, stepNanos),
      machineFigure('Compilers, concurrent', compilations.reduce((sum, each) => sum + each.nanos, 0), ` ${formatCount(compilations.length)} methods`, 0),
      machineFigure('Loading classes', machineCovered(loads), ` ${formatCount(loads.length)} loaded`, 0)),
    ...parts.filter(([, rows]) => rows.length > 0).map(([title, rows, , table]) => machinePart(title, table(rows))),
    absent.length ? h('p', {class: 'muted'}, absent.join(' ')) : null,
    leftOut ? h('p', {class: 'muted'}, `Each table has only its longest entries; ${formatCount(leftOut)} are left out.`) : null,
  ].filter(node => node !== null);
}

export const machineSection = {
  id: 'machine',
  title: 'The virtual machine',
  nav: 'JVM',
  order: 90,
  lead: () => `Pauses and waits in ${stepWords('the selected steps', 'the window')}, and concurrent activity of the virtual machine.`,
  /** @param {import('./page.js').Page} page */
  isWanted: page => page.report.windows.some(programIsOfJvm),
  /**
   * @param {HTMLElement} root
   * @param {any} page
   */
  async render(root, page) {
    if (!programIsOfJvm(page.window())) {
      page.notRecorded(root, 'the virtual machine');
      return;
    }
    const bytes = await page.block('machine');
    if (!bytes) {
      if (await page.isSummary(root, 'events of the virtual machine')) return;
      page.notRecorded(root, 'the virtual machine (FlightRecorderSource of profiler-jvm, or jvm=flight of the agent)');
      return;
    }
    const all = machineData(bytes);
    const fill = () => root.replaceChildren(...machineContents(all, page));
    page.on(['from', 'to'], fill);
    fill();
  },
};
