// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  machineCovered, machineData, machineFrame, machineLock, machinePauses, machineSelected, machineStepNanos, machineSums,
} from '../../main/resources/io/stepprofiler/report/page/machine.js';
import {stepsBetween} from '../../main/resources/io/stepprofiler/report/page/page.js';

const span = (name, start, nanos, step = -1) => ({name, start, nanos, step});

test('data_ofABlock_hasNamesAndStacks', () => {
  const data = machineData(new TextEncoder().encode(JSON.stringify({
    collections: [[0, 1, 7, 10, 20, 5]], waits: [[2, 3, 7, 1, 2, 0], [2, 3, 7, 4, 2, -1]], machine: [[4, 1, 7, 10, 5]],
    compilations: [[5, 4, 6, 0, 9]], loads: [[7, 8, 3, 4]], names: ['G1New', 'Pause', 'Sleep', 'SLEEP', 'Reach safepoint', 'C2', 'a.B.c', 'CLASS', 'D'],
    stacks: [['a.B.c(B.java:1)']], collectionsLeftOut: 0, waitsLeftOut: 3, machineLeftOut: 0, compilationsLeftOut: 0, loadsLeftOut: 0,
  })));
  assert.deepEqual(data.collections, [{name: 'G1New', cause: 'Pause', step: 7, start: 10, nanos: 20, pause: 5}]);
  assert.deepEqual(data.waits.map(wait => wait.stack), [['a.B.c(B.java:1)'], []]);
  assert.equal(data.machine[0].isPause, true);
  assert.equal(data.compilations[0].method, 'a.B.c');
  assert.equal(data.loads[0].kind, 'CLASS');
  assert.equal(data.leftOut.waits, 3);
});

test('sums_ofAlikeSpans_haveTheLongestAndTheMostFirst', () => {
  const sums = machineSums([span('a', 0, 5), span('b', 1, 20), span('a', 9, 7)], each => each.name);
  assert.deepEqual(sums.map(sum => [sum.name, sum.count, sum.nanos, sum.longest.start]), [['b', 1, 20, 1], ['a', 2, 12, 9]]);
});

test('covered_ofSpansThatOverlap_countsNoMomentTwice', () => {
  let seed = 1;
  const random = most => (seed = (seed * 48271) % 2147483647) % most;
  for (let run = 0; run < 200; run++) {
    const spans = Array.from({length: random(8)}, () => span('', random(50), random(20)));
    const naive = Array.from({length: 100}, (_, at) => spans.some(each => each.start <= at && at < each.start + each.nanos)).filter(Boolean).length;
    assert.equal(machineCovered(spans), naive);
  }
});

test('pauses_inSteps_areThoseOfCollectionsAndAll', () => {
  const machine = [['Reach safepoint', 8, 2, true], ['GC Pause', 10, 5, true], ['Pause Remark', 20, 3, true], ['C2 compilation', 0, 90, false]]
    .map(([name, start, nanos, isPause]) => ({...span(name, start, nanos, 1), isPause}));
  assert.deepEqual(machinePauses(machine), {all: 10, ofCollections: 8, count: 2});
});

test('pause_thatGoesOnInTheNextStep_isOne', () => {
  const pauses = [[10, 5, 1], [15, 2, 2], [30, 5, 3]].map(([start, nanos, step]) => ({...span('GC Pause', start, nanos, step), isPause: true}));
  assert.deepEqual(machinePauses(pauses), {all: 12, ofCollections: 12, count: 2});
});

test('timeOfSteps_ofAWindowWithMoreThanAreListed_isOfAllOrNotKnown', () => {
  const steps = {numbers: [1, 2, 5], startNanos: [0, 10, 40], durationNanos: [10, 10, 10], leftOut: 2};
  const time = (from, to, leftOut = 2) => machineStepNanos({steps: {...steps, leftOut}, stepTime: {sum: 50}}, stepsBetween(steps, from, to));
  assert.deepEqual([time('', ''), time('1', '2'), time('2', '5'), time('2', '5', 0)], [50, 20, 0, 20]);
});

test('selected_spansWithoutAStep_goByTime', () => {
  const selection = {isAll: false, startNanos: 10, endNanos: 20, has: step => step === 3};
  const spans = [span('in', 0, 1, 3), span('out', 12, 1, 4), span('beside', 5, 6), span('before', 5, 5), span('after', 20, 5)];
  assert.deepEqual(machineSelected(spans, selection).map(each => each.name), ['in', 'beside']);
  assert.equal(machineSelected(spans, {...selection, isAll: true}).length, 5);
});

test('lock_isTheClassInTheBrackets', () => {
  assert.equal(machineLock('Monitor enter (Queue)'), 'Queue');
  assert.equal(machineLock('Monitor enter'), 'Monitor enter');
});

test('frame_isTheFirstThatIsNotOfTheJdk', () => {
  assert.equal(machineFrame(['java.base/java.lang.Thread.sleep(Native Method)', 'com.acme.Train.load(Train.java:3)']), 'com.acme.Train.load(Train.java:3)');
  assert.equal(machineFrame(['java.lang.Thread.sleep(Native Method)']), 'java.lang.Thread.sleep(Native Method)');
  assert.equal(machineFrame(['java.lang.Thread.sleep(Native Method)', '... 3 more', 'com.acme.Train.load(Train.java:3)']), 'com.acme.Train.load(Train.java:3)');
  assert.equal(machineFrame([]), '');
});
