import assert from 'node:assert/strict';
import {test} from 'node:test';
import {moduleRates} from '../../main/resources/io/stepprofiler/report/page/module-data.js';

const operator = (detail, flops, total) => ({key: '', name: '', kind: 'SCOPE', detail, stack: [], isOnDevice: false, calls: 1, self: total, total, flops, p99: 0});

test('rates_ofModules_areThoseOfTheirOperatorsInTheirOwnTime', () => {
  const rates = moduleRates([operator('linear', 60, 30), operator('linear', 20, 10), operator('linear', -1, 900), operator('relu', -1, 7), operator('idle', 5, 0)]);
  assert.deepEqual([...rates], [['linear', 2e9]]);
});
