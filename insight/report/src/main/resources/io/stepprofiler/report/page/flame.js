// @ts-check
import {choiceButtons} from './choice.js';
import {clear, h} from './dom.js';
import {slowSteps} from './figures.js';
import {flameKinds, flameSources, readFlame} from './flame-data.js';
import {flameMerged, flameOfRoots, flameWithout} from './flame-tree.js';
import {flameView} from './flame-view.js';
import {formatBytes, formatCount, formatCounted, formatPercent, formatTime} from './format.js';
import {programIsOfJvm, programRemedy, programTurnOn} from './program.js';
import {samplesPlaces} from './samples.js';
import {stepFactors, sumRows} from './step-columns.js';
import {aStep, stepWords} from './whole.js';

/** @typedef {import('./flame-data.js').FlameData} FlameData */
/** @typedef {import('./flame-data.js').FlameGraph} FlameGraph */

const flameTitles = {
  scopes: {title: 'Scopes', isBytes: false},
  cpu: {title: 'CPU samples', isBytes: false},
  allocation: {title: 'Java allocation', isBytes: true},
  waits: {title: 'Waits', isBytes: false},
  memory: {title: 'Tensor memory', isBytes: true},
};

/**
 * The steps to draw, and the steps with which they are compared.
 * @param {{numbers: number[], durations: number[]}} steps
 * @param {string} mode
 * @param {{isAll: boolean, has: (step: number) => boolean}} selection
 * @returns {{value: number[], base: number[]|null, valueName: string, baseName: string, text: string}} indexes of steps
 */
export function flameSteps(steps, mode, selection) {
  const all = steps.numbers.map((_, i) => i);
  const isSelected = (/** @type {number} */ i) => selection.has(steps.numbers[i]);
  if (mode === 'slow') {
    const standOut = slowSteps(steps.durations);
    const slow = new Set(standOut.length > 0 ? standOut : flameSlowest(steps.durations));
    const value = all.filter(i => slow.has(i));
    const base = all.filter(i => !slow.has(i));
    const numbers = flameList(value.map(i => steps.numbers[i]));
    const others = formatCounted(base.length, 'other');
    return {value, base, valueName: 'slow steps', baseName: 'normal steps', text: standOut.length > 0
      ? `Mean of ${formatCounted(value.length, 'step')} (${numbers}) that took much longer than most, less the mean of the ${others}.`
      : `No step stands out. Mean of the slowest ${value.length === 1 ? 'step' : `${value.length} steps`} (${numbers}), less the mean of the ${others}.`};
  }
  if (mode === 'rest' && !selection.isAll) {
    const value = all.filter(isSelected);
    const base = all.filter(i => !isSelected(i));
    return {value, base, valueName: 'selected steps', baseName: 'other steps',
      text: `Mean of the ${formatCounted(value.length, 'selected step')}, less the mean of the ${formatCounted(base.length, 'other')}.`};
  }
  const value = mode === 'all' || selection.isAll ? all : all.filter(isSelected);
  return {value, base: null, valueName: '', baseName: '', text: value.length === 0 ? 'All of the window: it has no steps.'
    : stepWords(`Mean of ${value.length === all.length ? 'all ' : ''}${formatCounted(value.length, value.length === all.length ? 'step' : 'selected step')}.`, 'The window.')};
}

/**
 * The slowest tenth, used if no step stands out.
 * @param {number[]} durations
 */
function flameSlowest(durations) {
  const count = Math.max(1, Math.floor(durations.length / 10));
  return durations.map((_, i) => i).sort((a, b) => durations[b] - durations[a]).slice(0, count);
}

/** @param {number[]} numbers */
export function flameList(numbers) {
  const shown = numbers.slice(0, 5).join(', ');
  return numbers.length > 5 ? `${shown}, …` : shown;
}

/**
 * @param {FlameGraph} graph
 * @param {number} stepCount
 * @param {number[]} indices of steps
 * @returns {Float64Array} mean of a step; sum of all if there are no steps
 */
export function flameMean(graph, stepCount, indices) {
  if (stepCount === 0) return sumRows(graph.weights, [1]);
  const asked = new Set(indices);
  return sumRows(graph.weights, stepFactors(Array.from({length: stepCount}, (_, i) => i), i => asked.has(i), 1 / Math.max(1, indices.length)));
}

/**
 * Sum of all self weights.
 * @param {Float64Array} self
 */
function flameSum(self) {
  return self.reduce((sum, value) => sum + value, 0);
}

/**
 * Model for `flameView` of the difference between two sides: for each side the mean step of its runs, on the threads of
 * steps; null if neither has the source.
 * @param {Uint8Array[]} bases blocks `flame`, one a run
 * @param {Uint8Array[]} values blocks of the other side
 * @param {string} source one of `flameSources`
 * @returns {import('./flame-view.js').FlameModel|null}
 */
