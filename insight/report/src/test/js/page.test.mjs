import assert from 'node:assert/strict';
import {test} from 'node:test';
import {environmentGroups} from '../../main/resources/io/stepprofiler/report/page/environment.js';
import {windowWarnings, ownCost, stepRange} from '../../main/resources/io/stepprofiler/report/page/heading.js';
import {SECTIONS} from '../../main/resources/io/stepprofiler/report/page/main.js';
import {Page, shownReport, stepsBetween} from '../../main/resources/io/stepprofiler/report/page/page.js';
import {PageState} from '../../main/resources/io/stepprofiler/report/page/state.js';
import {labelDistance, stepAt, stripTop} from '../../main/resources/io/stepprofiler/report/page/strip.js';
import {adviceParts, byRemedy, findingOfRun, shortNames, telltaleFrame, verdictOfRun, verdictSeverity} from '../../main/resources/io/stepprofiler/report/page/verdict.js';
import {wherePartsGo} from '../../main/resources/io/stepprofiler/report/page/where.js';
import {behindFastest, behindInWords} from '../../main/resources/io/stepprofiler/report/page/windows.js';

const STEPS = {
  numbers: [10, 11, 12, 13], startNanos: [0, 100, 200, 400], durationNanos: [100, 100, 200, 100],
  parts: {'phase: forward': [60, 60, 60, 60], DATA_WAIT: [40, 40, 140, 40]},
};

test('no selection is all steps, and so is one that no step is in', () => {
  for (const selection of [stepsBetween(STEPS, '', ''), stepsBetween(STEPS, '900', '901'), stepsBetween(STEPS, 'x', 'y')]) {
    assert.ok(selection.isAll);
    assert.deepEqual([selection.from, selection.to, selection.startNanos, selection.endNanos], [10, 13, 0, 500]);
    assert.ok(selection.has(11));
  }
});

test('a selection has its steps and their time', () => {
  const selection = stepsBetween(STEPS, '11', '12');
  assert.deepEqual([selection.isAll, selection.indices, selection.startNanos, selection.endNanos], [false, [1, 2], 100, 400]);
  assert.ok(selection.has(12) && !selection.has(13));
});

test('the parts of selected steps add up to them', () => {
  const rows = wherePartsGo({steps: STEPS, parts: []}, stepsBetween(STEPS, '11', '12'));
  assert.deepEqual(rows.map(row => [row.part, row.nanos.sum, row.share]), [['DATA_WAIT', 180, 0.6], ['phase: forward', 120, 0.4]]);
});

test('a far outlier does not flatten the other steps', () => {
  assert.equal(stripTop({median: 100, p90: 110, max: 112}), 1.06 * 112);
  assert.equal(stripTop({median: 100, p90: 110, max: 1000}), 1.6 * 125);
});

test('a point belongs to the step under it, outside to the nearest', () => {
  assert.deepEqual([50, 59.9, 60, 149, 1000, -5].map(x => stepAt(x, 50, 100, 10)), [0, 0, 1, 9, 9, 0]);
});

test('labels of steps are at whole distances', () => {
  assert.equal(labelDistance(4, 10), 1);
  assert.equal(labelDistance(400, 10), 50);
});

test('what is lost is told by cause, and a partial window', () => {
  const warnings = windowWarnings({run: {isPartial: true, facts: {}},
    account: {begun: 1000, dropped: {'event limit': 3, 'no memory': 0}, missing: ['a block was damaged']}});
  assert.equal(warnings.length, 3);
  assert.match(warnings[1], /^3 of 1.000 events were dropped: event limit 3\.$/);
});

test('what a journal lacks is told once, whatever else is missing', () => {
  const facts = {'journal': 'the journal is not finished', 'journal unreadable': 'a is gone; b is gone', 'journal head': 'it is lost', 'other': 'x'};
  const told = (...missing) => windowWarnings({run: {isPartial: false, facts}, account: {begun: 1, dropped: {}, missing}});
  assert.deepEqual(told(), ['journal: the journal is not finished', 'journal head: it is lost', 'journal unreadable: a is gone; b is gone']);
  assert.deepEqual(told('2 counters are left out').length, 4);
  assert.deepEqual(told('a is gone', 'b is gone', 'the journal is not finished').slice(3), ['journal head: it is lost']);
});

test('the cost of the profiler is a part of the steps', () => {
  const cost = ownCost({run: {facts: {'profiler cost ns.step': '5', 'profiler cost ns.drainer': '20'}}, stepTime: {sum: 500}});
  assert.deepEqual(cost, {ofSteps: 0.01, besideNanos: 20, besideShare: 0.04});
  assert.equal(ownCost({run: {facts: {}}, stepTime: {sum: 500}}), null);
});

