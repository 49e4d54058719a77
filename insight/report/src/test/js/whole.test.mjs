import assert from 'node:assert/strict';
import {test} from 'node:test';
import {aStep, isWholeWindow, showSteps, stepWords} from '../../main/resources/io/stepprofiler/report/page/whole.js';

test('a window is whole if its only step has the number of the whole window', () => {
  assert.equal(isWholeWindow({numbers: [-2]}), true);
  assert.equal(isWholeWindow({numbers: []}), false);
  assert.equal(isWholeWindow({numbers: [0]}), false);
  assert.equal(isWholeWindow({numbers: [-1, -1]}), false);
});

test('texts are about steps, or about a window without any', () => {
  assert.equal(`3.00 ms${aStep()} of ${stepWords('the step', 'the window')}`, '3.00 ms a step of the step');
  showSteps({numbers: [-2]});
  assert.equal(`3.00 ms${aStep()} of ${stepWords('the step', 'the window')}`, '3.00 ms of the window');
  showSteps({numbers: [0, 1]});
  assert.equal(aStep(), ' a step');
});
