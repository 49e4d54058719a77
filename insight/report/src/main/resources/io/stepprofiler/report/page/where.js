// @ts-check
import {h} from './dom.js';
import {distribution} from './figures.js';
import {formatCount, formatCounted, formatPercent, formatTime} from './format.js';
import {PHASE, partLabel, partVariable, swatch} from './palette.js';
import {dataTable} from './table.js';
import {partKey} from './verdict.js';
import {aStep, stepWords} from './whole.js';

/**
 * Breakdown of the selected steps, one row per part; the parts add up to the steps.
 * @param {any} window
 * @param {{isAll: boolean, indices: number[]}} selection
 * @returns {{part: string, share: number, nanos: any, samples?: number}[]}
 */
export function wherePartsGo(window, selection) {
  if (selection.isAll) {
    return window.parts.map(part => ({part: partKey(part), share: part.share, nanos: part.nanos, samples: part.samples}));
  }
  const {durationNanos, parts} = window.steps;
  const all = selection.indices.reduce((sum, i) => sum + durationNanos[i], 0);
  return Object.entries(parts)
    .map(([part, column]) => ({part, nanos: distribution(selection.indices.map(i => column[i]))}))
    .filter(row => row.nanos.sum > 0)
    .map(row => ({...row, share: all > 0 ? row.nanos.sum / all : 0}))
    .sort((a, b) => b.share - a.share);
}

/**
 * A bar from P10 to P90 with the quartiles and the median, on a common scale.
 * @param {any} nanos
 * @param {number} most
 * @param {string} part
 */
function whereRange(nanos, most, part) {
  const place = h('span', {class: 'range', 'aria-hidden': 'true', title: `P10 ${formatTime(nanos.p10)}, median ${formatTime(nanos.median)}, P90 ${formatTime(nanos.p90)}`});
  const percent = value => `${most > 0 ? 100 * value / most : 0}%`;
  const whisker = h('i', {class: 'whisker'});
  whisker.style.left = percent(nanos.p10);
  whisker.style.width = percent(nanos.p90 - nanos.p10);
  const box = h('i', {class: 'box'});
  box.style.left = percent(nanos.q1);
  box.style.width = percent(nanos.q3 - nanos.q1);
  box.style.setProperty('--color', `var(${partVariable(part)})`);
  const median = h('i', {class: 'median'});
  median.style.left = percent(nanos.median);
  place.append(whisker, box, median);
  return place;
}

/** A time; a zero is shown without emphasis. @param {number} nanos */
function whereTime(nanos) {
  return nanos === 0 ? h('span', {class: 'zero'}, '0') : formatTime(nanos);
}

/** The number of samples behind a row, if there is one. @param {{part: string, samples?: number}} row */
function whereSamples({part, samples}) {
  if (!samples) return '';
  return part.startsWith(PHASE) ? `, ${samples}` : ` (${formatCounted(samples, 'sample')}: too few to divide)`;
}

/**
 * @param {number} share
 * @param {string} part
 */
function whereShare(share, part) {
  const bar = h('span', {class: 'share', 'aria-hidden': 'true'});
  const full = h('i', {class: swatch(part).className.replace('swatch', 'fill')});
  full.style.setProperty('--color', `var(${partVariable(part)})`);
  full.style.width = `${100 * share}%`;
  bar.append(full);
  return h('span', {class: 'sharecell'}, bar, h('span', {}, formatPercent(share)));
}

export const whereSection = {
  id: 'where', title: 'Breakdown', nav: 'Parts', order: 40,
  lead: () => `Each nanosecond of ${stepWords('a step', 'the window')} belongs to one part: the parts add up to ${stepWords('the step', 'it')}.`,
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    const window = page.window();
    if (window.steps.numbers.length === 0) {
      page.absent(root, 'No step of this window is complete.');
      return;
    }
    const time = (key, title, hint) => ({key, title, hint, number: true, value: row => row.nanos[key], cell: row => whereTime(row.nanos[key])});
    let most = 1;
    const table = dataTable({
      label: 'Breakdown', rows: [], rowClass: row => (row.part === '' ? 'total' : ''),
      columns: [
        {key: 'part', title: 'part', fixed: true, class: 'part', value: row => row.part,
          cell: row => (row.part === '' ? h('span', {}, row.name) : h('span', {}, swatch(row.part), partLabel(row.part), whereSamples(row)))},
        {key: 'share', title: 'share', fixed: true, class: 'wide', value: row => row.share,
          cell: row => (row.part === '' ? h('span', {class: 'sharecell'}, h('span', {}), h('span', {}, formatPercent(1))) : whereShare(row.share, row.part))},
        {...time('median', 'median'), fixed: true, class: 'strong'},
        {...time('p90', 'P90', '90 of 100 steps spend no more'), fixed: true},
        {key: 'spread', title: '±', hint: 'Half the distance from the first to the third quartile', number: true, fixed: true,
          value: row => row.nanos.q3 - row.nanos.q1, cell: row => whereTime((row.nanos.q3 - row.nanos.q1) / 2)},
        {key: 'range', title: 'P10 – quartiles – P90', fixed: true, class: 'spread', value: () => '', cell: row => whereRange(row.nanos, most, row.part || 'UNACCOUNTED')},
        {...time('max', 'max'), fixed: true},
      ],
    });
    table.element.classList.add('where');
    root.append(table.element, whereBeside(window));

    function update() {
      const selection = page.selection();
      const rows = wherePartsGo(window, selection);
      const step = selection.isAll ? window.stepTime : distribution(selection.indices.map(i => window.steps.durationNanos[i]));
      most = Math.max(1, step.p90);
      table.update([...rows, {part: '', share: 1, nanos: step, name: selection.isAll ? stepWords('step', 'window') : `${formatCount(step.count)} of ${formatCount(window.stepTime.count)} steps`}]);
    }
    page.on(['from', 'to'], update);
    update();
  },
};

/** Activity concurrent with the steps, which is not part of them. @param {any} window */
function whereBeside(window) {
  const beside = Object.entries(window.virtualMachine.besideSteps).filter(([, nanos]) => nanos > 0);
  if (beside.length === 0) return '';
  const steps = Math.max(1, window.stepTime.count);
  return h('div', {class: 'beside'}, h('h3', {}, `Concurrent with the ${stepWords('steps', 'window')}, on other threads`),
    h('p', {class: 'muted'}, `${stepWords(`Mean of all ${formatCount(steps)} steps`, 'All of the window')}; concurrent threads add up.`),
    h('dl', {class: 'besidelist'}, ...beside.map(([cost, nanos]) => h('div', {}, h('dt', {}, cost), h('dd', {}, `${formatTime(nanos / steps)}${aStep()}`)))));
}
