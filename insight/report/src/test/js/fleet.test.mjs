import assert from 'node:assert/strict';
import {test} from 'node:test';
import {cellClass, formatSlowdown, greatestCell, noiseLimits} from '../../main/resources/io/stepprofiler/report/page/cells.js';
import {codeSlowdown, fleetGrid, lowerMedian, rankSlowdown, ranksBy, readFleetHeat, readFleetRanks} from '../../main/resources/io/stepprofiler/report/page/fleet-data.js';
import {episodeFrames, heatSteps, rankNumbers, slowestCells} from '../../main/resources/io/stepprofiler/report/page/fleet-map.js';
import {stepParts} from '../../main/resources/io/stepprofiler/report/page/fleet-tables.js';
import {fleetFacts, wasteBars} from '../../main/resources/io/stepprofiler/report/page/fleet.js';
import {randomNumbers} from './timeline-blocks.mjs';

/** Ranks with given columns; unknown places unless they are given. */
const ranksOf = columns => {
  const count = Object.values(columns)[0].length;
  const all = {};
  for (const name of ['rank', 'host', 'rack', 'stage', 'data', 'tensor', 'expert', 'median', 'usual']) {
    all[name] = Float64Array.from(columns[name] ?? Array.from({length: count}, (_, i) => (name === 'rank' ? i : name === 'host' || name === 'rack' ? 0 : -1)));
  }
  return {count, hosts: ['a', 'b', 'c'], racks: [''], columns: {...all, ...columns}};
};

test('bars of the waste lead from the work of the mean rank to the step', () => {
  const bars = wasteBars({ownNanos: 100, wasteNanos: 30, stepNanos: 140, parts: [{name: 'host a', nanos: 20}, {name: 'rank', nanos: 0}, {name: 'noise', nanos: 10}]});
  assert.deepEqual(bars.map(bar => [bar.name, bar.from, bar.to]), [
    ['work of the mean rank', 0, 100], ['host a', 100, 120], ['noise', 120, 130], ['work of the slowest rank', 0, 130],
    ['collectives, after the slowest rank', 130, 140], ['step', 0, 140]]);
});

test('a step without collectives ends with the slowest rank', () => {
  const bars = wasteBars({ownNanos: 100000, wasteNanos: 30, stepNanos: 100031, parts: [{name: 'noise', nanos: 30}]});
  assert.deepEqual(bars.map(bar => bar.name), ['work of the mean rank', 'noise', 'step']);
});

test('ranks of pipelines are by stage and copy', () => {
  const grid = fleetGrid(ranksOf({stage: [0, 0, 1, 1, 1], data: [0, 1, 0, 1, 1]}));
  assert.deepEqual([grid.kind, grid.rows, grid.columns, grid.cells], ['pipeline', 2, 2, [[0], [1], [2], [3, 4]]]);
});

test('ranks without stages are by host, also on hosts with fewer ranks', () => {
  const grid = fleetGrid(ranksOf({host: [0, 0, 0, 1, 2, 2]}));
  assert.deepEqual([grid.kind, grid.rows, grid.columns, grid.cells], ['hosts', 3, 3, [[0], [1], [2], [3], [], [], [4], [5], []]]);
  assert.equal(grid.rowName(1), 'b');
});

test('each rank of many hosts is in one cell of a map within its limits', () => {
  for (const [ranks, perHost] of [[10000, 8], [1000, 1], [100000, 8], [41, 1]]) {
    const grid = fleetGrid(ranksOf({host: Array.from({length: ranks}, (_, i) => Math.floor(i / perHost))}));
    assert.deepEqual(grid.cells.flat(), Array.from({length: ranks}, (_, i) => i));
    assert.ok(grid.rows <= grid.columns && grid.rows * grid.columns === grid.cells.length);
  }
});

test('pipelines with more stages than the map has rows are shown by host', () => {
  assert.equal(fleetGrid(ranksOf({stage: Array.from({length: 65}, (_, i) => i), data: Array(65).fill(0), host: Array(65).fill(0)})).kind, 'hosts');
});

test('the greatest cell is the one that a search of all finds', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomNumbers(seed);
    const [rows, columns] = [1 + random(8), 1 + random(8)];
    const cells = Array.from({length: rows}, () => Array.from({length: columns}, () => (random(4) === 0 ? NaN : random(50))));
    const [row, column] = greatestCell((r, c) => cells[r][c], 0, rows, 0, columns);
    const known = cells.flat().filter(value => !Number.isNaN(value));
    assert.equal(cells[row][column], known.length === 0 ? cells[0][0] : Math.max(...known));
  }
});

test('noise has one colour, however large it is, and slow rows do not count as noise', () => {
  const limits = noiseLimits(10, 100, (row, column) => (row > 5 ? 0.5 : column < 5 ? 0.4 : 0.08));
  assert.equal(limits[0], 0.12);
  assert.equal(cellClass(0.08, limits), cellClass(0, limits));
  assert.ok(cellClass(0.5, limits) > cellClass(0.08, limits));
  assert.equal(noiseLimits(3, 3, () => NaN)[0], 0.03);
});