test('the verdict is as severe as the finding that it comes from', () => {
  const finding = (rule, severity, role) => ({rule, severity, role});
  const window = (rule, ...findings) => ({run: {pid: 7, host: 'a'}, diagnosis: {verdict: {rule}, findings}});
  const severity = (report, index) => verdictSeverity(findingOfRun(report, index));
  const warning = window('a', finding('a', 'WARNING', 'CAUSE'));
  assert.equal(severity({windows: [warning]}, 0), 'WARNING');
  assert.equal(severity({windows: [window('c', finding('a', 'INFORMATION', 'CAUSE'), finding('c', 'INFORMATION', 'GOOD'))]}, 0), 'GOOD');
  assert.equal(severity({windows: [window('')]}, 0), 'GOOD');
});

test('the verdict of a run is shown with each of its windows', () => {
  const finding = rule => ({rule, severity: 'WARNING', role: 'CAUSE'});
  const window = (rule, pid) => ({run: {pid, host: 'a'}, diagnosis: {verdict: {rule}, findings: rule ? [finding(rule)] : []}});
  const verdict = rule => ({windows: [0, 1], reservations: [], verdict: {rule}, support: 'in 1 of 2 windows'});
  const windows = [window('sleeping', 7), window('gc', 7), window('io', 8)];
  const report = {windows, verdicts: [verdict('gc')]};
  assert.equal(verdictOfRun(report, 0).verdict.rule, 'gc');
  assert.equal(findingOfRun(report, 0), windows[1].diagnosis.findings[0]);
  assert.equal(verdictOfRun(report, 2).verdict.rule, 'io');
  const ofRun = {windows, verdicts: [verdict('slow-start')], runs: [{pid: 7, host: 'a', findings: [finding('slow-start')]}]};
  assert.equal(findingOfRun(ofRun, 1), ofRun.runs[0].findings[0]);
});

test('a stack is told by the first frame that is the program\'s', () => {
  assert.equal(telltaleFrame(['java.base/java.lang.Thread.sleep(Thread.java:1)', 'app.Loader.next(Loader.java:7)']), 'app.Loader.next(Loader.java:7)');
  assert.equal(telltaleFrame(['java.lang.Math.exp(Math.java:1)', 'ai.djl.ndarray.NDArray.get(NDArray.java:2)', 'demo.A$$Lambda$1.apply(A.java)',
    'io.stepprofiler.Scope.open(Scope.java:3)', 'demo.ClassTable.onTrainingBatch(ClassTable.java:23)']), 'demo.ClassTable.onTrainingBatch(ClassTable.java:23)');
  assert.equal(telltaleFrame(['java.lang.Math.exp(Math.java:1)', 'ai.djl.ndarray.NDArray.get(NDArray.java:2)']), 'ai.djl.ndarray.NDArray.get(NDArray.java:2)');
  assert.equal(telltaleFrame(['java.lang.Math.exp(Math.java:1)', '... 11 more', 'demo.Net.forward(Net.java:5)']), 'demo.Net.forward(Net.java:5)');
  assert.equal(telltaleFrame([]), '');
});

test('rules that could not be checked are together by what turns them on', () => {
  const remedies = byRemedy([{title: 'A', turnOn: 'x', reason: ''}, {title: 'B', turnOn: '', reason: 'few'}, {title: 'C', turnOn: 'x', reason: ''}]);
  assert.deepEqual([...remedies], [['x', ['A', 'C']], ['few', ['B']]]);
});

test('sentences have simple names of classes', () => {
  for (const [sentence, short] of [
    ['waits in com.acme.SharedLock$Statistics.addLoss(SharedLock.java:11), which', 'waits in SharedLock$Statistics.addLoss:11, which'],
    ['in app.Net.forward(Train.kt:8)', 'in Net.forward(Train.kt:8)'],
    ['in app.Loader.<init>(Loader.java:3)', 'in Loader.<init>:3'],
    ['methods=com.acme.*, e.g. Train.java', 'methods=com.acme.*, e.g. Train.java'],
  ]) assert.equal(shortNames(sentence), short);
});

test('advice is prose, code, or prose that ends in code', () => {
  for (const [text, parts] of [
    ['reuse arrays from step to step', {prose: 'reuse arrays from step to step', code: ''}],
    ['-Xms and -Xmx equal, and larger', {prose: '-Xms and -Xmx equal, and larger', code: ''}],
    ['journal=true, or a smaller active=', {prose: 'journal=true, or a smaller active=', code: ''}],
    ['optimizer.zero_grad(set_to_none=True)', null],
    ['-XX:G1HeapRegionSize=32m', null],
    ['work on a copy outside it: List<Double> copy; synchronized (lock) { copy = List.copyOf(losses); }',
      {prose: 'work on a copy outside it:', code: 'List<Double> copy; synchronized (lock) { copy = List.copyOf(losses); }'}],
  ]) assert.deepEqual(adviceParts(text), parts, text);
});