export function flameOfRuns(bases, values, source) {
  const parts = [];
  for (const [side, blocks] of [bases, values].entries()) {
    for (const block of blocks) {
      const data = readFlame(block);
      const graph = data.graphs.find(each => each.source === source);
      if (!graph) continue;
      const steps = data.steps.numbers.map((_, i) => i);
      const self = flameOfRoots(graph.tree, flameMean(graph, steps.length, steps), frame =>
        steps.length === 0 || data.frames.kinds[frame] === flameKinds.steppingThread);
      parts.push({side, tree: graph.tree, names: data.frames.names, kinds: data.frames.kinds, self: self.map(each => each / blocks.length)});
    }
  }
  if (parts.length === 0) return null;
  const merged = flameMerged(parts);
  const sums = [new Float64Array(merged.tree.size), new Float64Array(merged.tree.size)];
  merged.sets.forEach((set, i) => set.forEach((weight, node) => {
    sums[parts[i].side][node] += weight;
  }));
  return {
    tree: merged.tree, frames: merged.frames, self: sums[1], base: sums[0], unit: flameTitles[source]?.isBytes ? 'bytes' : 'ns',
    isPerStep: true, valueName: 'new', baseName: 'base',
  };
}

/**
 * The source that is shown first: samples of running code if no phase was recorded, since scopes have nothing to show.
 * @param {any} window
 */
export function flameOpening(window) {
  const hasScopes = window.parts.some((/** @type {any} */ part) => part.category === 'PHASE' && part.samples === 0);
  return hasScopes ? 'scopes' : 'cpu';
}

