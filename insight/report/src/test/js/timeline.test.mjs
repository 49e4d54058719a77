import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {timelineDecode, timelineName, timelineNanos, timelineRowOf} from '../../main/resources/io/stepprofiler/report/page/timeline-data.js';
import {TimelineRuns, timelineEventAt, timelineFirstAfter, timelineGallop, timelinePeriod, timelineRuns, timelineSampleRuns} from '../../main/resources/io/stepprofiler/report/page/timeline-level.js';
import {timelineTicks, timelineWithin, timelineZoomed} from '../../main/resources/io/stepprofiler/report/page/timeline-view.js';
import {timelineChildren, timelineFind, timelineFoundSum, timelineLongest, timelineNextFound, timelineParent, timelineSelf} from '../../main/resources/io/stepprofiler/report/page/timeline-find.js';
import {timelineClosedAtFirst, timelineLayout, timelineLineAt} from '../../main/resources/io/stepprofiler/report/page/timeline-layout.js';
import {timelineLastName, timelineMixed} from '../../main/resources/io/stepprofiler/report/page/timeline-paint.js';
import {randomNumbers, randomRow, timelineBytes} from './timeline-blocks.mjs';

const nested = timelineDecode(timelineBytes({names: ['train', 'forward', 'linear'], tracks: [
  {kind: 'STEPS', title: 'Steps', rows: [[[0, 100, 7], [100, 200, 8]]]},
  {rows: [[[0, 90, 0], [110, 190, 0]], [[10, 40, 1], [120, 180, 1]], [[12, 20, 2], [20, 39, 2], [130, 131, 2]], [[85, 95, 2]]], nested: 3},
]}));

test('a decoded block has what was written, for random rows', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = randomNumbers(seed);
    const tracks = Array.from({length: 1 + random(3)}, () => ({rows: Array.from({length: 1 + random(3)}, () => randomRow(random, 1 + random(40), 1 << random(24)))}));
    const model = timelineDecode(timelineBytes({tracks}));
    const read = model.rows.map(row => Array.from({length: row.to - row.from}, (_, i) => [model.starts[row.from + i], model.ends[row.from + i], model.values[row.from + i]]));
    assert.deepEqual(read, tracks.flatMap(track => track.rows), `seed ${seed}`);
  }
});

test('a block of an earlier page is read, too, and one of a later page is not', () => {
  const tracks = [{rows: [[[0, 5, 2], [6, 8, 1]], [[1, 2, 0]]]}];
  const models = [1, 2].map(version => timelineDecode(timelineBytes({tracks, version})));
  assert.deepEqual(models[0], models[1]);
  assert.throws(() => timelineDecode(timelineBytes({tracks, version: 3})), /version 3/);
});

test('times above 31 bits are read', () => {
  const model = timelineDecode(timelineBytes({tracks: [{rows: [[[4000000000, 4294967295, 1]]]}], unit: 20, origin: -100}));
  assert.equal(model.ends[0], 4294967295);
  assert.equal(timelineNanos(model, model.starts[0]), 79999999900);
});

test('names that turn directions or break lines are shown as such', () => {
  const model = timelineDecode(timelineBytes({names: ['a\u202eb', 'c\nd', 'e'], tracks: [{title: 'f\u2066', rows: [[[0, 1, 0], [1, 2, 1]]]}]}));
  assert.deepEqual(model.labels.map(label => label.name), ['a\\u202eb', 'c\\u000ad', 'e']);
  assert.equal(model.tracks[0].title, 'f\\u2066');
});

test('samples of counters are read with their gaps', () => {
  const model = timelineDecode(timelineBytes({tracks: [{rows: [[[0, 5, 0]]]}], counters: [{title: 'heap', samples: [[3, 1], [9, 0], [12, 5]]}]}));
  assert.deepEqual([...model.counters[0].times], [3, 9, 12]);
  assert.deepEqual([...model.counters[0].values], [10, NaN, 12]);
  assert.deepEqual([model.counters[0].lowest, model.counters[0].highest], [10, 12]);
});

test('a block that ends too early is refused', () => {
  const bytes = timelineBytes({tracks: [{rows: [[[0, 5, 0], [6, 8, 1]]]}]});
  assert.throws(() => timelineDecode(bytes.subarray(0, bytes.length - 1)), RangeError);
});

