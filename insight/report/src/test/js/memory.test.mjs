// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  memoryCategories, memoryHint, memoryMost, memoryPointAt, memoryRange, memorySteps, memoryTicks, memoryTotal,
} from '../../main/resources/io/stepprofiler/report/page/memory.js';

const data = {
  device: 'cpu', account: '', clean: true, categories: ['parameter', 'activation'], moments: 5,
  points: [[0, 10, 0], [100, 10, 50], [200, 10, 5], [300, 10, 90], [400, 10, 7]],
  steps: [[4, 50, 250], [5, 250, 450]], stepsLeftOut: 0, outOfMemory: [], outOfMemoryCount: 0, peak: {}, leaks: {},
};
const all = [true, true];

test('pointAt_anyInstant_isTheLastPointThatIsNotAfterIt', () => {
  for (let nanos = -20; nanos < 500; nanos += 10) {
    const naive = data.points.filter(point => point[0] <= nanos).length - 1;
    assert.equal(memoryPointAt(data.points, nanos), naive, String(nanos));
  }
});

test('range_withStepsThatEndAfterTheLastPoint_hasThem', () => {
  assert.deepEqual(memoryRange(data), [0, 450]);
  assert.deepEqual(memoryRange({...data, points: [], steps: []}), [0, 1]);
  assert.deepEqual(memoryRange({...data, points: [[-30, 1, 1]], steps: []}), [-30, -29]);
});

test('total_ofHiddenCategories_leavesThemOut', () => {
  assert.equal(memoryTotal(data.points[3], all), 100);
  assert.equal(memoryTotal(data.points[3], [true, false]), 10);
});

test('most_inAStretch_hasWhatWasThereWhenItBegan', () => {
  assert.equal(memoryMost(data.points, 150, 190, all), 60);
  assert.equal(memoryMost(data.points, 150, 300, all), 100);
  assert.equal(memoryMost([], 0, 300, all), 0);
});

test('steps_tellTheirMostAndWhatGrew', () => {
  assert.deepEqual(memorySteps(data).map(step => [step.number, step.most, step.atEnd, step.grown]), [[4, 60, 15, null], [5, 100, 17, 2]]);
});

test('steps_whereMomentsAreLeftOut_haveWhatTheBlockTells', () => {
  const told = {...data, moments: 9, steps: [[4, 50, 250, 700, 30], [5, 250, 450, 90, 20]]};
  assert.deepEqual(memorySteps(told).map(step => [step.most, step.atEnd, step.grown]), [[700, 30, null], [90, 20, -10]]);
});

test('steps_whereMomentsAreLeftOut_doNotClaimAnEnd', () => {
  assert.deepEqual(memorySteps({...data, moments: 9}).map(step => [step.atEnd, step.grown]), [[null, null], [null, null]]);
});

test('ticks_areAFewPowersOfTwoApart', () => {
  for (const most of [0, 1, 7, 1000, 123456789, 2 ** 40]) {
    const ticks = memoryTicks(most);
    assert.ok(ticks.length >= 1 && ticks.length <= 7, `${most}: ${ticks}`);
    assert.ok(ticks[ticks.length - 1] <= most);
  }
});

test('hint_saysWhatIsNotDrawn', () => {
  assert.match(memoryHint({...data, moments: 9}), /^5 of 9 moments are drawn/);
  assert.equal(memoryHint(data), 'Drag to zoom, double-click to show all.');
});

test('categories_thatAreAllUnknown_sayWhatTheyNeed', () => {
  const window = {run: {facts: {}}};
  assert.equal(memoryCategories(data, window), '');
  const needs = memoryCategories({...data, categories: ['parameter', 'unknown'], points: [[0, 0, 5]]}, window);
  assert.match(needs, /recordShapes\(true\).*withStack\(true\), or stack=true of the agent\)\.$/);
});
