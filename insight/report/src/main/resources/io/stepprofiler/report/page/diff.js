// @ts-check
import {barBrand, themeButton} from './bar.js';
import {fromBase64, gunzip} from './bytes.js';
import {canvasChart} from './canvas.js';
import {choiceButtons} from './choice.js';
import {clear, h, warningBanner} from './dom.js';
import {flameOfRuns} from './flame.js';
import {flameKinds} from './flame-data.js';
import {flameMerged} from './flame-tree.js';
import {flameView} from './flame-view.js';
import {formatBytes, formatCount, formatCounted, formatNumber, formatPercent, formatPercentChange, formatTime, formatTimeChange, tickDistance} from './format.js';
import {Page, pageSection, shownReport} from './page.js';
import {cssColor} from './palette.js';
import {PageState, showHash} from './state.js';
import {dataTable} from './table.js';
import {renderWaterfall} from './waterfall.js';

/**
 * @typedef {{path: string[], baseNanos: number, nextNanos: number, baseCalls: number, nextCalls: number, presence: string, isSure: boolean}} DiffRow
 * @typedef {{name: string, durationNanos: number[]}} DiffRun
 */

const DIFF_FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';
const DIFF_STRIP = 96;
const DIFF_GAP = 14;
const DIFF_LEFT = 58;
const DIFF_RIGHT = 12;
const DIFF_MOST_BARS = 14;

/** @param {number} ratio of the new side to the base; below 0 if the base is 0 */
export function formatChange(ratio) {
  return ratio < 0 ? 'from 0' : formatPercentChange(ratio - 1);
}

/**
 * A verdict in words, as in Java's Verdict: counters have "more" instead of "slower".
 * @param {string} verdict
 * @param {string} kind of the metric
 */
export function diffWord(verdict, kind) {
  if (verdict === 'SHOWN') return '';
  const word = verdict.toLowerCase().replace(/_/g, ' ');
  return kind === 'COUNTER' ? word.replace('slower', 'more').replace('faster', 'less') : word;
}

/**
 * The bars from one mean step to the other, each beginning at the end of the previous bar.
 * @param {DiffRow[]} rows
 * @param {number} baseNanos
 * @param {number} nextNanos
 * @param {number} most rows of their own
 */
export function waterfallBars(rows, baseNanos, nextNanos, most) {
  const sorted = [...rows].sort((one, other) => Math.abs(other.nextNanos - other.baseNanos) - Math.abs(one.nextNanos - one.baseNanos));
  const bars = [{name: 'base', from: 0, to: baseNanos, isTotal: true, isSure: true}];
  let at = baseNanos;
  for (const row of sorted.slice(0, most)) {
    const to = at + row.nextNanos - row.baseNanos;
    bars.push({name: row.path.join(' / '), from: at, to, isTotal: false, isSure: row.isSure});
    at = to;
  }
  if (sorted.length > most) {
    const rest = sorted.slice(most).reduce((sum, row) => sum + row.nextNanos - row.baseNanos, 0);
    bars.push({name: `${sorted.length - most} more`, from: at, to: at + rest, isTotal: false, isSure: false});
  }
  bars.push({name: 'new', from: 0, to: nextNanos, isTotal: true, isSure: true});
  return bars;
}

/**
 * The highest step in each column of pixels, run after run.
 * @param {DiffRun[]} runs
 * @param {number} width
 * @param {number} gap pixels between runs
 */
export function stripColumns(runs, width, gap) {
  const steps = runs.reduce((sum, run) => sum + run.durationNanos.length, 0);
  const room = Math.max(1, width - gap * (runs.length - 1));
  const columns = [];
  let x = 0;
  for (const [number, run] of runs.entries()) {
    const wide = room * run.durationNanos.length / Math.max(1, steps);
    const bars = Math.max(1, Math.min(run.durationNanos.length, Math.floor(wide)));
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor(bar * run.durationNanos.length / bars);
      const to = Math.max(from + 1, Math.floor((bar + 1) * run.durationNanos.length / bars));
      // On whole pixels, so that neighbours have the same shade.
      const left = Math.round(x + bar * wide / bars);
      const right = Math.max(left + 1, Math.round(x + (bar + 1) * wide / bars));
      columns.push({run: number, x: left, width: right - left, nanos: Math.max(...run.durationNanos.slice(from, to))});
    }
    x += wide + gap;
  }
  return columns;
}