test('classes rise with the slowdown, and missing data has its own', () => {
  const limits = noiseLimits(1, 1, () => 0);
  const classes = [NaN, -0.1, 0, 0.04, 0.07, 0.15, 0.3, 9].map(value => cellClass(value, limits));
  assert.deepEqual(classes, [0, 1, 2, 3, 4, 5, 6, 7]);
});

test('slowdowns have a sign, unless they are rounded to 0', () => {
  assert.deepEqual([0.051, -0.02, 0.0001, -0.0001, NaN].map(formatSlowdown), ['+5.1 %', '-2.0 %', '+0.0 %', '-0.0 %', 'no data']);
});

test('numbers of ranks are ranges', () => {
  assert.equal(rankNumbers([3]), 'rank 3');
  assert.equal(rankNumbers([9, 1, 2, 3]), 'ranks 1–3, 9');
  assert.equal(rankNumbers([1, 3, 5, 7, 9, 11]), 'ranks 1, 3, 5, 7 and 2 more');
});

test('a block of a heat map is read with its steps, and a truncated one is not', () => {
  const bytes = Uint8Array.from([28, 2, 2, 3, 20, 2, 4, 2, 1, 2, 3, 4, 5, 6, 7, 8]);
  const heat = readFleetHeat(bytes, 3);
  assert.deepEqual([heat.numbers, heat.rows, heat.columns, [...heat.greatest], [...heat.medians]], [[10, 11, 13], 2, 2, [1, 2, 3, 4], [5, 6, 7, 8]]);
  assert.deepEqual([heatSteps(heat, 0), heatSteps(heat, 1)], ['steps 10–11', 'step 13']);
  assert.throws(() => readFleetHeat(bytes.subarray(0, 14), 3), RangeError);
});

test('a block of ranks is read with its names made safe', () => {
  const name = [...new TextEncoder().encode('a\u202e')];
  const bytes = Uint8Array.from([1, 0, name.length, ...name, 1, 0, 0, 2, 1, 4, ...new TextEncoder().encode('rank'), 8, 1]);
  const ranks = readFleetRanks(bytes);
  assert.deepEqual([ranks.count, ranks.hosts, [...ranks.columns.rank]], [2, ['a\\u202e'], [4, -1]]);
});

test('the slowest cells are one of each row, the slowest first', () => {
  const heat = {usual: 28, rows: 2, columns: 2, greatest: Uint8Array.from([30, 60, 90, 0])};
  assert.deepEqual(slowestCells(heat, 9).map(each => [each.row, each.column]), [[0, 1], [1, 0]]);
  assert.equal(slowestCells({...heat, greatest: new Uint8Array(4)}, 9).length, 0);
});

test('episodes that are findings have a frame for each rank', () => {
  const heat = {ranksOfRow: 2, stepsOfColumn: 10, numbers: Array.from({length: 40}, (_, i) => 100 + i)};
  const episode = {ranks: [7, 5], firstStep: 115, lastStep: 139, isFinding: true};
  assert.deepEqual(episodeFrames(ranksOf({rank: [5, 6, 7]}), heat, [episode, {...episode, isFinding: false}]),
    [{row: 1, from: 1, to: 4}, {row: 0, from: 1, to: 4}]);
});

test('figures of ranks are against their peers', () => {
  const ranks = ranksOf({median: [110, 100, 5], usual: [100, 100, 0], host: [0, 1, 0]});
  assert.ok(Math.abs(rankSlowdown(ranks, 0) - 0.1) < 1e-9);
  assert.ok(Number.isNaN(rankSlowdown(ranks, 2)));
  assert.deepEqual([...ranksBy(ranks, 'host')], [[0, [0, 2]], [1, [1]]]);
  assert.deepEqual([lowerMedian([4, 1, 3, 2]), lowerMedian([NaN, 5])], [2, 5]);
  assert.ok(Number.isNaN(codeSlowdown(0, 28)) && codeSlowdown(28, 28) === 0);
});

test('parts of a step leave out ranks without waits', () => {
  const parts = stepParts({columns: {own: [80, 60, -1], wait: [10, 30, -1], transfer: [10, 10, -1], unaccounted: [0, 0, -1]}});
  assert.deepEqual(parts.map(part => part.nanos), [70, 20, 10]);
});

test('facts have the missing ranks, unreadable files and unaligned hosts', () => {
  const none = {first: [], more: 0};
  const counts = {ranks: 9998, worldSize: 10000, missingRanks: 2, firstStep: 1000, lastStep: 1999, steps: 990, missingSteps: 10, tests: 5, windows: 4};
  const facts = Object.fromEntries(fleetFacts({counts, evidence: 'E2: own', unread: {first: [1], more: 1}, leftOut: none,
    waits: {hosts: 9, clockErrorNanos: 300000, unaligned: {first: ['a'], more: 2}}}));
  const plain = lines => lines.map(line => line.replace(/\u202f/g, ''));
  assert.deepEqual(plain(facts.Ranks), ['9998 of 10000', '2 missing, 2 files unreadable']);
  assert.deepEqual(plain(facts.Steps), ['1000–1999', '990 compared, 10 on too few ranks']);
  assert.deepEqual(facts.Clocks, ['± 300 µs', '3 hosts unaligned']);
  assert.deepEqual(facts.Evidence, ['E2', 'own']);
});
