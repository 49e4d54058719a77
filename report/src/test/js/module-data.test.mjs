import assert from 'node:assert/strict';
import {test} from 'node:test';
import {moduleRates} from '../../main/resources/io/stepprofiler/report/page/module-data.js';

test('rates_ofModulesOfOneNameInTwoPlaces_areThoseOfBothTogether', () => {
  const rows = [{name: 'linear', self: 30}, {name: 'block', self: 0}, {name: 'linear', self: 10}].map(row => ({path: '', depth: 1, total: 40, ...row}));
  assert.deepEqual([...moduleRates(rows, new Map([['linear', 80], ['block', 5], ['gone', 1]]))], [['linear', 2e9]]);
});
