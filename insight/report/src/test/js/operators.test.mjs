import assert from 'node:assert/strict';
import {test} from 'node:test';
import {operatorFlops} from '../../main/resources/io/stepprofiler/report/page/operators.js';

const row = {flops: 6e9, total: 2e6, steps: 3};

test('flops_whereDevicesDoThem_areNoneOfTheTimeOfTheHost', () => {
  const onHost = operatorFlops({devices: {use: []}}, ' a step');
  assert.deepEqual([onHost.title, onHost.cell(row)], ['FLOPS', '3.00 TFLOP/s']);
  const onDevice = operatorFlops({devices: {use: [{}]}}, ' a step');
  assert.deepEqual([onDevice.title, onDevice.cell(row)], ['FLOP a step', '2.00 GFLOP']);
  assert.equal(onDevice.cell({...row, flops: -1}), '');
});