export const flameSection = {
  id: 'flame',
  title: 'Flame graph',
  order: 60,
  lead: () => stepWords('The time of a step by call stack, and the differences of slow steps.', 'The time of the window by call stack.'),

  /**
   * @param {HTMLElement} root
   * @param {any} page
   */
  async render(root, page) {
    const bytes = await page.block('flame');
    if (!bytes) {
      if (!await page.isSummary(root, 'stacks')) {
        page.absent(root, `No flame graph: the window has no stacks. ${programRemedy(page.window(), 'scopes', 'records some')}`);
      }
      return;
    }
    const data = readFlame(bytes);
    const phases = new Set(page.window().parts.filter((/** @type {any} */ part) => part.category === 'PHASE').map((/** @type {any} */ part) => part.name));
    const controls = h('div', {class: 'flamecontrols'});
    const note = h('p', {class: 'flamenote'});
    const place = h('div', {});
    const card = h('div', {class: 'card flame'}, controls, note, place);
    clear(root);
    root.append(card, ...samplesPlaces(page.window()));
    const graphs = new Map(data.graphs.map(graph => [graph.source, graph]));
    const view = flameView(place, {
      label: 'Flame graph', prefix: 'flame', state: page.state, announce: (/** @type {string} */ text) => page.announce(text),
    });

    const graphShown = () => graphs.get(page.state.get('flame.source')) ?? graphs.get(flameOpening(page.window())) ?? data.graphs[0];
    const stepsMode = () => page.state.get('flame.steps');
    const isStepping = (/** @type {number} */ frame) => data.frames.kinds[frame] === flameKinds.steppingThread;

    function update() {
      const graph = graphShown();
      const selection = page.selection();
      const steps = flameSteps(data.steps, stepsMode(), selection);
      const means = {value: flameMean(graph, data.steps.numbers.length, steps.value),
        base: steps.base && flameMean(graph, data.steps.numbers.length, steps.base)};
      const own = flameOfRoots(graph.tree, means.value, isStepping);
      const others = flameSum(means.value) - flameSum(own);
      const hasOwn = flameSum(own) > 0 || (means.base !== null && flameSum(flameOfRoots(graph.tree, means.base, isStepping)) > 0);
      const isOwnOnly = hasOwn && page.state.get('flame.threads') !== 'all';
      const hasCalls = graph.tree.frame.some((frame, node) => node > 0 && flameIsCall(data.frames.kinds[frame]));
      let tree = graph.tree;
      let sets = means.base ? [means.value, means.base] : [means.value];
      if (isOwnOnly) sets = sets.map(set => flameOfRoots(tree, set, isStepping));
      if (hasCalls && page.state.get('flame.scopes') === 'off') {
        const plain = flameWithout(tree, sets, frame => flameIsEvent(data.frames.kinds[frame]));
        tree = plain.tree;
        sets = plain.sets;
      }
      showControls(selection, hasOwn, hasCalls);
      showNote(graph, steps.text, isOwnOnly, others, means.value);
      view.show({
        tree, frames: data.frames, self: sets[0], base: sets[1], unit: flameTitles[graph.source]?.isBytes ? 'bytes' : 'ns',
        isPerStep: data.steps.numbers.length > 0 && stepWords(true, false), valueName: steps.valueName, baseName: steps.baseName, phases,
      });
    }

    /**
     * @param {any} selection
     * @param {boolean} hasOwn
     * @param {boolean} hasCalls
     */
    function showControls(selection, hasOwn, hasCalls) {
      clear(controls);
      const focusKey = (/** @type {string} */ key) => (/** @type {string} */ value) => {
        page.state.set({[key]: value, 'flame.zoom': ''});
        /** @type {HTMLElement|null} */ (controls.querySelector(`[data-key="${key}"] [aria-pressed="true"]`))?.focus();
      };
      const add = (/** @type {string} */ key, /** @type {HTMLElement} */ choice) => {
        choice.dataset.key = key;
        controls.append(choice);
      };
      // A source that the profiler of such a program cannot record is not offered.
      const sources = flameSources.filter(source => graphs.has(source) || programTurnOn(page.window(), source) !== '');
      add('flame.source', choiceButtons('Source', sources.map(source => ({
        value: source, text: source === 'allocation' && !programIsOfJvm(page.window()) ? 'Allocation' : flameTitles[source].title,
        off: !graphs.has(source), title: graphs.has(source) ? undefined : `Nothing recorded. ${programRemedy(page.window(), source)}`,
      })), graphShown().source, focusKey('flame.source')));
      const count = data.steps.numbers.length;
      if (count > 1) {
        const choices = [{value: selection.isAll ? '' : 'all', text: `All ${formatCount(count)} steps`, title: ''}];
        if (!selection.isAll) {
          choices.push({value: '', text: selection.from === selection.to ? `Step ${selection.from}` : `Steps ${selection.from}–${selection.to}`, title: ''});
        }
        choices.push({value: 'slow', text: 'Slow − normal', title: 'Differences of slow steps from normal steps'});
        if (!selection.isAll) choices.push({value: 'rest', text: 'Selected − others', title: 'Differences of the selected steps from the others'});
        const chosen = choices.some(each => each.value === stepsMode()) ? stepsMode() : '';
        add('flame.steps', choiceButtons('Steps', choices, chosen, focusKey('flame.steps')));
      }
      if (hasOwn) {
        add('flame.threads', choiceButtons('Threads', [
          {value: '', text: stepWords('Thread of steps', 'Busiest thread')}, {value: 'all', text: 'All threads'},
        ], page.state.get('flame.threads'), focusKey('flame.threads')));
      }
      if (hasCalls) {
        add('flame.scopes', choiceButtons('Scopes around call stacks', [
          {value: '', text: 'In scopes'}, {value: 'off', text: 'Calls only'},
        ], page.state.get('flame.scopes'), focusKey('flame.scopes')));
      }
    }

    /**
     * @param {FlameGraph} graph
     * @param {string} text
     * @param {boolean} isOwnOnly
     * @param {number} others
     * @param {Float64Array} all
     */
    function showNote(graph, text, isOwnOnly, others, all) {
      const amount = (/** @type {number} */ weight) => (flameTitles[graph.source]?.isBytes ? formatBytes(weight) : formatTime(weight));
      const parts = [text];
      if (isOwnOnly && others > 0) parts.push(`Other threads: ${amount(others)}${aStep()}.`);
      const outside = data.steps.numbers.length > 0 ? flameSum(sumRows(graph.weights, [1])) : 0;
      if (outside > 0) parts.push(`In no step: ${amount(outside)} in all.`);
      const refused = page.window().run.facts.jvm_flight_recorder_refused;
      if (graph.source === 'cpu' && refused) parts.push(`Native code only. Left out were ${refused}.`);
      if (graph.leftOut > 0) {
        const small = graph.tree.frame.reduce((sum, frame, node) => sum + (node > 0 && data.frames.kinds[frame] === flameKinds.leftOut ? all[node] : 0), 0);
        const sum = flameSum(all);
        parts.push(`The ${formatCount(graph.leftOut)} smallest stacks are merged as (smaller): ${formatPercent(sum > 0 ? small / sum : 0)}.`);
      }
      note.textContent = parts.join(' ');
    }

    page.on(['from', 'to', 'flame.source', 'flame.steps', 'flame.threads', 'flame.scopes'], update);
    update();
  },
};

/**
 * True if a frame is an event, not a thread or a method.
 * @param {number} kind
 */
function flameIsEvent(kind) {
  return kind >= flameKinds.scope && kind <= flameKinds.runtime && kind !== flameKinds.wait;
}

/** @param {number} kind */
function flameIsCall(kind) {
  return kind >= flameKinds.method && kind <= flameKinds.nativeMethod;
}
