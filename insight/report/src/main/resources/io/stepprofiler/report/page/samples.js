// @ts-check
import {h} from './dom.js';
import {formatCount, formatPercent, formatTime} from './format.js';
import {machineStack} from './machine.js';
import {dataTable} from './table.js';
import {stepWords} from './whole.js';

const samplesShown = 8;

/**
 * The places where code runs in all steps, by samples; nothing if there are no samples.
 * @param {any} window
 * @returns {Node[]}
 */
export function samplesPlaces(window) {
  if (window.samples.length === 0) return [];
  const {count, sum} = window.stepTime;
  const title = `Code that runs in ${stepWords('steps', 'the window')}, by samples`;
  const table = dataTable({
    label: title, rows: window.samples, limit: samplesShown, sort: 'time', columns: [
      {key: 'share', title: `of the ${stepWords('steps', 'window')}`, number: true, fixed: true, value: row => row.weight, cell: row => formatPercent(row.weight / Math.max(1, sum))},
      {key: 'time', title: stepWords('a step', 'in all'), number: true, value: row => row.weight, cell: row => formatTime(row.weight / Math.max(1, count))},
      {key: 'samples', title: 'samples', number: true, value: row => row.count, cell: row => formatCount(row.count)},
      {key: 'at', title: 'at', fixed: true, value: row => row.stack[0] ?? '', cell: row => machineStack(row.stack)},
    ],
  });
  return [h('h3', {}, title), table.element];
}
