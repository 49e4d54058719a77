// @ts-check
import {choiceButtons} from './choice.js';
import {clear, h} from './dom.js';
import {formatCount, formatNumber, formatPercent, formatScaled, formatTime} from './format.js';
import {operatorRows, operatorShapes, readOperators} from './operator-data.js';
import {PHASE, partVariable} from './palette.js';
import {programNotRecorded} from './program.js';
import {stepFactors, sumRows} from './step-columns.js';
import {sourceFrame} from './source.js';
import {dataTable} from './table.js';
import {aStep, stepWords} from './whole.js';

/** @typedef {import('./operator-data.js').OperatorRow} OperatorRow */

const operatorKindNames = {
  MODULE: 'module', COMMUNICATION: 'communication', DATA_LOADER: 'data loading', RUNTIME: 'runtime', KERNEL: 'kernel',
  MEMORY_COPY: 'copy', MEMORY_SET: 'memory set', TASK: 'task', FRAME: 'frame', FUNCTION: 'function',
};

/**
 * Operations per second, or per step, with three digits and a unit prefix.
 * @param {number} count
 * @param {string} [unit]
 */
export function formatFlops(count, unit = 'FLOP/s') {
  return formatScaled(count, 1000, ['', 'k', 'M', 'G', 'T', 'P'].map(prefix => prefix + unit));
}

/**
 * The column of floating point operations in a table of operators: a rate over the time of the operators, or a count if
 * devices execute them asynchronously.
 * @param {any} window
 * @param {string} perStep suffix for the name of a figure per step
 */
export function operatorFlops(window, perStep) {
  const isOnDevices = (window.devices?.use ?? []).length > 0;
  const value = (/** @type {any} */ row) => (row.flops > 0 && row.total > 0 ? (isOnDevices ? row.flops / row.steps : row.flops / row.total * 1e9) : -1);
  return {
    key: 'flops', title: isOnDevices ? `FLOP${perStep}` : 'FLOPS', number: true, value,
    cell: (/** @type {any} */ row) => (value(row) > 0 ? formatFlops(value(row), isOnDevices ? 'FLOP' : 'FLOP/s') : ''),
    hint: isOnDevices ? 'Computed from the shapes of inputs; devices execute them asynchronously' : 'Computed from the shapes of inputs',
  };
}

/**
 * A bar that shows a share, with the figure.
 * @param {number} part of 1
 * @param {string} color
 */
export function shareBar(part, color) {
  const bar = h('i', {});
  bar.style.width = `${Math.min(100, Math.max(0, 100 * part))}%`;
  bar.style.background = color;
  return h('span', {class: 'operatorshare'}, h('span', {class: 'operatorbar'}, bar), h('span', {class: 'number'}, formatPercent(part)));
}

