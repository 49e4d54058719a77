import assert from 'node:assert/strict';
import {test} from 'node:test';
import {perfettoTrace} from '../../main/resources/io/stepprofiler/report/page/perfetto.js';
import {timelineDecode} from '../../main/resources/io/stepprofiler/report/page/timeline-data.js';
import {timelineBytes} from './timeline-blocks.mjs';

const trace = given => JSON.parse(perfettoTrace(timelineDecode(timelineBytes(given)), 'Train'));
const spans = events => events.filter(event => event.ph === 'X');
const threads = events => events.filter(event => event.name === 'thread_name').map(event => event.args.name);

test('nested rows are one thread with times in microseconds', () => {
  const {traceEvents} = trace({names: ['train', 'forward'], unit: 500, origin: 1000, tracks: [
    {title: 'main', rows: [[[0, 10, 0]], [[2, 6, 1]]]}]});
  assert.deepEqual(spans(traceEvents).map(({name, tid, ts, dur}) => [name, tid, ts, dur]), [['train', 1, 1, 5], ['forward', 1, 2, 2]]);
  assert.deepEqual(threads(traceEvents), ['main']);
});

test('rows that do not nest are threads of their own', () => {
  const {traceEvents} = trace({tracks: [{title: 'virtual threads (2)', nested: 0, rows: [[[0, 4, 0]], [[2, 6, 1]]]}]});
  assert.deepEqual(spans(traceEvents).map(({name, tid}) => [name, tid]), [['a', 1], ['b', 2]]);
  assert.deepEqual(threads(traceEvents), ['virtual threads (2)', 'virtual threads (2)']);
});

test('steps have their numbers, and counters their values', () => {
  const {traceEvents} = trace({tracks: [{title: 'Steps', kind: 'STEPS', rows: [[[0, 4000, 7]]]}], counters: [{title: 'heap', samples: [[2000, 3]]}]});
  assert.deepEqual(spans(traceEvents).map(event => event.name), ['step 7']);
  assert.deepEqual(traceEvents.filter(event => event.ph === 'C').map(({name, ts}) => [name, ts]), [['heap', 2]]);
});
