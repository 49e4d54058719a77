// @ts-check
import {CellChart, formatSlowdown} from './cells.js';
import {choiceButtons} from './choice.js';
import {h} from './dom.js';
import {codeSlowdown, fleetGrid, greatestOf, lowerMedian, rankSlowdown} from './fleet-data.js';
import {formatCount, formatTime} from './format.js';
import {dataTable} from './table.js';

/** @typedef {import('./fleet-data.js').FleetRanks} FleetRanks */
/** @typedef {import('./fleet-data.js').FleetHeat} FleetHeat */

const MAP_AXES = {
  pipeline: 'one column for each copy of the model (data-parallel position)',
  hosts: 'one column for each rank of a host',
  host: 'one cell for each host, in lines: its slowest rank',
};
const MAP_HEIGHT = 560;

/**
 * @param {FleetRanks} ranks
 * @param {number} rank
 */
export function rankHost(ranks, rank) {
  return ranks.hosts[ranks.columns.host[rank]] || 'not known';
}

/**
 * The numbers of some ranks, as ranges.
 * @param {number[]} numbers
 */
export function rankNumbers(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const ranges = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end] + 1) end++;
    ranges.push(end === i ? `${sorted[i]}` : `${sorted[i]}–${sorted[end]}`);
    i = end + 1;
  }
  const shown = ranges.slice(0, 4).join(', ') + (ranges.length > 4 ? ` and ${ranges.length - 4} more` : '');
  return `${sorted.length === 1 ? 'rank' : 'ranks'} ${shown}`;
}

/**
 * A table of ranks with their time against their peers.
 * @param {FleetRanks} ranks
 */
function rankTable(ranks) {
  const {columns} = ranks;
  const isKnown = (/** @type {string} */ name) => columns[name].some(value => value >= 0);
  const place = (/** @type {string} */ key, /** @type {string} */ title) => (isKnown(key)
    ? [{key, title, number: true, value: (/** @type {number} */ rank) => columns[key][rank]}] : []);
  return dataTable({label: 'Ranks', search: 'Search ranks and hosts', limit: 20, sort: 'slowdown',
    rows: Array.from({length: ranks.count}, (_, rank) => rank), columns: [
      {key: 'rank', title: 'rank', number: true, value: rank => columns.rank[rank]},
      {key: 'host', title: 'host', value: rank => rankHost(ranks, rank)},
      ...place('stage', 'stage'), ...place('data', 'data'), ...place('tensor', 'tensor'), ...place('expert', 'expert'),
      {key: 'median', title: 'own time', hint: 'Median of a step without waits', number: true, value: rank => columns.median[rank], cell: rank => formatTime(columns.median[rank])},
      {key: 'usual', title: 'peers', hint: 'Median of its peers', number: true, value: rank => columns.usual[rank], cell: rank => formatTime(columns.usual[rank])},
      {key: 'slowdown', title: 'slowdown', number: true, value: rank => rankSlowdown(ranks, rank), cell: rank => formatSlowdown(rankSlowdown(ranks, rank))},
    ]}).element;
}

/**
 * The map of workers, and all ranks as a table.
 * @param {HTMLElement} root
 * @param {FleetRanks} ranks
 * @param {import('./page.js').Page} page
 */