export const operatorsSection = {
  id: 'operators',
  title: 'Operators',
  order: 70,
  lead: () => `Operators with their calls and times, for ${stepWords('the steps selected above', 'the window')}.`,

  /**
   * @param {HTMLElement} root
   * @param {any} page
   */
  async render(root, page) {
    const bytes = await page.block('operators');
    if (!bytes) {
      if (!await page.isSummary(root, 'operators of single steps')) {
        page.notRecorded(root, programNotRecorded(page.window(), 'operators', 'scopes'));
      }
      return;
    }
    const data = readOperators(bytes);
    const has = {
      shape: data.shapes.some(each => each !== ''), module: data.modules.some(each => each !== ''), stack: data.stacks.length > 0,
    };
    const controls = h('div', {class: 'operatorcontrols'});
    const note = h('span', {class: 'muted'});
    const place = h('div', {});
    clear(root);
    root.append(h('div', {class: 'card operators'}, controls, place));
    let shown = /** @type {{by: string, table: any}|null} */ (null);

    const grouping = () => {
      const by = page.state.get('operators.by');
      return has[by] ? by : 'name';
    };

    function update() {
      const by = grouping();
      const selection = page.selection();
      const count = data.steps.numbers.length;
      const factors = count === 0 ? [1] : stepFactors(data.steps.numbers, step => selection.has(step));
      const steps = count === 0 ? 1 : Math.max(1, data.steps.numbers.filter(step => selection.has(step)).length);
      const rows = operatorRows(data, by, factors);
      const all = {
        host: rows.reduce((sum, row) => sum + (row.isOnDevice ? 0 : row.self), 0),
        device: rows.reduce((sum, row) => sum + (row.isOnDevice ? row.self : 0), 0),
      };
      const share = (/** @type {OperatorRow} */ row) => row.self / Math.max(1, row.isOnDevice ? all.device : all.host);
      showControls(by, steps);
      if (shown?.by === by) {
        shown.table.update(rows.map(row => ({...row, steps, share: share(row)})));
        return;
      }
      const table = dataTable({
        label: 'Operators', rows: rows.map(row => ({...row, steps, share: share(row)})), sort: 'self', descending: true,
        search: 'Search operators', limit: 25, columns: columns(by, rows.some(row => row.flops >= 0)),
      });
      shown = {by, table};
      clear(place);
      place.append(table.element);
    }

    /**
     * @param {string} by
     * @param {boolean} hasFlops
     */
    function columns(by, hasFlops) {
      const perStep = data.steps.numbers.length > 0 ? aStep() : '';
      const result = [{key: 'name', title: 'Operator', value: (/** @type {OperatorRow} */ row) => row.name, cell: nameCell}];
      const add = (/** @type {any} */ column) => result.push(column);
      if (by === 'shape') add({key: 'shape', title: 'Shapes of inputs', class: 'operatordetail',
        value: (/** @type {any} */ row) => operatorShapes(row.detail), cell: (/** @type {any} */ row) => h('span', {title: row.detail}, operatorShapes(row.detail))});
      if (by === 'module') add({key: 'module', title: 'Module', value: (/** @type {any} */ row) => row.detail || '–', class: 'operatordetail'});
      if (by === 'stack') add({key: 'stack', title: 'Called from', value: (/** @type {any} */ row) => row.stack.join(' '), cell: stackCell, class: 'operatordetail'});
      const figure = (/** @type {string} */ key, /** @type {string} */ title, /** @type {(row: any) => number} */ value,
        /** @type {(value: number) => string} */ print, /** @type {string} */ hint) =>
        add({key, title, number: true, value, cell: (/** @type {any} */ row) => print(value(row)), hint});
      figure('calls', `Calls${perStep}`, row => row.calls / row.steps, formatNumber, `Calls that began in ${stepWords('a step', 'the window')}`);
      figure('self', `Self${perStep}`, row => row.self / row.steps, formatTime, 'Time without nested operators');
      add({key: 'share', title: 'Share', value: (/** @type {any} */ row) => row.share,
        cell: (/** @type {any} */ row) => shareBar(row.share, `var(${partVariable(PHASE + row.name)})`), hint: 'Share of the time in all operators'});
      figure('total', `Total${perStep}`, row => row.total / row.steps, formatTime, 'Including nested operators; nested operators of one name count once');
      figure('average', 'Average', row => (row.calls > 0 ? row.total / row.calls : 0), formatTime, 'Per call, including nested operators');
      figure('p99', 'P99', row => row.p99, formatTime,
        `99 of 100 calls take no longer; within 1.6 %${data.isByStep ? '' : '; of all steps, regardless of the selection'}`);
      if (hasFlops) add(operatorFlops(page.window(), perStep));
      return result;
    }

    /** @param {OperatorRow} row */
    function nameCell(row) {
      const square = h('i', {class: 'swatch'});
      square.style.setProperty('--color', `var(${partVariable(PHASE + row.name)})`);
      const kind = operatorKindNames[row.kind];
      return h('span', {class: 'operatorname'}, square, h('span', {}, row.name,
        (kind || row.isOnDevice) && h('span', {class: 'muted'}, ` ${[kind, row.isOnDevice && 'on device'].filter(Boolean).join(' ')}`)));
    }

    /** @param {OperatorRow} row */
    function stackCell(row) {
      if (row.stack.length === 0) return '–';
      if (row.stack.length === 1) return h('code', {}, sourceFrame(row.stack[0]));
      return h('details', {}, h('summary', {}, h('code', {}, row.stack[0])),
        ...row.stack.map(frame => h('div', {}, h('code', {}, sourceFrame(frame)))));
    }

    /**
     * @param {string} by
     * @param {number} steps
     */
    function showControls(by, steps) {
      const choices = [{value: 'name', text: 'Name'}];
      for (const [value, text, what] of [['shape', 'Shape', 'shapes'], ['module', 'Module', 'modules'], ['stack', 'Call stack', 'stacks']]) {
        choices.push({value, text, off: !has[value], title: has[value] ? undefined : `Not recorded. ${programRemedy(page.window(), what)}`});
      }
      const isFocused = controls.contains(document.activeElement);
      clear(controls);
      const choice = choiceButtons('Group by', choices, by, value => page.state.set({'operators.by': value === 'name' ? '' : value}));
      controls.append(h('span', {class: 'muted'}, 'By'), choice, note);
      if (isFocused) /** @type {HTMLElement|null} */ (choice.querySelector('[aria-pressed="true"]'))?.focus();
      const count = data.steps.numbers.length;
      const parts = [count === 0 ? 'The window has no steps.' : steps === count ? stepWords(`All ${formatCount(count)} steps.`, 'The window.') : `${formatCount(steps)} of ${formatCount(count)} steps.`];
      const outside = count > 0 ? sumRows(data.self, [1]).reduce((sum, value) => sum + value, 0) : 0;
      if (outside > 0) parts.push(`In no step: ${formatTime(outside)} in all.`);
      if (data.leftOut > 0) parts.push(`The ${formatCount(data.leftOut)} smallest combinations of name, shape, module and call stack are merged.`);
      note.textContent = parts.join(' ');
    }

    page.on(['from', 'to', 'operators.by'], update);
    update();
  },
};