/** @param {DiffRun[]} runs */
function stripHigh(...runs) {
  const all = runs.flatMap(run => run.durationNanos).sort((one, other) => one - other);
  const usual = all[Math.floor(0.98 * (all.length - 1))] ?? 1;
  return Math.max(1, Math.min(all[all.length - 1] ?? 1, 1.3 * usual));
}

/**
 * @param {HTMLElement} root
 * @param {any} diff
 */
function renderDiffStrips(root, diff) {
  const cost = diff.metrics.find(each => each.metric.id === 'cost');
  const high = stripHigh(...diff.base, ...diff.next);
  const sides = [
    {title: 'base', runs: diff.base, cost: cost?.base, color: '--diff-base'},
    {title: 'new', runs: diff.next, cost: cost?.next, color: '--diff-new'},
  ];
  const label = sides.map(side => `${side.title}: ${side.runs.length} runs, undisturbed step ${formatTime(side.cost ?? 0)}`).join('; ');
  canvasChart(root, {height: 2 * DIFF_STRIP + 3 * DIFF_GAP, label, draw(ctx, width) {
    ctx.font = DIFF_FONT;
    ctx.textBaseline = 'middle';
    const wide = width - DIFF_LEFT - DIFF_RIGHT;
    sides.forEach((side, i) => {
      const floor = (i + 1) * (DIFF_STRIP + DIFF_GAP);
      const y = (/** @type {number} */ nanos) => floor - Math.min(nanos / high, 1.03) * DIFF_STRIP;
      const distance = tickDistance(high / 1e6, 3) * 1e6;
      ctx.textAlign = 'right';
      for (let nanos = 0; nanos <= high; nanos += distance) {
        ctx.fillStyle = cssColor('--line');
        ctx.fillRect(DIFF_LEFT, Math.round(y(nanos)), wide, 1);
        ctx.fillStyle = cssColor('--faint');
        ctx.fillText(nanos === 0 ? side.title : formatTime(nanos), DIFF_LEFT - 8, y(nanos));
      }
      ctx.fillStyle = cssColor(side.color);
      for (const column of stripColumns(side.runs, wide, 6)) {
        const space = column.width > 3 ? 1 : 0;
        ctx.fillRect(DIFF_LEFT + column.x, y(column.nanos), column.width - space, floor - y(column.nanos));
      }
      if (side.cost) {
        ctx.fillStyle = cssColor('--ink');
        ctx.fillRect(DIFF_LEFT, Math.round(y(side.cost)), wide, 1.5);
        ctx.textAlign = 'left';
        ctx.fillText(formatTime(side.cost), DIFF_LEFT + 4, y(side.cost) - 8);
      }
    });
  }});
}

/**
 * Runs per side needed to decide whether the times of one row among others differ; 0 if there are enough.
 *
 * @param {number} base runs of the base
 * @param {number} next runs of the new side
 * @param {number} rows
 */
export function runsNeeded(base, next, rows) {
  const canTell = (/** @type {number} */ one, /** @type {number} */ other) => {
    let ways = 1;
    for (let i = 1; i <= other; i++) ways *= (one + i) / i;
    return 2 / ways <= 0.05 / Math.max(rows, 1) + 1e-12;
  };
  let runs = 1;
  while (!canTell(runs, runs)) runs++;
  return canTell(base, next) ? 0 : runs;
}

/**
 * @param {HTMLElement} root
 * @param {any} attribution
 * @param {number} needed runs per side needed to tell rows from noise; 0 if there are enough
 */
