// @ts-check
import {ByteReader} from './bytes.js';
import {readCount, readTexts} from './step-columns.js';

/**
 * The compared ranks, in the order of their hosts. A figure that is not known is -1.
 * @typedef {{count: number, hosts: string[], racks: string[], columns: Record<string, Float64Array>}} FleetRanks
 */

/**
 * Codes of slowdowns, column after column.
 * @typedef {{usual: number, ranksOfRow: number, stepsOfColumn: number, numbers: number[], rows: number, columns: number,
 *     greatest: Uint8Array, medians: Uint8Array|null}} FleetHeat medians are null if each cell is one step of one rank
 */

/**
 * @param {Uint8Array} bytes
 * @returns {FleetRanks}
 */
export function readFleetRanks(bytes) {
  const reader = new ByteReader(bytes);
  const hosts = readTexts(reader);
  const racks = readTexts(reader);
  const count = readCount(reader);
  /** @type {Record<string, Float64Array>} */
  const columns = {};
  for (let left = readCount(reader); left > 0; left--) {
    columns[reader.text()] = Float64Array.from({length: count}, () => reader.signed());
  }
  return {count, hosts, racks, columns};
}

/**
 * @param {Uint8Array} bytes
 * @param {number} ranks
 * @returns {FleetHeat}
 */
export function readFleetHeat(bytes, ranks) {
  const reader = new ByteReader(bytes);
  const usual = reader.varint();
  const ranksOfRow = reader.varint();
  const stepsOfColumn = reader.varint();
  const steps = readCount(reader);
  let number = 0;
  const numbers = Array.from({length: steps}, () => (number += reader.signed()));
  const rows = Math.ceil(ranks / ranksOfRow);
  const columns = Math.ceil(steps / stepsOfColumn);
  const tables = Array.from({length: reader.varint()}, () => {
    const end = reader.position + rows * columns;
    if (end > bytes.length) throw new RangeError('the data ends too early');
    const cells = bytes.subarray(reader.position, end);
    reader.position = end;
    return cells;
  });
  return {usual, ranksOfRow, stepsOfColumn, numbers, rows, columns, greatest: tables[0], medians: tables[1] ?? null};
}

/**
 * Slowdown of a code of the heat map, as a part of the usual time; not a number if it is not known.
 * @param {number} code
 * @param {number} usual code of the usual time
 */
export function codeSlowdown(code, usual) {
  return code === 0 ? NaN : Math.exp((code - usual) / 100) - 1;
}

/**
 * Slowdown of a rank against its peers, as a part of their time.
 * @param {FleetRanks} ranks
 * @param {number} rank
 */
export function rankSlowdown(ranks, rank) {
  const usual = ranks.columns.usual[rank];
  return usual > 0 ? ranks.columns.median[rank] / usual - 1 : NaN;
}

/**
 * The ranks by a column, such as the host, in the order of their first ranks.
 * @param {FleetRanks} ranks
 * @param {string} column
 * @returns {Map<number, number[]>}
 */
export function ranksBy(ranks, column) {
  const groups = new Map();
  ranks.columns[column].forEach((value, rank) => {
    const group = groups.get(value);
    if (group) group.push(rank);
    else groups.set(value, [rank]);
  });
  return groups;
}

/**
 * The smallest value that at least half of the values do not exceed.
 * @param {number[]} values
 */
export function lowerMedian(values) {
  const sorted = values.filter(value => !Number.isNaN(value)).sort((one, other) => one - other);
  return sorted.length === 0 ? NaN : sorted[Math.ceil(sorted.length / 2) - 1];
}

/**
 * The greatest figure of some elements, which may be too many for the arguments of a call; -Infinity without any.
 * @template T
 * @param {T[]} elements
 * @param {(element: T) => number} figure
 */
export function greatestOf(elements, figure) {
  return elements.reduce((most, element) => Math.max(most, figure(element)), -Infinity);
}

/**
 * The ranks of each cell of the map. Pipelines have a column for each copy of the model and a row for each stage; a few
 * hosts have a row each; many hosts have a cell each, in lines.
 * @param {FleetRanks} ranks
 * @returns {{kind: 'pipeline'|'hosts'|'host', rows: number, columns: number, cells: number[][], rowName: (row: number) => string}}
 */
export function fleetGrid(ranks) {
  const {stage, data, host} = ranks.columns;
  const size = (/** @type {Float64Array} */ column) => column.reduce((most, value) => Math.max(most, value), -1) + 1;
  const [stages, copies] = [size(stage), size(data)];
  const isPlaced = stage.every(value => value >= 0) && data.every(value => value >= 0);
  if (isPlaced && stages > 1 && stages <= 64 && copies <= 128) {
    const cells = Array.from({length: stages * copies}, () => /** @type {number[]} */ ([]));
    stage.forEach((row, rank) => cells[row * copies + data[rank]].push(rank));
    return {kind: 'pipeline', rows: stages, columns: copies, cells, rowName: row => `stage ${row}`};
  }
  const hosts = [...ranksBy(ranks, 'host').values()];
  const widest = greatestOf(hosts, members => members.length);
  if (hosts.length <= 40 && widest <= 128 && (widest > 1 || hosts.length === 1)) {
    const cells = hosts.flatMap(members => Array.from({length: widest}, (_, i) => (i < members.length ? [members[i]] : [])));
    return {kind: 'hosts', rows: hosts.length, columns: widest, cells, rowName: row => ranks.hosts[host[hosts[row][0]]]};
  }
  const columns = Math.min(hosts.length, Math.max(16, Math.ceil(Math.sqrt(hosts.length * 2.5))));
  const rows = Math.ceil(hosts.length / columns);
  return {kind: 'host', rows, columns, cells: Array.from({length: rows * columns}, (_, i) => hosts[i] ?? []), rowName: () => ''};
}
