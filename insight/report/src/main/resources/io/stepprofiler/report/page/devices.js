// @ts-check
import {h} from './dom.js';
import {formatBandwidth, formatBytes, formatCount, formatNumber, formatPercent, formatTime} from './format.js';
import {swatch} from './palette.js';
import {dataTable} from './table.js';
import {aStep, stepWords} from './whole.js';

/**
 * @typedef {{category: string, name: string, share: number, nanos: any}} DevicePart
 * @typedef {{device: string, name: string, workShare: number, parts: DevicePart[], host: DevicePart[], communicationNanos: number,
 *     hiddenCommunicationNanos: number}} DeviceUse
 */

/** CSS variables with the colours of device activities; all but the last two are work. */
const devicesColors = {KERNEL: '--phase-0', COMMUNICATION: '--wait-communication', COPY: '--phase-1', HOST: '--phase-other', IDLE: '--idle'};

/** Smaller shares are not shown. */
const DEVICES_LEAST = 0.0005;

/**
 * Bandwidth; empty if the number of bytes is unknown.
 * @param {{bytes: number, nanos: number}} copies
 */
export function deviceBandwidth(copies) {
  return copies.bytes > 0 && copies.nanos > 0 ? formatBandwidth(copies.bytes / copies.nanos) : '';
}

/**
 * The part of communication that kernels hide, in words; empty if there is none.
 * @param {DeviceUse} use
 */
export function deviceHidden(use) {
  return use.communicationNanos > 0
    ? `${formatPercent(use.hiddenCommunicationNanos / use.communicationNanos)} of communication is hidden behind kernels` : '';
}

/**
 * True if a report has device activity in any window.
 * @param {any} report
 */
export function hasDevices(report) {
  return report.windows.some((/** @type {any} */ window) => (window.devices?.use ?? []).length > 0);
}

/**
 * Kernels per step that are missing in the table, which has the kernels with the most time.
 * @param {any} window
 */
export function deviceKernelsLeftOut(window) {
  const all = window.metrics.find((/** @type {any} */ each) => each.id === 'device.kernels')?.value ?? 0;
  const left = window.devices.kernels.reduce((/** @type {number} */ rest, /** @type {any} */ row) => rest - row.callsPerStep, all);
  // Less than one kernel in all steps is a rounding error.
  return left * Math.max(1, window.stepTime.count) > 0.5 ? left : 0;
}

/** @param {string} category */
function deviceSwatch(category) {
  const square = h('i', {class: category === 'IDLE' ? 'swatch wait' : 'swatch', 'aria-hidden': 'true'});
  square.style.setProperty('--color', `var(${devicesColors[category] ?? '--phase-other'})`);
  return square;
}

/**
 * One device: its share of work, a bar of its activities in steps, and the activity of the thread meanwhile.
 * @param {DeviceUse} use
 */
function deviceCard(use) {
  const label = use.parts.map(part => `${part.name} ${formatPercent(part.share)}`).join(', ');
  const bar = h('div', {class: 'devicebar', role: 'img', 'aria-label': label});
  for (const part of use.parts) {
    const piece = h('i', {class: part.category === 'IDLE' ? 'wait' : '', title: `${part.name} ${formatPercent(part.share)}, median ${formatTime(part.nanos.median)}${aStep()}`});
    piece.style.setProperty('--color', `var(${devicesColors[part.category] ?? '--phase-other'})`);
    piece.style.width = `${100 * part.share}%`;
    bar.append(piece);
  }
  const hidden = deviceHidden(use);
  const host = use.host.filter(part => part.share >= DEVICES_LEAST);
  return h('div', {class: 'device'},
    h('h3', {}, h('span', {}, use.device), use.name && h('span', {class: 'muted'}, use.name),
      h('strong', {}, `works in ${formatPercent(use.workShare)} of the ${stepWords('step', 'window')}`)),
    bar,
    h('ul', {class: 'devicelegend'}, ...use.parts.map(part =>
      h('li', {}, deviceSwatch(part.category), h('span', {}, part.name), h('b', {}, formatPercent(part.share)),
        h('span', {class: 'muted'}, formatTime(part.nanos.median))))),
    hidden && h('p', {class: 'muted'}, `${hidden}.`),
    host.length > 0 && h('p', {class: 'devicehost'}, h('span', {class: 'muted'}, `While it does not work, ${stepWords('the thread of the step', 'the busiest thread')}:`),
      ...host.map(part => h('span', {class: 'devicedoing'}, swatch(part.category === 'PHASE' ? 'phase: ' : part.category),
        `${part.name} ${formatPercent(part.share)}`))));
}

/** @param {any} devices the devices, whose time for all steps is the base of shares */
function devicesNanos(devices) {
  return Math.max(1, devices.use[0].parts.reduce((/** @type {number} */ sum, /** @type {any} */ part) => sum + part.nanos.sum, 0));
}

