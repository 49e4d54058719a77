import assert from 'node:assert/strict';
import {test} from 'node:test';
import {flameList, flameOfRuns, flameOpening, flameSteps} from '../../main/resources/io/stepprofiler/report/page/flame.js';

/** A block of two steps with one stack of scopes for each name, its nanoseconds in both steps. */
function block(weights) {
  const bytes = [1, 2, 0, 2, 100, 100];
  const names = Object.keys(weights).sort();
  const texts = ['main', ...names];
  bytes.push(texts.length);
  texts.forEach(text => bytes.push(0, text.length, ...Buffer.from(text)));
  bytes.push(texts.length, 0, ...names.map(() => 1), 0, ...names.map(() => 2));
  bytes.push(1, 0, texts.length + 1, 0, 0, ...names.map((_, i) => (i === 0 ? 0 : 1)), ...texts.map((_, i) => i));
  bytes.push(0, 0, ...names.map(() => 2), ...names.flatMap(() => [2, 1]), ...names.flatMap(name => weights[name]));
  return Uint8Array.from(bytes);
}

const steps = durations => ({numbers: durations.map((_, i) => 100 + i), durations});
const all = {isAll: true, has: () => true};
const some = numbers => ({isAll: false, has: step => numbers.includes(step)});

test('steps_ofNoSelection_areAll', () => {
  const shown = flameSteps(steps([5, 5, 5]), '', all);
  assert.deepEqual([shown.value, shown.base, shown.text], [[0, 1, 2], null, 'Mean of all 3 steps.']);
});

test('steps_ofASelection_areThose_unlessAllAreAskedFor', () => {
  assert.deepEqual(flameSteps(steps([5, 5, 5]), '', some([101])).value, [1]);
  assert.deepEqual(flameSteps(steps([5, 5, 5]), 'all', some([101])).value, [0, 1, 2]);
});

test('steps_slowLessNormal_areThoseThatStandOutAndTheOthers', () => {
  const shown = flameSteps(steps([10, 11, 50, 10, 11]), 'slow', all);
  assert.deepEqual([shown.value, shown.base], [[2], [0, 1, 3, 4]]);
  assert.match(shown.text, /^Mean of 1 step \(102\) that took much longer than most, less the mean of the 4 others\.$/);
});

test('steps_slowLessNormal_areTheSlowestTenthWhereNoneStandsOut', () => {
  const shown = flameSteps(steps(Array.from({length: 25}, (_, i) => 1000 + i)), 'slow', all);
  assert.deepEqual(shown.value, [23, 24]);
  assert.match(shown.text, /^No step stands out\./);
});

test('steps_selectedLessOthers_needASelection', () => {
  assert.deepEqual(flameSteps(steps([5, 5, 5]), 'rest', some([100])).base, [1, 2]);
  assert.equal(flameSteps(steps([5, 5, 5]), 'rest', all).base, null);
});

test('sourceShownFirst_isSamplesWithoutScopes_elseScopes', () => {
  const sampled = {category: 'PHASE', name: 'Mlp.forward — by samples', samples: 30};
  const recorded = {category: 'PHASE', name: 'forward', samples: 0};
  assert.equal(flameOpening({parts: [sampled, {category: 'UNACCOUNTED', name: 'unaccounted', samples: 0}]}), 'cpu');
  assert.equal(flameOpening({parts: [sampled, recorded]}), 'scopes');
});

test('words_ofCountsAndLists', () => {
  assert.equal(flameList([1, 2, 3, 4, 5, 6]), '1, 2, 3, 4, 5, …');
});

test('ofRuns_areTheMeanStepsOfEachSideOverOneTree', () => {
  const model = flameOfRuns([block({conv: [10, 20], relu: [4, 4]}), block({conv: [30, 40]})], [block({conv: [7, 9], tanh: [1, 3]})], 'scopes');
  const found = {};
  for (let node = 1; node < model.tree.size; node++) found[model.frames.names[model.tree.frame[node]]] = [model.base[node], model.self[node]];
  assert.deepEqual(found, {main: [0, 0], conv: [25, 8], relu: [2, 0], tanh: [0, 2]});
  assert.equal(flameOfRuns([block({conv: [1, 1]})], [], 'cpu'), null);
});