test('windows are compared with the fastest', () => {
  const windows = [{stepTime: {median: 100}}, {stepTime: {median: 125}}, {stepTime: {median: 0}}];
  assert.deepEqual(windows.map(window => behindFastest(window, windows)), [0, 0.25, 0]);
});

test('a difference of a few steps is noise', () => {
  const window = (median, durationNanos) => ({stepTime: {median}, steps: {durationNanos}});
  const fast = window(101, [100, 101, 102]);
  assert.equal(behindInWords(window(103, [103, 104, 99]), [fast, window(103, [103, 104, 99])]), 'within noise');
  const long = window(101, [100, 101, 102, 101, 100, 99, 101, 102]);
  const slow = window(125, [125, 126, 124, 125, 127, 123, 125, 126]);
  assert.equal(behindInWords(slow, [long, slow]), '+23.8\u202f%'.replace('\u202f', behindInWords(slow, [long, slow])[5]));
  assert.equal(behindInWords(long, [long, slow]), '–');
});

test('ranges of steps', () => {
  assert.deepEqual([stepRange({numbers: []}), stepRange({numbers: [4]}), stepRange({numbers: [4, 5, 1200]})], ['', 'step 4', 'steps 4–1\u202f200']);
});

test('sections have ids and titles of their own', () => {
  assert.equal(new Set(SECTIONS.map(section => section.id)).size, SECTIONS.length);
  assert.ok(SECTIONS.every(section => /^[a-z]+$/.test(section.id) && section.title.length > 0));
});

test('what is known of a run is in groups, without defaults of the virtual machine', () => {
  const run = {source: 'a.json', traceId: '', host: 'h', pid: 7, rank: -1, worldSize: 0, durationNanos: 5e6, facts: {
    'environment.vm': 'J', 'environment.heap.max': '1073741824', 'environment.flag.UseNUMA': 'true', 'environment.framework.DJL': '0.3',
    'environment.new': 'x', 'profiler cost ns.step': '1500000', jvm_recorder: 'on'}};
  const account = {begun: 10, written: 8, dropped: {'event limit': 2}, unfinished: {}, anomalies: {}};
  assert.deepEqual(Object.fromEntries(environmentGroups({run, account})), {
    Run: [['source', 'a.json'], ['host', 'h'], ['process', '7'], ['length of the window', '5.00 ms'], ['new', 'x']],
    Java: [['virtual machine', 'J'], ['largest heap', '1.00 GiB'], ['DJL', '0.3']],
    Recording: [['events begun', '10'], ['events written', '8'], ['dropped: event limit', '2'], ['profiler in step()', '1.50 ms'], ['jvm recorder', 'on']],
  });
});

test('a rank is of so many as are known', () => {
  const run = {source: 'a', traceId: '', host: '', pid: 0, rank: 3, worldSize: 8, durationNanos: 5, facts: {}};
  const account = {begun: 1, written: 1, dropped: {}, unfinished: {}, anomalies: {}};
  const rank = of => Object.fromEntries(Object.fromEntries(environmentGroups({run: of, account})).Run).rank;
  assert.deepEqual([rank(run), rank({...run, worldSize: 0}), rank({...run, rank: -1})], ['3 of 8', '3', undefined]);
});

test('all names of a report can be shown, those that are keys, too', () => {
  assert.deepEqual(shownReport({a: ['x\u202ey', 1, null, true], 'k\n': {b: 0.5}}), {a: ['x\\u202ey', 1, null, true], 'k\\u000a': {b: 0.5}});
});

test('what is shown in the timeline keeps the selection if it is inside, and ends it if not', t => {
  globalThis.document = /** @type {any} */ ({getElementById: () => null});
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const page = new Page({windows: [{steps: STEPS}]}, new PageState('#from=11&to=12'));
  page.zoomTo(150.5, 160.2);
  assert.deepEqual(['from', 'to', 'zoom'].map(key => page.state.get(key)), ['11', '12', '150-161']);
  page.zoomTo(450, 460);
  assert.deepEqual(['from', 'to', 'zoom'].map(key => page.state.get(key)), ['', '', '450-460']);
});

test('a summary is told from a window without events, and from one with all of them', async () => {
  const page = new Page({windows: [{account: {written: 0}}, {account: {written: 7}}]}, new PageState(''));
  const said = [];
  page.absent = (_, text) => said.push(text);
  page.block = () => Promise.resolve(null);
  assert.equal(await page.isSummary(null, 'modules'), false);
  page.state.set({window: 1});
  assert.equal(await page.isSummary(null, 'modules'), true);
  assert.match(said[0], /^A summary has no modules\. Write the page of the trace itself/);
  page.block = () => Promise.resolve(new Uint8Array(1));
  assert.equal(await page.isSummary(null, 'modules'), false);
  assert.equal(said.length, 1);
});