function renderDiffWaterfall(root, attribution, needed) {
  const bars = waterfallBars(attribution.parts, attribution.baseNanos, attribution.nextNanos, DIFF_MOST_BARS);
  renderWaterfall(root, {label: 'From the mean step of the base to the mean step of the new side', heads: ['part of the mean step', 'change'],
    bars: bars.map(bar => ({...bar, text: bar.isTotal ? formatTime(bar.to) : `${bar.isSure ? '' : '~ '}${formatTimeChange(bar.to - bar.from)}`}))});
  root.append(h('p', {class: 'muted'}, `~ and stripes: this row may differ by noise only${
    needed > 0 ? `; too few runs to decide by times, ${needed} per side are enough` : ''}. The rows add up to the difference.`));
}

/**
 * @param {any} each
 * @param {number} value
 */
function diffValue(each, value) {
  const unit = each.metric.unit;
  return unit === 'ns' ? formatTime(value) : unit.startsWith('bytes') ? formatBytes(value) : formatNumber(value);
}

/**
 * True if a counter differs, but not more than from run to run of one side.
 * @param {any} each
 */
export function diffVaries(each) {
  return each.metric.kind === 'COUNTER' && each.verdict === 'SAME' && each.base !== each.next;
}

/**
 * @param {HTMLElement} root
 * @param {any} diff
 */
function renderDiffMetrics(root, diff) {
  const interval = (/** @type {any} */ each) => (each.probability < 0 ? '' : `${formatChange(each.interval.low)} to ${formatChange(each.interval.high)}`);
  root.append(dataTable({label: 'Figures of both sides', rows: diff.metrics, rowClass: each => (each.isGate ? 'chosen' : ''), columns: [
    {key: 'title', title: 'figure', fixed: true, class: 'diffname', value: each => each.metric.title, cell: each => h('span', {class: each.isGate ? 'strong' : ''}, each.metric.title + (each.isGate ? ' (decides)' : ''))},
    {key: 'base', title: 'base', number: true, fixed: true, value: each => each.base, cell: each => diffValue(each, each.base)},
    {key: 'next', title: 'new', number: true, fixed: true, value: each => each.next, cell: each => diffValue(each, each.next)},
    {key: 'change', title: 'change', number: true, fixed: true, value: each => each.ratio, cell: each => (diffVaries(each) ? '' : formatChange(each.ratio))},
    {key: 'interval', title: '90 %', hint: 'Confidence interval of the change', number: true, fixed: true, value: interval},
    {key: 'p', title: 'p', hint: 'Probability that chance alone moves a deciding figure by as many bands; of the others likewise', number: true, fixed: true, value: each => (each.probability < 0 ? '' : each.probability.toFixed(3))},
    {key: 'band', title: 'band', hint: 'Smaller changes are ignored', number: true, fixed: true, value: each => (each.probability < 0 ? '' : formatPercent(each.band))},
    {key: 'verdict', title: 'verdict', fixed: true, value: each => (diffVaries(each) ? 'varies from run to run' : diffWord(each.verdict, each.metric.kind)) + (each.runsNeeded > 0 ? `: needs ${each.runsNeeded} runs per side` : '')},
  ]}).element);
}

/**
 * @param {string} label
 * @param {DiffRow[]} rows
 */
function diffRowTable(label, rows) {
  const mark = {NEW: 'new', GONE: 'gone', BOTH: ''};
  const delta = (/** @type {DiffRow} */ row) => row.nextNanos - row.baseNanos;
  return dataTable({label, rows, sort: 'size', limit: 30, search: 'Search names', rowClass: row => (row.isSure ? '' : 'unsure'), columns: [
    {key: 'path', title: 'path', value: row => row.path.join(' / '),
      cell: row => h('span', {class: 'mono'}, mark[row.presence] ? h('span', {class: 'chip'}, mark[row.presence]) : null, row.path.join(' / '))},
    {key: 'size', title: 'change', hint: 'Sorted by size', number: true, value: row => Math.abs(delta(row)), cell: row => `${row.isSure ? '' : '~ '}${formatTimeChange(delta(row))}`},
    {key: 'base', title: 'base', number: true, value: row => row.baseNanos, cell: row => formatTime(row.baseNanos)},
    {key: 'next', title: 'new', number: true, value: row => row.nextNanos, cell: row => formatTime(row.nextNanos)},
    {key: 'calls', title: 'calls a step', number: true, value: row => row.nextCalls,
      cell: row => (row.baseCalls === row.nextCalls ? formatNumber(row.baseCalls) : `${formatNumber(row.baseCalls)} → ${formatNumber(row.nextCalls)}`)},
  ]}).element;
}

