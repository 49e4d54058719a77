import assert from 'node:assert/strict';
import {test} from 'node:test';
import {machineData, machineSection} from '../../main/resources/io/stepprofiler/report/page/machine.js';
import {programIsOfJvm, programNotRecorded, programRemedy, programSteps, programTurnOn} from '../../main/resources/io/stepprofiler/report/page/program.js';

const window = recordedBy => ({run: {facts: recordedBy === '' ? {} : {'recorded by': recordedBy}}});
const WHAT = ['scopes', 'cpu', 'allocation', 'waits', 'memory', 'shapes', 'stacks', 'modules'];

test('remedies_ofAWindowOfOurs_turnOnAllThereIs', () => {
  assert.ok(programIsOfJvm(window('')));
  for (const what of WHAT) assert.match(programRemedy(window(''), what), /^\S.* turns it on\.$/);
});

test('remedies_ofFilesOfOthers_sayNothingOfJava', () => {
  for (const recordedBy of ['torch.profiler', 'another profiler']) {
    const texts = WHAT.map(what => programRemedy(window(recordedBy), what)).concat(programSteps(window(recordedBy)));
    assert.ok(!programIsOfJvm(window(recordedBy)));
    for (const text of texts) assert.doesNotMatch(text, /agent|Source|Scope\.|profile\.|Java|JVM/);
  }
  assert.equal(programRemedy(window('torch.profiler'), 'shapes'), 'record_shapes=True turns it on.');
  assert.equal(programRemedy(window('torch.profiler'), 'waits'), 'torch.profiler does not record this.');
  assert.equal(programTurnOn(window('another profiler'), 'shapes'), '');
});

test('theVirtualMachine_isASectionOfPagesWithAWindowOfOurs', () => {
  const isWanted = (...windows) => machineSection.isWanted({report: {windows: windows.map(window)}});
  assert.deepEqual([isWanted('torch.profiler'), isWanted('another profiler', ''), isWanted('')], [false, true, true]);
});

test('namesOfABlock_thatTurnDirections_areShown', () => {
  const none = {collections: [], waits: [], machine: [], loads: [], stacks: [],
    collectionsLeftOut: 0, waitsLeftOut: 0, machineLeftOut: 0, compilationsLeftOut: 0, loadsLeftOut: 0};
  const data = machineData(new TextEncoder().encode(JSON.stringify({...none, compilations: [[0, 4, 1, 0, 9]], names: ['C2', 'a\u202eb\n']})));
  assert.equal(data.compilations[0].method, 'a\\u202eb\\u000a');
});

test('what was not recorded is listed with its option, if there is one', () => {
  assert.equal(programNotRecorded(window('torch.profiler'), 'memory', 'memory'), 'memory (profile_memory=True)');
  assert.equal(programNotRecorded(window('another profiler'), 'memory', 'memory'), 'memory');
});