export function renderFleetMap(root, ranks, page) {
  const {kind, rows, columns, cells, rowName} = fleetGrid(ranks);
  const all = lowerMedian([...ranks.columns.median]);
  const isAgainstAll = () => kind === 'pipeline' && page.state.get('map') === 'all';
  const usual = (/** @type {number} */ rank) => (isAgainstAll() ? all : ranks.columns.usual[rank]);
  const slowdown = (/** @type {number} */ rank) => (usual(rank) > 0 ? ranks.columns.median[rank] / usual(rank) - 1 : NaN);
  const values = () => {
    const slowdowns = cells.map(members => (members.length === 0 ? NaN : greatestOf(members, slowdown)));
    return (/** @type {number} */ row, /** @type {number} */ column) => slowdowns[row * columns + column];
  };
  const controls = h('div', {class: 'heatcontrols'});
  if (kind === 'pipeline') root.append(controls);
  const worst = greatestOf(cells.flat(), slowdown);
  const chart = new CellChart(root, {
    rows, columns, value: values(), rowName, axis: MAP_AXES[kind], announce: text => page.announce(text), widest: 56, isNoisy: false,
    cellHeight: Math.max(2, Math.min(28, MAP_HEIGHT / rows)),
    columnName: column => (kind === 'host' ? '' : String(column)),
    label: `${formatCount(ranks.count)} ranks; the slowest is ${formatSlowdown(worst)} against its peers. Arrow keys move over the cells.`,
    describe(row, column) {
      const members = cells[row * columns + column];
      if (members.length === 0) return {title: 'No rank', lines: []};
      const slowest = members.reduce((one, other) => (slowdown(other) > slowdown(one) ? other : one));
      const number = (/** @type {number} */ rank) => ranks.columns.rank[rank];
      return {title: members.length === 1 ? `Rank ${number(slowest)}` : `${formatCount(members.length)} ranks`, lines: [
        ...(members.length === 1 ? [] : [/** @type {[string, string]} */ (['slowest', `rank ${number(slowest)}`])]),
        ['host', rankHost(ranks, slowest)],
        ...(kind === 'pipeline' ? [/** @type {[string, string]} */ (['position', `stage ${row}, copy ${column}`])] : []),
        ['own time', formatTime(ranks.columns.median[slowest])],
        [isAgainstAll() ? 'all ranks' : 'its peers', formatTime(usual(slowest))],
        ['slowdown', formatSlowdown(slowdown(slowest))],
      ]};
    },
  });
  const show = () => {
    controls.replaceChildren(choiceButtons('Compare with', [
      {value: '', text: 'Peers', title: 'The ranks of the same stage'},
      {value: 'all', text: 'All ranks', title: 'The median of all ranks, which also shows a slow stage'},
    ], isAgainstAll() ? 'all' : '', value => {
      page.state.set({map: value});
      /** @type {HTMLElement|null} */ (controls.querySelector('[aria-pressed="true"]'))?.focus();
    }));
    chart.show(values());
  };
  show();
  page.state.subscribe(['map'], show);
  root.append(h('details', {class: 'twin'}, h('summary', {}, `Table of ${formatCount(ranks.count)} ranks`), rankTable(ranks)));
}

/**
 * The steps of a column of the heat map.
 * @param {FleetHeat} heat
 * @param {number} column
 */
