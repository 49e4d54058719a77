import assert from 'node:assert/strict';
import {test} from 'node:test';
import {flameTree} from '../../main/resources/io/stepprofiler/report/page/flame-data.js';
import {moduleRows} from '../../main/resources/io/stepprofiler/report/page/module-data.js';
import {operatorBucketMiddle, operatorQuantile, operatorRows, operatorShapes} from '../../main/resources/io/stepprofiler/report/page/operator-data.js';

/** Rows of sums from `[column, value]` pairs. */
function sums(rows) {
  const starts = [0];
  rows.forEach(row => starts.push(starts[starts.length - 1] + row.length));
  const all = rows.flat();
  return {starts: Uint32Array.from(starts), columns: Uint32Array.from(all, each => each[0]), values: Float64Array.from(all, each => each[1])};
}

const bucketOf = nanos => {
  const shift = Math.max(0, 58 - Math.clz32(nanos | 1) - 32);
  return (shift << 5) + (nanos >>> shift);
};

/** Two rows of `mm` with shapes of their own, one of `relu`; two steps. */
const data = {
  steps: {numbers: [4, 5], durations: [100, 100]},
  stacks: [['A.b(A.java:1)']],
  names: ['mm', 'mm', 'relu'], kinds: ['SCOPE', 'SCOPE', 'SCOPE'], shapes: ['[[2]]', '[[3]]', ''], modules: ['net', '', ''],
  stackOf: [0, -1, -1], flops: [10, 20, -1], isOnDevice: [false, false, false], leftOut: 0,
  calls: sums([[[1, 2], [2, 1]], [[2, 4]], [[0, 7]]]),
  self: sums([[[1, 20], [2, 30]], [[2, 40]], [[0, 5]]]),
  total: sums([[[1, 22], [2, 33]], [[2, 44]], [[0, 5]]]),
  isByStep: true,
  durations: sums([[[2048 + 11, 2], [4096 + 33, 1]], [[4096 + 11, 4]], [[1, 7]]]),
};

test('operatorRows_byName_addUpAllRowsOfTheName', () => {
  const rows = operatorRows(data, 'name', [0, 1, 1]);
  assert.deepEqual(rows.map(({name, calls, self, total, flops, p99}) => ({name, calls, self, total, flops, p99})),
    [{name: 'mm', calls: 7, self: 90, total: 99, flops: 110, p99: 33}]);
});

test('operatorRows_byShape_areApart', () => {
  assert.deepEqual(operatorRows(data, 'shape', [0, 1, 1]).map(row => [row.detail, row.self]), [['[[2]]', 50], ['[[3]]', 40]]);
  assert.deepEqual(operatorRows(data, 'module', [0, 1, 1]).map(row => [row.detail, row.self]), [['net', 50], ['', 40]]);
  assert.deepEqual(operatorRows(data, 'stack', [0, 1, 1]).map(row => [row.stack, row.self]), [[['A.b(A.java:1)'], 50], [[], 40]]);
});

test('operatorRows_ofOneStep_haveItsFiguresOnly', () => {
  const rows = operatorRows(data, 'name', [0, 1, 0]);
  assert.deepEqual([rows.length, rows[0].calls, rows[0].self, rows[0].p99, rows[0].flops], [1, 2, 20, 11, 20]);
});

test('operatorRows_withoutUnknownFlops_haveNone', () => {
  assert.equal(operatorRows(data, 'name', [1]).find(row => row.name === 'relu').flops, -1);
});

test('bucketMiddle_isNearEachDurationOfItsBucket', () => {
  for (let nanos = 1; nanos < 2 ** 30; nanos = Math.ceil(nanos * 1.07)) {
    const middle = operatorBucketMiddle(bucketOf(nanos));
    assert.ok(Math.abs(middle - nanos) <= nanos / 64, `${nanos} is in the bucket of ${middle}`);
  }
});

test('quantile_isByNearestRank', () => {
  const counts = new Map(Array.from({length: 60}, (_, i) => [i + 1, 1]));
  assert.equal(operatorQuantile(counts, 0.5), 30);
  assert.equal(operatorQuantile(counts, 0.99), 60);
  assert.equal(operatorQuantile(new Map(), 0.99), 0);
});

test('moduleRows_areTheModulesAlone_withTheTimeOutsideThem', () => {
  // main > net (module) > mm, net > layer (module) > relu
  const tree = flameTree(Int32Array.from([0, 0, 1, 2, 2, 4]), Int32Array.from([-1, 0, 1, 2, 3, 4]), Int32Array.from([0, 1, 2, 3, 3, 4]));
  const frames = {names: ['main', 'net', 'mm', 'layer', 'relu'], kinds: Uint8Array.from([0, 3, 2, 3, 2])};
  assert.deepEqual(moduleRows(tree, frames, [0, 1, 2, 4, 8, 16]), [
    {name: 'net', path: 'net', depth: 1, self: 6, total: 30},
    {name: 'layer', path: 'net/layer', depth: 2, self: 24, total: 24},
  ]);
});

test('shapes_areReadAsTheyAreWritten_withoutInputsThatHaveNone', () => {
  assert.equal(operatorShapes('[[32, 64], [], [64, 10], []]'), '32×64, 64×10');
  assert.equal(operatorShapes('[[[2, 3], [4]], [5]]'), '(2×3, 4), 5');
  assert.equal(operatorShapes('[[], []]'), 'no tensor with a shape');
  assert.equal(operatorShapes(''), '');
  assert.equal(operatorShapes('(smaller)'), '(smaller)');
});
