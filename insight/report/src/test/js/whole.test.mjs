import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isWholeWindow, wholeWords} from '../../main/resources/io/stepprofiler/report/page/whole.js';

test('a window is whole if its only step has the number of the whole window', () => {
  assert.equal(isWholeWindow({numbers: [-2]}), true);
  assert.equal(isWholeWindow({numbers: []}), false);
  assert.equal(isWholeWindow({numbers: [0]}), false);
  assert.equal(isWholeWindow({numbers: [-1, -1]}), false);
});

test('texts about steps become texts about the window', () => {
  for (const [text, words] of [
    ['works in 41.1 % of the step', 'works in 41.1 % of the window'],
    ['While it does not work, the thread of the step:', 'While it does not work, the busiest thread:'],
    ['Calls a step', 'Calls'],
    ['A step', 'in all'],
    ['a step ↓', 'in all ↓'],
    ['Concurrent with the steps, on other threads', 'Concurrent with the window, on other threads'],
    ['Operators with their calls and times, for the steps selected above.', 'Operators with their calls and times, for the window.'],
    ['13.4 ms a step', '13.4 ms'],
    ['Mean of all 1 step.', 'Mean of the window.'],
    ['All 1 steps.', 'The window.'],
    ['Pauses and waits in steps', 'Pauses and waits in the window'],
    ['do it only every n steps', 'do it only every n steps'],
  ]) assert.equal(wholeWords(text), words);
});
