// @ts-check
import {h} from './dom.js';
import {rankProbability} from './figures.js';
import {formatNumber, formatPercent, formatTime} from './format.js';
import {windowName} from './heading.js';
import {partLabel, swatch} from './palette.js';
import {dataTable} from './table.js';
import {findingCard, partKey} from './verdict.js';

/**
 * Slowdown of a window against the fastest one, as a part of 1.
 * @param {any} window
 * @param {any[]} windows
 */
export function behindFastest(window, windows) {
  const medians = windows.map(each => each.stepTime.median).filter(median => median > 0);
  return medians.length > 0 && window.stepTime.median > 0 ? window.stepTime.median / Math.min(...medians) - 1 : 0;
}

/** As in diff. */
const WINDOWS_ALPHA = 0.05;

/**
 * The slowdown of a window against the fastest one in words; the steps of both may differ by chance only.
 * @param {any} window
 * @param {any[]} windows
 */
export function behindInWords(window, windows) {
  const behind = behindFastest(window, windows);
  if (behind === 0) return '–';
  const fastest = windows.find(each => each.stepTime.median > 0 && behindFastest(each, windows) === 0);
  const isNoise = rankProbability(window.steps.durationNanos, fastest.steps.durationNanos) > WINDOWS_ALPHA;
  return isNoise ? 'within noise' : `+${formatPercent(behind)}`;
}

export const windowsSection = {
  id: 'windows', title: 'Windows', order: 5,
  lead: 'Windows and ranks side by side. A click shows one below.',
  /** @param {import('./page.js').Page} page */
  isWanted: page => page.report.windows.length > 1,
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    const {windows} = page.report;
    root.append(...(page.report.ranks ?? []).map(finding => findingCard(finding, page, null)));
    const show = index => page.state.set({window: index === 0 ? '' : index, from: '', to: '', zoom: ''});
    const largest = window => window.parts[0];
    root.append(dataTable({
      label: 'Windows', limit: 8,
      rows: windows.map((window, index) => ({window, index})),
      rowClass: row => (row.index === page.windowIndex() ? 'chosen' : ''),
      onrow: row => show(row.index),
      columns: [
        {key: 'name', title: 'window', value: row => windowName(row.window),
          cell: row => h('button', {class: 'link', type: 'button', 'aria-pressed': row.index === page.windowIndex() ? 'true' : 'false',
            onclick: event => {
              event.stopPropagation();
              show(row.index);
            }}, windowName(row.window))},
        {key: 'verdict', title: 'verdict', value: row => row.window.diagnosis.verdict.title},
        {key: 'median', title: 'median step', number: true, value: row => row.window.stepTime.median, cell: row => formatTime(row.window.stepTime.median)},
        {key: 'behind', title: 'behind the fastest', number: true, value: row => behindFastest(row.window, windows),
          cell: row => behindInWords(row.window, windows), hint: 'Within noise: the steps of both windows may differ by chance only'},
        {key: 'p90', title: 'P90', number: true, value: row => row.window.stepTime.p90, cell: row => formatTime(row.window.stepTime.p90)},
        {key: 'rate', title: 'steps a second', number: true, value: row => row.window.metrics.find(each => each.id === 'step.rate')?.value ?? 0,
          cell: row => formatNumber(row.window.metrics.find(each => each.id === 'step.rate')?.value ?? 0)},
        {key: 'largest', title: 'most time', value: row => (largest(row.window) ? partLabel(partKey(largest(row.window))) : ''),
          cell: row => (largest(row.window) ? h('span', {class: 'partname'}, swatch(partKey(largest(row.window))),
            `${partLabel(partKey(largest(row.window)))} ${formatPercent(largest(row.window).share)}`) : '')},
      ],
    }).element);
  },
};
