// @ts-check
import {h} from './dom.js';
import {formatTime} from './format.js';

/**
 * The drawn part of the scale, without most of the time that both steps have in common.
 * @param {{from: number, to: number, isTotal: boolean}[]} bars
 */
export function waterfallRange(bars) {
  const ends = bars.flatMap(bar => (bar.isTotal ? [bar.to] : [bar.from, bar.to]));
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const margin = Math.max((high - low) * 0.25, high * 0.02, 1);
  return {low: low - margin > high * 0.25 ? low - margin : 0, high: high + margin / 2};
}

/**
 * A table of bars, each beginning at the end of the previous one.
 * @param {HTMLElement} root
 * @param {{label: string, heads: [string, string], bars: {name: string, text: string, from: number, to: number, isTotal: boolean,
 *     isSure: boolean, isNeutral?: boolean}[]}} options heads of the columns with the names and the texts
 */
export function renderWaterfall(root, options) {
  const {low, high} = waterfallRange(options.bars);
  const place = (/** @type {number} */ nanos) => 100 * (nanos - low) / (high - low);
  const body = h('tbody');
  for (const bar of options.bars) {
    const fill = h('i', {class: `fallbar ${bar.isTotal || bar.isNeutral ? 'total' : bar.to > bar.from ? 'slower' : 'faster'}${bar.isSure ? '' : ' unsure'}`});
    const from = bar.isTotal ? low : Math.min(bar.from, bar.to);
    fill.style.left = `${place(from)}%`;
    fill.style.width = `${Math.max(0.15, place(Math.max(bar.from, bar.to)) - place(from))}%`;
    body.append(h('tr', {class: bar.isTotal ? 'total' : null},
      h('th', {scope: 'row'}, bar.name),
      h('td', {class: 'number'}, bar.text),
      h('td', {class: 'fallscale', 'aria-hidden': 'true'}, fill)));
  }
  const [names, texts] = options.heads;
  root.append(h('table', {class: 'table waterfall', 'aria-label': options.label},
    h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, names), h('th', {scope: 'col', class: 'number'}, texts),
      h('th', {scope: 'col'}, low > 0 ? `from ${formatTime(low)}` : ''))), body));
}