/** @param {any} window */
function deviceKernels(window) {
  const all = devicesNanos(window.devices);
  const steps = Math.max(1, window.stepTime.count);
  const rows = window.devices.kernels;
  const hasSeveral = new Set(rows.map((/** @type {any} */ row) => row.device)).size > 1;
  const hasOccupancy = rows.some((/** @type {any} */ row) => row.occupancy >= 0);
  return dataTable({
    label: 'Kernels', rows, sort: 'nanos', descending: true, search: 'Search kernels', limit: 12, columns: [
      {key: 'name', title: 'Kernel', class: 'devicename', value: row => row.name, cell: row => h('span', {title: row.name}, row.name)},
      {key: 'operation', title: 'Launched by', class: 'deviceoperation', value: row => row.operation || '–'},
      ...(hasSeveral ? [{key: 'device', title: 'Device', value: row => row.device}] : []),
      {key: 'calls', title: `Calls${aStep()}`, number: true, value: row => row.callsPerStep, cell: row => formatNumber(row.callsPerStep)},
      {key: 'nanos', title: stepWords('A step', 'In all'), number: true, value: row => row.nanos, cell: row => formatTime(row.nanos / steps)},
      {key: 'share', title: 'Share', class: 'deviceshare', value: row => row.nanos / all, cell: row => deviceShare(row.nanos / all), hint: `Share of the ${stepWords('step', 'window')}; concurrent kernels count separately`},
      {key: 'average', title: 'Average', number: true, value: row => row.nanos / (row.callsPerStep * steps), cell: row => formatTime(row.nanos / (row.callsPerStep * steps))},
      {key: 'max', title: 'Longest', number: true, value: row => row.maxNanos, cell: row => formatTime(row.maxNanos)},
      ...(hasOccupancy ? [{key: 'occupancy', title: 'Occupancy', number: true, hint: 'Estimated, by time', value: row => row.occupancy,
        cell: row => (row.occupancy < 0 ? '' : formatPercent(row.occupancy))}] : []),
    ],
  }).element;
}

/** @param {number} share */
function deviceShare(share) {
  const full = h('i', {class: 'fill'});
  full.style.setProperty('--color', 'var(--phase-0)');
  full.style.width = `${100 * Math.min(1, share)}%`;
  return h('span', {class: 'sharecell'}, h('span', {class: 'share', 'aria-hidden': 'true'}, full), h('span', {}, formatPercent(share)));
}

/** @param {any} window */
function deviceCopies(window) {
  const steps = Math.max(1, window.stepTime.count);
  const all = devicesNanos(window.devices);
  return dataTable({
    label: 'Copies and fills', rows: window.devices.copies, sort: 'nanos', descending: true, columns: [
      {key: 'name', title: 'Copy or fill', value: row => row.name},
      {key: 'device', title: 'Device', value: row => row.device},
      {key: 'calls', title: stepWords('A step', 'In all'), number: true, value: row => row.callsPerStep, cell: row => formatNumber(row.callsPerStep)},
      {key: 'bytes', title: `Bytes${aStep()}`, number: true, value: row => row.bytes, cell: row => (row.bytes > 0 ? formatBytes(row.bytes / steps) : '')},
      {key: 'bandwidth', title: 'Bandwidth', number: true, value: row => (row.nanos > 0 ? row.bytes / row.nanos : 0), cell: deviceBandwidth},
      {key: 'nanos', title: `Time${aStep()}`, number: true, value: row => row.nanos, cell: row => formatTime(row.nanos / steps)},
      {key: 'share', title: 'Share', class: 'deviceshare', value: row => row.nanos / all, cell: row => deviceShare(row.nanos / all), hint: `Share of the ${stepWords('step', 'window')}`},
    ],
  }).element;
}

/** @param {any} window */
function deviceStreams(window) {
  const steps = Math.max(1, window.stepTime.count);
  const all = devicesNanos(window.devices);
  return dataTable({
    label: 'Streams', rows: window.devices.streams, sort: 'nanos', descending: true, limit: 12, columns: [
      {key: 'device', title: 'Device', value: row => row.device},
      {key: 'stream', title: 'Stream', number: true, value: row => row.stream},
      {key: 'calls', title: `Work items${aStep()}`, number: true, value: row => row.callsPerStep, cell: row => formatNumber(row.callsPerStep)},
      {key: 'nanos', title: `Work${aStep()}`, number: true, value: row => row.nanos, cell: row => formatTime(row.nanos / steps)},
      {key: 'share', title: 'Share', class: 'deviceshare', value: row => row.nanos / all, cell: row => deviceShare(row.nanos / all), hint: `Share of the ${stepWords('step', 'window')}`},
    ],
  }).element;
}

/**
 * @param {string} title
 * @param {Node} content
 */
function devicesPart(title, content) {
  return h('details', {class: 'machine-part', open: true}, h('summary', {}, title), content);
}

export const devicesSection = {
  id: 'devices',
  title: 'GPUs',
  nav: 'GPU',
  order: 45,
  lead: () => `Activity of each device in ${stepWords('steps', 'the window')}: each nanosecond belongs to one part, kernels before communication before copies.`,
  /** @param {import('./page.js').Page} page */
  isWanted: page => hasDevices(page.report),
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    const window = page.window();
    const devices = window.devices;
    if (!devices || devices.use.length === 0) {
      page.absent(root, 'No device was active in this window.');
      return;
    }
    const note = h('p', {class: 'muted'}, `Figures of all ${formatCount(window.stepTime.count)} steps, regardless of the selection.`);
    page.on(['from', 'to'], () => {
      note.hidden = page.selection().isAll;
    });
    note.hidden = page.selection().isAll;
    const left = deviceKernelsLeftOut(window);
    root.append(note, h('div', {class: 'devices'}, ...devices.use.map(deviceCard)),
      devices.kernels.length > 0 ? devicesPart('Kernels', deviceKernels(window)) : '',
      left > 0 ? h('p', {class: 'muted'}, `${formatNumber(left)} more kernels${aStep()}, all with little time, are counted above but not listed.`) : '',
      devices.copies.length > 0 ? devicesPart('Copies and fills', deviceCopies(window)) : '',
      devicesPart('Streams', deviceStreams(window)));
  },
};
