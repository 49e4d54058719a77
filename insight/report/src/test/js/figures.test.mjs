import assert from 'node:assert/strict';
import {test} from 'node:test';
import {distribution, rankProbability, slowCause, slowSteps, stackOrder} from '../../main/resources/io/stepprofiler/report/page/figures.js';

test('distribution of ten values takes the smallest that so many do not exceed', () => {
  const spread = distribution([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  assert.deepEqual(spread, {count: 10, min: 1, p10: 1, q1: 3, median: 5, q3: 8, p90: 9, max: 10, sum: 55});
});

test('distribution of nothing is zero', () => {
  assert.equal(distribution([]).median, 0);
  assert.equal(distribution([]).count, 0);
});

test('slow steps are beyond three deviations and 1.3 times the median', () => {
  assert.deepEqual(slowSteps([100, 101, 99, 100, 300, 100]), [4]);
  assert.deepEqual(slowSteps([100, 100, 100, 120]), []);
});

test('the cause of a slow step is the part most above its own median', () => {
  const parts = {'phase: forward': [60, 60, 60, 70], VM_PAUSE: [0, 0, 0, 90], UNACCOUNTED: [40, 40, 40, 41]};
  assert.deepEqual(slowCause(parts, 3), {part: 'VM_PAUSE', nanos: 90});
  assert.deepEqual(slowCause(parts, 0), {part: '', nanos: 0});
});

test('phases are stacked below waits, and what is not known on top', () => {
  const parts = {UNACCOUNTED: [9], LOCK: [5], 'phase: small': [1], DATA_WAIT: [7], 'phase: large': [2], SLEEP: [0]};
  assert.deepEqual(stackOrder(parts), ['phase: large', 'phase: small', 'DATA_WAIT', 'LOCK', 'UNACCOUNTED']);
});

test('the probability of an order by chance is about that of all orders', () => {
  // Exact: 2 of the 20 orders of 3 and 3 figures, and 2 of the 12870 of 8 and 8, are at least as extreme.
  assert.ok(Math.abs(rankProbability([4, 5, 6], [1, 2, 3]) - 0.1) < 0.03);
  assert.ok(rankProbability([1, 2, 3, 4, 5, 6, 7, 8], [11, 12, 13, 14, 15, 16, 17, 18]) < 0.002);
  assert.ok(rankProbability([1, 2], [1, 2]) > 0.999);
  assert.ok(rankProbability([], [1]) > 0.999);
});
