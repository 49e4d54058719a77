// @ts-check
import {choiceButtons} from './choice.js';
import {clear, h} from './dom.js';
import {readFlame} from './flame-data.js';
import {flameMean} from './flame.js';
import {formatCounted, formatNumber, formatTime} from './format.js';
import {moduleRates, moduleRows} from './module-data.js';
import {formatFlops, shareBar} from './operators.js';
import {operatorRows, readOperators} from './operator-data.js';
import {PHASE, partVariable} from './palette.js';
import {programNotRecorded} from './program.js';
import {stepFactors} from './step-columns.js';
import {dataTable} from './table.js';
import {aStep, stepWords} from './whole.js';

const modulesMostDepths = 5;

export const modulesSection = {
  id: 'modules',
  title: 'Modules',
  order: 75,
  lead: () => `The model as a tree, with the time of each module in ${stepWords('a step', 'the window')}; at each depth the largest first.`,

  /**
   * @param {HTMLElement} root
   * @param {any} page
   */
  async render(root, page) {
    const flame = await page.block('flame');
    const operatorBytes = await page.block('operators');
    const data = flame && readFlame(flame);
    const graph = data?.graphs.find((/** @type {any} */ each) => each.source === 'scopes');
    const whole = graph ? moduleRows(graph.tree, data.frames, flameMean(graph, data.steps.numbers.length, data.steps.numbers.map((_, i) => i))) : [];
    if (!data || !graph || whole.length === 0) {
      if (!await page.isSummary(root, 'nested modules')) {
        page.notRecorded(root, programNotRecorded(page.window(), 'modules', 'modules'));
      }
      return;
    }
    const operators = operatorBytes && readOperators(operatorBytes);
    const deepest = Math.max(...whole.map(row => row.depth));
    const controls = h('div', {class: 'operatorcontrols'});
    const place = h('div', {});
    clear(root);
    root.append(h('div', {class: 'card operators'}, controls, place));

    function update() {
      const selection = page.selection();
      const numbers = data.steps.numbers;
      const indices = numbers.map((_, i) => i).filter((/** @type {number} */ i) => selection.has(numbers[i]));
      const rows = moduleRows(graph.tree, data.frames, flameMean(graph, numbers.length, indices));
      const steps = Math.max(1, indices.length);
      const step = indices.reduce((sum, i) => sum + data.steps.durations[i], 0) / steps
        || Math.max(...rows.map(row => row.total), 1);
      const factors = numbers.length === 0 ? [1] : stepFactors(numbers, number => selection.has(number));
      const figures = new Map(operators ? operatorRows(operators, 'name', factors).filter(row => row.kind === 'MODULE').map(row => [row.name, row]) : []);
      // Devices execute operations asynchronously, not within the time of a module.
      const hasRates = operators && (page.window().devices?.use ?? []).length === 0;
      const rates = moduleRates(hasRates ? operatorRows(operators, 'module', factors) : []);
      const depth = Number(page.state.get('modules.depth')) || 0;
      const shown = depth === 0 ? rows : rows.filter(row => row.depth === depth).sort((a, b) => b.total - a.total);
      showControls(depth, indices.length, numbers.length);
      clear(place);
      place.append(dataTable({
        label: 'Modules', rows: shown, search: 'Search modules', limit: 60, columns: [
          {key: 'name', title: 'Module', value: row => row.path, fixed: depth === 0, cell: row => nameCell(row, depth === 0)},
          {key: 'calls', title: `Calls${aStep()}`, number: true, fixed: depth === 0, value: row => (figures.get(row.name)?.calls ?? 0) / steps,
            cell: row => formatNumber((figures.get(row.name)?.calls ?? 0) / steps), hint: 'Sum over all modules of this name'},
          {key: 'total', title: stepWords('A step', 'In all'), number: true, fixed: depth === 0, value: row => row.total, cell: row => formatTime(row.total), hint: 'Including nested modules and operators'},
          {key: 'share', title: `Share of the ${stepWords('step', 'window')}`, fixed: depth === 0, value: row => row.total / step, cell: row => shareBar(row.total / step, `var(${partVariable(PHASE + row.name)})`)},
          {key: 'self', title: 'Outside its modules', number: true, fixed: depth === 0, value: row => row.self, cell: row => formatTime(row.self),
            hint: 'With operators, without the modules inside'},
          ...(rates.size > 0 ? [{key: 'flops', title: 'FLOPS', number: true, fixed: depth === 0, value: (/** @type {any} */ row) => rates.get(row.name) ?? 0,
            cell: (/** @type {any} */ row) => (rates.has(row.name) ? formatFlops(rates.get(row.name) ?? 0) : ''),
            hint: 'Computed from the shapes of inputs, over the time of these operators, forward and backward; all modules of this name'}] : []),
        ],
      }).element);
    }

    /**
     * @param {any} row
     * @param {boolean} isTree
     */
    function nameCell(row, isTree) {
      const square = h('i', {class: 'swatch'});
      square.style.setProperty('--color', `var(${partVariable(PHASE + row.name)})`);
      const cell = h('span', {class: 'operatorname', title: row.path}, square, h('span', {}, row.name));
      if (isTree) cell.style.paddingLeft = `${(row.depth - 1) * 20}px`;
      return cell;
    }

    /**
     * @param {number} depth
     * @param {number} steps
     * @param {number} all
     */
    function showControls(depth, steps, all) {
      const isFocused = controls.contains(document.activeElement);
      clear(controls);
      const choices = [{value: '', text: 'Tree'}];
      for (let each = 1; each <= Math.min(deepest, modulesMostDepths); each++) choices.push({value: String(each), text: `Depth ${each}`});
      const choice = choiceButtons('Depth', choices, depth === 0 ? '' : String(depth), value => page.state.set({'modules.depth': value}));
      controls.append(choice, h('span', {class: 'muted'}, all === 0 ? 'The window has no steps.' : stepWords(`Mean of ${steps === all ? 'all ' : ''}${formatCounted(steps, 'step')}.`, 'The window.')));
      if (isFocused) /** @type {HTMLElement|null} */ (choice.querySelector('[aria-pressed="true"]'))?.focus();
    }

    page.on(['from', 'to', 'modules.depth'], update);
    update();
  },
};