test('searches by halves and by leaps find what a walk finds', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = randomNumbers(seed);
    const row = randomRow(random, 1 + random(60), 40);
    const starts = Uint32Array.from(row, span => span[0]);
    const ends = Uint32Array.from(row, span => span[1]);
    for (let i = 0; i < 40; i++) {
      const time = random(ends[ends.length - 1] + 5);
      const after = ends.findIndex(end => end > time);
      assert.equal(timelineFirstAfter(ends, 0, ends.length, time), after < 0 ? ends.length : after);
      const from = random(row.length);
      const walked = starts.findIndex((start, place) => place >= from && start >= time);
      assert.equal(timelineGallop(starts, from, starts.length, time), walked < 0 ? starts.length : walked);
    }
  }
});

/** What is in each pixel, found out by looking at each event. */
function naivePixels(model, row, start, perPixel, width) {
  const pixels = Array(width).fill(-1);
  const lengths = Array(width).fill(-1);
  for (let i = row.from; i < row.to; i++) {
    if (model.ends[i] <= start && model.starts[i] < start) continue;
    const left = Math.max(Math.floor((model.starts[i] - start) / perPixel), 0);
    const right = Math.floor((model.ends[i] - start) / perPixel);
    for (let x = left; x < Math.max(right, left + 1) && x < width; x++) {
      if (model.ends[i] - model.starts[i] > lengths[x]) {
        pixels[x] = i;
        lengths[x] = model.ends[i] - model.starts[i];
      }
    }
  }
  return pixels;
}

test('each pixel of a row is the longest event that begins in it or covers it, for random rows and views', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomNumbers(seed);
    const model = timelineDecode(timelineBytes({tracks: [{rows: [randomRow(random, 1 + random(80), 1 + random(200))]}]}));
    const [row] = model.rows;
    const width = 1 + random(60);
    const start = random(model.end);
    // A power of two, so that the naive division and the multiplication agree.
    const perPixel = 2 ** (random(9) - 2);
    const runs = new TimelineRuns(width);
    timelineRuns(model, row, start, perPixel, width, runs);
    const pixels = Array(width).fill(-1);
    for (let i = 0; i < runs.size; i++) {
      assert.ok(i === 0 || runs.lefts[i] >= runs.rights[i - 1], `seed ${seed}: runs overlap`);
      pixels.fill(runs.events[i], runs.lefts[i], runs.rights[i]);
    }
    assert.deepEqual(pixels, naivePixels(model, row, start, perPixel, width), `seed ${seed}`);
  }
});

test('a pixel of very many events is drawn, with about how much they cover', () => {
  const row = Array.from({length: 10000}, (_, i) => [2 * i, 2 * i + 1, 0]);
  const model = timelineDecode(timelineBytes({tracks: [{rows: [row]}]}));
  const runs = new TimelineRuns(10);
  timelineRuns(model, model.rows[0], 0, 2000, 10, runs);
  assert.equal(runs.size, 10);
  for (let i = 0; i < 10; i++) assert.ok(Math.abs(runs.covers[i] - 0.5) < 0.05, `covers ${runs.covers[i]}`);
});

test('the event at a place is the one there, or one that is close', () => {
  const row = nested.rows[3];
  assert.equal(timelineEventAt(nested, row, 15, 0), row.from);
  assert.equal(timelineEventAt(nested, row, 20, 0), row.from + 1);
  assert.equal(timelineEventAt(nested, row, 100, 5), -1);
  assert.equal(timelineEventAt(nested, row, 133, 5), row.from + 2);
});

test('parents and children are those of the rows above and below', () => {
  const [train, forward] = [nested.rows[1].from, nested.rows[2].from];
  const linear = nested.rows[3].from;
  assert.equal(timelineParent(nested, linear), forward);
  assert.equal(timelineParent(nested, forward), train);
  assert.equal(timelineParent(nested, train), -1);
  assert.equal(timelineParent(nested, nested.rows[4].from), -1);
  assert.deepEqual(timelineChildren(nested, forward), {from: linear, to: linear + 2});
  assert.deepEqual(timelineChildren(nested, linear), {from: 0, to: 0});
  assert.equal(timelineSelf(nested, forward), 3);
});