export function heatSteps(heat, column) {
  const from = heat.numbers[column * heat.stepsOfColumn];
  const to = heat.numbers[Math.min(heat.numbers.length, (column + 1) * heat.stepsOfColumn) - 1];
  return from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)}–${formatCount(to)}`;
}

/**
 * The ranks of a row of the heat map.
 * @param {FleetHeat} heat
 * @param {number} count number of ranks
 * @param {number} row
 */
function heatRanks(heat, count, row) {
  const from = row * heat.ranksOfRow;
  return Array.from({length: Math.min(heat.ranksOfRow, count - from)}, (_, i) => from + i);
}

/**
 * The cells with the greatest slowdowns, at most one of each row.
 * @param {FleetHeat} heat
 * @param {number} most
 * @returns {{row: number, column: number, slowdown: number}[]}
 */
export function slowestCells(heat, most) {
  const best = [];
  for (let row = 0; row < heat.rows; row++) {
    let column = 0;
    for (let i = 1; i < heat.columns; i++) {
      if (heat.greatest[i * heat.rows + row] > heat.greatest[column * heat.rows + row]) column = i;
    }
    best.push({row, column, slowdown: codeSlowdown(heat.greatest[column * heat.rows + row], heat.usual)});
  }
  return best.filter(each => !Number.isNaN(each.slowdown)).sort((one, other) => other.slowdown - one.slowdown).slice(0, most);
}

/**
 * The cells of some episodes: a frame for each rank.
 * @param {FleetRanks} ranks
 * @param {FleetHeat} heat
 * @param {{ranks: number[], firstStep: number, lastStep: number, isFinding: boolean}[]} episodes
 */
export function episodeFrames(ranks, heat, episodes) {
  const column = (/** @type {number} */ step) => Math.floor(Math.max(0, heat.numbers.indexOf(step)) / heat.stepsOfColumn);
  return episodes.filter(each => each.isFinding).flatMap(each => each.ranks.map(rank => ({
    row: Math.floor(ranks.columns.rank.indexOf(rank) / heat.ranksOfRow), from: column(each.firstStep), to: column(each.lastStep) + 1,
  }))).filter(frame => frame.row >= 0);
}

/**
 * The heat map of ranks by steps.
 * @param {HTMLElement} root
 * @param {FleetRanks} ranks
 * @param {FleetHeat} heat
 * @param {any[]} episodes
 * @param {import('./page.js').Page} page
 */
export function renderFleetHeat(root, ranks, heat, episodes, page) {
  const {rows, columns, usual, ranksOfRow, stepsOfColumn} = heat;
  const values = Float32Array.from({length: 256}, (_, code) => codeSlowdown(code, usual));
  const valueOf = (/** @type {Uint8Array} */ cells) => (/** @type {number} */ row, /** @type {number} */ column) => values[cells[column * rows + row]];
  const hosts = Array.from({length: rows}, (_, row) => [...new Set(heatRanks(heat, ranks.count, row).map(rank => rankHost(ranks, rank)))]);
  const numbers = (/** @type {number} */ row) => rankNumbers(heatRanks(heat, ranks.count, row).map(rank => ranks.columns.rank[rank]));
  const isMedian = () => heat.medians !== null && page.state.get('heat') === 'median';
  const cells = () => (isMedian() && heat.medians ? heat.medians : heat.greatest);
  const controls = h('div', {class: 'heatcontrols'});
  if (heat.medians) root.append(controls);
  const chart = new CellChart(root, {
    rows, columns, value: valueOf(cells()), announce: text => page.announce(text), widest: 40, isNoisy: true,
    frames: episodeFrames(ranks, heat, episodes),
    cellHeight: Math.min(18, Math.max(0.25, 600 / rows)),
    rowName: row => hosts[row][0],
    columnName: column => formatCount(heat.numbers[column * stepsOfColumn]),
    axis: `step; rows are ranks, by host${ranksOfRow > 1 ? `, ${ranksOfRow} a row` : ''}`,
    label: `Slowdown of ${formatCount(ranks.count)} ranks in ${formatCount(heat.numbers.length)} steps against their peers in the same step. Arrow keys move over the cells.`,
    describe: (row, column) => ({title: numbers(row)[0].toUpperCase() + numbers(row).slice(1), lines: [
      [hosts[row].length === 1 ? 'host' : 'hosts', hosts[row].slice(0, 3).join(', ') + (hosts[row].length > 3 ? ' …' : '')],
      ['steps', heatSteps(heat, column).replace(/^steps? /, '')],
      [isMedian() ? 'median' : heat.medians ? 'greatest' : 'slowdown', formatSlowdown(valueOf(cells())(row, column))],
    ]}),
  });
  const showControls = () => controls.replaceChildren(
    choiceButtons('Value of a cell', [
      {value: '', text: 'Greatest', title: 'The slowest rank and step of each cell'},
      {value: 'median', text: 'Median', title: 'The median of the ranks and steps of each cell'},
    ], isMedian() ? 'median' : '', value => {
      page.state.set({heat: value});
      /** @type {HTMLElement|null} */ (controls.querySelector('[aria-pressed="true"]'))?.focus();
    }),
    h('p', {class: 'muted'}, `A cell has ${ranksOfRow > 1 ? `${ranksOfRow} ranks` : '1 rank'} and ${stepsOfColumn > 1 ? `${stepsOfColumn} steps` : '1 step'}.`));
  if (heat.medians) {
    showControls();
    page.state.subscribe(['heat'], () => {
      showControls();
      chart.show(valueOf(cells()));
    });
  }
  root.append(h('details', {class: 'twin'}, h('summary', {}, 'Table of the slowest cells, one of each row'), dataTable({label: 'Slowest cells',
    rows: slowestCells(heat, 200), limit: 20, sort: 'slowdown', columns: [
      {key: 'ranks', title: 'ranks', value: each => numbers(each.row)},
      {key: 'hosts', title: 'hosts', value: each => hosts[each.row].slice(0, 3).join(', ')},
      {key: 'steps', title: 'steps', value: each => heat.numbers[each.column * stepsOfColumn], cell: each => heatSteps(heat, each.column).replace(/^steps? /, '')},
      {key: 'slowdown', title: 'slowdown', number: true, value: each => each.slowdown, cell: each => formatSlowdown(each.slowdown)},
    ]}).element));
}

/**
 * Slowdown of some ranks: the median of theirs.
 * @param {FleetRanks} ranks
 * @param {number[]} members
 */
export function groupSlowdown(ranks, members) {
  return lowerMedian(members.map(rank => rankSlowdown(ranks, rank)));
}
