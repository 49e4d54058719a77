import assert from 'node:assert/strict';
import test from 'node:test';
import {diffWord, formatChange, runsNeeded, stripColumns, waterfallBars} from '../../main/resources/io/stepprofiler/report/page/diff.js';
import {waterfallRange} from '../../main/resources/io/stepprofiler/report/page/waterfall.js';

const row = (name, baseNanos, nextNanos) => ({path: [name], baseNanos, nextNanos, baseCalls: 0, nextCalls: 0, presence: 'BOTH', isSure: false});

test('bars of a waterfall lead from the base to the new side, whatever is put together', () => {
  const rows = Array.from({length: 30}, (_, i) => row(`p${i}`, 10 * i, 10 * i + (i % 2 === 0 ? i : -i / 2)));
  const base = rows.reduce((sum, each) => sum + each.baseNanos, 0);
  const next = rows.reduce((sum, each) => sum + each.nextNanos, 0);
  const bars = waterfallBars(rows, base, next, 5);
  assert.equal(bars.length, 5 + 3);
  for (let i = 2; i < bars.length - 1; i++) assert.equal(bars[i].from, bars[i - 1].to);
  assert.ok(Math.abs(bars[bars.length - 2].to - next) < 1e-9);
  assert.equal(bars[bars.length - 2].name, '25 more');
});

test('runs are too few where no times of them could be rare enough', () => {
  assert.deepEqual([[3, 3, 1], [3, 3, 24], [1, 1, 5], [6, 6, 23], [6, 6, 24], [4, 4, 1], [3, 20, 20]].map(([base, next, rows]) => runsNeeded(base, next, rows)),
    [4, 7, 5, 0, 7, 0, 0]);
});

test('the scale of a waterfall holds all bars', () => {
  const bars = waterfallBars([row('a', 100, 130), row('b', 900, 880)], 1000, 1010, 9);
  const {low, high} = waterfallRange(bars);
  for (const bar of bars.filter(each => !each.isTotal)) assert.ok(Math.min(bar.from, bar.to) >= low && Math.max(bar.from, bar.to) <= high);
  assert.equal(waterfallRange([{from: 0, to: 0, isTotal: true}]).low, 0);
});

test('a strip has the slowest step of each column, and every run', () => {
  const runs = [{name: 'a', durationNanos: Array.from({length: 1000}, (_, i) => (i === 777 ? 50 : 1))}, {name: 'b', durationNanos: [3]}];
  const columns = stripColumns(runs, 200, 6);
  assert.equal(Math.max(...columns.map(each => each.nanos)), 50);
  assert.deepEqual([...new Set(columns.map(each => each.run))], [0, 1]);
  assert.ok(columns.every(each => each.x >= 0 && each.x + each.width <= 201));
});

test('changes are told with their sign', () => {
  assert.equal(formatChange(1.1), '+10.0 %');
  assert.equal(formatChange(0.9), '-10.0 %');
  assert.equal(formatChange(-1), 'from 0');
});

test('whatIsCounted_isMoreAndNotSlower', () => {
  assert.deepEqual(['SLOWER', 'SUSPECTED_FASTER', 'SAME', 'SHOWN'].map(verdict => diffWord(verdict, 'COUNTER')), ['more', 'suspected less', 'same', '']);
  assert.deepEqual(['SLOWER', 'CANNOT_TELL'].map(verdict => diffWord(verdict, 'TIME')), ['slower', 'cannot tell']);
});