test('the time of nested events that are found counts once', () => {
  const all = Uint8Array.from(nested.labels, () => 1);
  // 90 and 80 of train, with all that is inside, and the last five of an event that ends after train.
  assert.deepEqual(timelineFoundSum(nested, all), {count: 8, units: 175});
});

const sampled = timelineDecode(timelineBytes({names: ['Mlp.forward', 'Mlp.backward', 'forward'], tracks: [
  {title: 'main: state', kind: 'STATE', rows: [[[0, 100, 2]]]},
  {title: 'main', kind: 'STEPPING_THREAD', rows: [[[0, 30, 2]]]},
  {title: 'main: samples', kind: 'SAMPLES', rows: [[[5, 15, 0], [15, 25, 0], [25, 30, 1], [60, 70, 0]]]},
]}));

test('the time of an event and of samples in it counts once', () => {
  const found = [0, 1].map(label => timelineFoundSum(sampled, Uint8Array.from(sampled.labels, (_, i) => (i === label || i === 2 ? 1 : 0))));
  assert.deepEqual(found, [{count: 5, units: 100}, {count: 3, units: 100}]);
  assert.deepEqual(timelineFoundSum(sampled, timelineFind(sampled, 'Mlp')), {count: 4, units: 35});
});

test('samples in succession in one method are one run, or ticks at their times where the time between them is visible', () => {
  const row = sampled.rows[2];
  const spans = (/** @type {number} */ tick, /** @type {number} */ start) => {
    const runs = new TimelineRuns(100);
    timelineRuns(sampled, row, start, 1, 100, runs);
    timelineSampleRuns(sampled, runs, tick, start);
    return Array.from({length: runs.size}, (_, i) => [runs.lefts[i], runs.rights[i]]);
  };
  assert.equal(timelinePeriod(sampled, row.track), 10);
  assert.deepEqual(spans(0, 0), [[5, 25], [25, 30], [60, 70]]);
  assert.deepEqual(spans(3, 0), [[5, 8], [15, 18], [25, 28], [60, 63]]);
  assert.deepEqual(spans(3, 10), [[5, 8], [15, 18], [50, 53]], 'a sample before the view has no tick');
});

test('a search counts what it finds, and goes around it in the order of time', () => {
  const found = timelineFind(nested, 'LINEAR');
  assert.deepEqual(timelineFoundSum(nested, found), {count: 4, units: 38});
  const linear = nested.rows[3].from;
  const apart = nested.rows[4].from;
  const order = [linear, linear + 1, apart, linear + 2];
  order.forEach((event, i) => {
    assert.equal(timelineNextFound(nested, found, nested.starts[event], event, 1), order[(i + 1) % 4]);
    assert.equal(timelineNextFound(nested, found, nested.starts[event], event, -1), order[(i + 3) % 4]);
  });
  assert.equal(timelineNextFound(nested, found, 0, -1, 1), linear);
  assert.equal(timelineFind(nested, '  '), null);
  assert.equal(timelineNextFound(nested, timelineFind(nested, 'backward'), 0, -1, 1), -1);
});

test('the longest events in view are those of a naive search', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed);
    const model = timelineDecode(timelineBytes({tracks: [{rows: [randomRow(random, 200, 50), randomRow(random, 200, 50)]}]}));
    const view = {start: random(2000), end: 2000 + random(3000)};
    const {events, count} = timelineLongest(model, view, 7);
    const inView = [...model.starts.keys()].filter(i => model.ends[i] > view.start && model.starts[i] < view.end);
    const length = i => model.ends[i] - model.starts[i];
    assert.equal(count, inView.length);
    assert.deepEqual(events.map(length), inView.map(length).sort((a, b) => b - a).slice(0, 7));
  }
});

test('a view stays within its limits, and keeps its length where it can', () => {
  const limits = {start: 0, end: 1000};
  assert.deepEqual(timelineWithin({start: -50, end: 50}, limits, 10), {start: 0, end: 100});
  assert.deepEqual(timelineWithin({start: 990, end: 1090}, limits, 10), {start: 900, end: 1000});
  assert.deepEqual(timelineWithin({start: -500, end: 5000}, limits, 10), limits);
  assert.deepEqual(timelineWithin({start: 500, end: 501}, limits, 10), {start: 495.5, end: 505.5});
  const zoomed = timelineZoomed({start: 100, end: 200}, 0.5, 120);
  assert.deepEqual(zoomed, {start: 110, end: 160});
});