/**
 * The paths of both sides as trees of stacks, with the time of a mean step.
 * @param {DiffRow[]} rows
 */
export function diffFlame(rows) {
  const places = new Map([['', 0]]);
  const numbers = new Map();
  const names = [];
  const parent = [-1];
  const frame = [-1];
  const sides = [[0], [0]];
  for (const row of rows) {
    let key = '';
    let node = 0;
    for (const name of row.path) {
      key += `\u0000${name}`;
      if (!places.has(key)) {
        if (!numbers.has(name)) {
          numbers.set(name, names.length);
          names.push(name);
        }
        places.set(key, parent.length);
        parent.push(node);
        frame.push(numbers.get(name));
        sides.forEach(side => side.push(0));
      }
      node = places.get(key);
    }
    sides[0][node] += row.baseNanos;
    sides[1][node] += row.nextNanos;
  }
  const tree = {size: parent.length, parent: Int32Array.from(parent), frame: Int32Array.from(frame), depth: new Int32Array(0), end: new Int32Array(0)};
  const kinds = names.map(name => (name === '…' ? flameKinds.leftOut : flameKinds.scope));
  const {tree: merged, sets, frames} = flameMerged(sides.map(self => ({tree, names, kinds, self})));
  return {tree: merged, frames, self: sets[1], base: sets[0], unit: 'ns', isPerStep: true, valueName: 'new', baseName: 'base'};
}

/**
 * The flame graph blocks of one side, one per window.
 * @param {string} side
 * @returns {Promise<Uint8Array[]>}
 */
function diffBlocks(side) {
  const elements = [...document.querySelectorAll(`script[id^="block-0-${side}-"]`)];
  return Promise.all(elements.map(element => gunzip(fromBase64((element.textContent ?? '').trim()))));
}

/**
 * Shows times of scopes, which each summary has, or another source that both sides have.
 * @param {HTMLElement} root
 * @param {DiffRow[]} paths
 * @param {Page} page
 */
async function renderDiffFlame(root, paths, page) {
  const controls = h('div', {class: 'flamecontrols'});
  const note = h('p', {class: 'flamenote'});
  const place = h('div', {});
  root.append(controls, note, place);
  const view = flameView(place, {label: 'Flame graph of the difference', prefix: 'flame', state: page.state, announce: text => page.announce(text)});
  /** @type {Map<string, {text: string, model: any, note: string}>} */
  const sources = new Map([['', {text: 'Scopes', model: diffFlame(paths), note: ''}]]);
  const show = () => {
    const source = sources.has(page.state.get('flame.source')) ? page.state.get('flame.source') : '';
    clear(controls);
    controls.append(choiceButtons('Source', [...sources].map(([value, {text}]) => ({value, text})), source, value => {
      page.state.set({'flame.source': value, 'flame.zoom': ''});
      /** @type {HTMLElement|null} */ (controls.querySelector('[aria-pressed="true"]'))?.focus();
    }));
    controls.hidden = sources.size < 2;
    note.textContent = sources.get(source)?.note ?? '';
    note.hidden = note.textContent === '';
    view.show(sources.get(source)?.model);
  };
  show();
  page.state.subscribe(['flame.source'], show);
  const [bases, values] = await Promise.all([diffBlocks('base'), diffBlocks('new')]);
  for (const [source, text] of [['cpu', 'CPU samples'], ['allocation', 'Java allocation'], ['waits', 'Waits']]) {
    if (!flameOfRuns(bases, [], source) || !flameOfRuns([], values, source)) continue;
    sources.set(source, {text, model: flameOfRuns(bases, values, source),
      note: `Mean step of ${formatCounted(bases.length, 'window')} of the base and ${formatCounted(values.length, 'window')} of the new side. Samples differ by chance: trust wide stacks only.`});
  }
  show();
}