test('ticks are round, and told apart', () => {
  assert.deepEqual(timelineTicks(0, 2e9, 4).map(tick => tick.text), ['0', '0.5 s', '1.0 s', '1.5 s', '2.0 s']);
  assert.deepEqual(timelineTicks(1.5e6, 1.5e6 + 400, 4).map(tick => tick.text), ['1.5000 ms', '1.5001 ms', '1.5002 ms', '1.5003 ms', '1.5004 ms']);
  const texts = timelineTicks(3e9, 3e9 + 900, 5).map(tick => tick.text);
  assert.equal(new Set(texts).size, texts.length);
});

test('a closed track has its first row, and every height has its line', () => {
  const open = timelineLayout(nested, new Set(), false);
  const closed = timelineLayout(nested, new Set(['t1']), false);
  assert.equal(open.lines.length, 5);
  assert.deepEqual(closed.lines.map(line => line.row?.place), [0, 1]);
  for (const line of open.lines) assert.equal(timelineLineAt(open, line.y + line.height / 2), line);
  assert.equal(timelineLineAt(open, 1e6), null);
});

test('threads with steps stay open where there are too many rows', () => {
  const rows = Array.from({length: 6}, (_, i) => [[i, 100 - i, 0]]);
  const model = timelineDecode(timelineBytes({tracks: [{kind: 'STEPPING_THREAD', rows}, {kind: 'THREAD', rows}, {kind: 'MACHINE', rows: rows.slice(0, 2)}]}));
  assert.deepEqual([...timelineClosedAtFirst(model, 9)], ['t1']);
  assert.equal(timelineClosedAtFirst(model, 40).size, 0);
});

test('the row of an event is the one that has its place', () => {
  for (const row of nested.rows) {
    for (let i = row.from; i < row.to; i++) assert.equal(timelineRowOf(nested, i), row);
  }
});

test('the block that Java writes of a known trace is read', () => {
  const text = readFileSync(new URL('timeline-known.txt', import.meta.url), 'utf8');
  const model = timelineDecode(Uint8Array.from(Buffer.from(text, 'base64')));
  const spans = model.rows.map(row => [row.track.title, row.isNested, ...Array.from({length: row.to - row.from}, (_, i) => [
    timelineNanos(model, model.starts[row.from + i]), timelineNanos(model, model.ends[row.from + i]), timelineName(model, row.from + i)])]);
  assert.deepEqual(spans, [
    ['Steps', true, [1e6, 7e6, 'step 3']],
    ['main: state', true, [1e6, 3e6, 'running or ready to run'], [3e6, 4e6, 'sleeping'], [4e6, 4.4e6, 'paused by the virtual machine'],
      [4.4e6, 5e6, 'sleeping'], [5e6, 7e6, 'running or ready to run']],
    ['main', true, [1e6, 6e6, 'forward']],
    ['main', true, [1.5e6, 2.5e6, 'linear <b>'], [3e6, 5e6, 'Sleep']],
    ['GC', true, [4e6, 4.4e6, 'GC Pause']],
    ['Markers and tasks', false, [7e6, 7e6, 'step end']],
  ]);
  const label = name => model.labels.find(each => each.name === name);
  assert.deepEqual(label('Sleep'), {name: 'Sleep', kind: 'WAIT', meaning: 'SLEEP', isUnfinished: false, details: '', frames: ['Loop.run(Loop.java:7)']});
  assert.equal(label('GC Pause').meaning, 'VM_PAUSE');
  assert.deepEqual([...model.counters[0].values], [12, 9]);
  assert.equal(model.windowNanos, 1e7);
});

test('a name is shortened to its last part where it is a path', () => {
  const names = ['aten::copy_', 'model.layer1', 'io.Foo$Bar.run', 'C2 compilation (Foo.match)', 'forward', 'autograd::engine: Mm', 'a.'];
  assert.deepEqual(names.map(timelineLastName), ['copy_', 'layer1', 'run', 'C2 compilation (Foo.match)', 'forward', 'autograd::engine: Mm', 'a.']);
});

test('colours are mixed', () => {
  assert.deepEqual(timelineMixed([0, 100, 200], [100, 100, 0], 0.5), [50, 100, 100]);
});