/** @param {any} diff */
function diffHeading(diff) {
  const kind = {SLOWER: 'slower', SUSPECTED_SLOWER: 'slower', FASTER: 'faster', SUSPECTED_FASTER: 'faster'}[diff.verdict] ?? 'neither';
  const decisive = diff.metrics.find(each => each.metric.id === diff.decidedBy.id);
  return h('header', {class: 'heading'},
    h('div', {class: `card diffverdict ${kind}`},
      h('h1', {}, diffWord(diff.verdict, diff.decidedBy.kind)),
      h('p', {}, `${diff.reason}.`),
      diff.worse ? h('p', {}, `${diff.worse}.`) : null,
      decisive.probability < 0 ? null : h('p', {class: 'muted'}, `Differences of the ${decisive.metric.title} below ${formatPercent(decisive.band)} are ignored. Runs differ by ${formatPercent(decisive.noise.deviation)} (${decisive.noise.origin}).`)),
    ...diff.mismatches.map(each => warningBanner(`${each.isWorkload ? 'Other work' : 'Differs'}: ${each.what}: ${each.base} → ${each.next}`)),
    ...diff.remarks.map(remark => warningBanner(remark)));
}

function startDiff() {
  const diff = shownReport(JSON.parse(document.getElementById('diff')?.textContent ?? 'null'));
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const {attribution} = diff;
  const page = new Page({windows: []}, new PageState(location.hash, showHash));
  const runs = (/** @type {DiffRun[]} */ side) => side.map(run => `${run.name} (${formatCount(run.durationNanos.length)} steps)`);
  main.append(
    diffHeading(diff),
    pageSection('figures', 'Figures', 'One run is one sample: windows of one process count once.', root => renderDiffMetrics(root, diff)),
    pageSection('steps', 'Steps', 'Both sides on one scale, run after run; the line is the undisturbed step.', root => renderDiffStrips(root, diff)),
    pageSection('waterfall', 'Origin of the difference',
      `Mean step ${formatTime(attribution.baseNanos)} → ${formatTime(attribution.nextNanos)}.`, root => renderDiffWaterfall(root, attribution, runsNeeded(diff.base.length, diff.next.length, attribution.parts.length))),
  );
  document.getElementById('bar')?.append(barBrand(), h('span', {class: 'tools'}, themeButton(page.state)));
  if (attribution.paths.length > 0) {
    main.append(pageSection('flame', 'Flame graph of the difference', 'The width of a stack is the sum of time added and time saved in it.',
      root => void renderDiffFlame(root, attribution.paths, page)));
    const times = (/** @type {DiffRow[]} */ rows) => JSON.stringify(rows.map(row => [row.baseNanos, row.nextNanos]));
    // The paths are the parts again if no scopes are nested.
    if (times(attribution.paths) !== times(attribution.parts)) main.append(pageSection('paths', 'By path', 'Self times; these rows add up to the difference, too.',
      root => root.append(diffRowTable('Differences by path', attribution.paths))));
  }
  if (attribution.beside.length > 0) {
    main.append(pageSection('beside', 'On other threads', 'Concurrent with steps, not part of them.',
      root => root.append(diffRowTable('Differences on other threads', attribution.beside))));
  }
  main.append(pageSection('runs', 'Runs', '', root => root.append(h('dl', {class: 'facts'},
    ...[['Base', runs(diff.base)], ['New', runs(diff.next)]].map(([title, names]) =>
      h('div', {}, h('dt', {}, String(title)), .../** @type {string[]} */ (names).map(name => h('dd', {}, name))))))));
}

// Tests import this file without a page.
if (typeof document !== 'undefined' && document.getElementById('diff')) startDiff();
