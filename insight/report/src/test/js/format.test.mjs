import assert from 'node:assert/strict';
import {test} from 'node:test';
import {formatBytes, formatCount, formatInstant, formatCounted, formatNumber, formatPercent, formatTime, oneLine, tickDistance} from '../../main/resources/io/stepprofiler/report/page/format.js';

test('durations have three digits', () => {
  const texts = [[0, '0 ns'], [7, '7 ns'], [7.25, '7.25 ns'], [99_000, '99.0 µs'], [999_500, '1.00 ms'], [1_234_567, '1.23 ms'], [12_345_678, '12.3 ms'], [123_456_789, '123 ms'], [1_234_567_890, '1.23 s'], [7_200e9, '7200 s'], [-2e6, '-2.00 ms']];
  for (const [nanos, text] of texts) assert.equal(formatTime(nanos), text);
});

test('percent, bytes, counts and other figures', () => {
  assert.equal(formatPercent(0.3712), '37.1 %');
  assert.equal(formatBytes(4294967296), '4.00 GiB');
  assert.equal(formatBytes(512), '512 B');
  assert.equal(formatCount(1234567), '1\u202f234\u202f567');
  assert.equal(formatCounted(1, 'step'), '1 step');
  assert.equal(formatCounted(2, 'step'), '2 steps');
  assert.equal(formatNumber(0.000012), '1.2e-5');
  assert.equal(formatNumber(2.30259), '2.3');
  assert.equal(formatNumber(NaN), 'not a number');
});

test('distances between ticks are round and no more ticks than asked', () => {
  for (const range of [0.003, 1, 7, 42, 99, 12345]) {
    const distance = tickDistance(range, 5);
    assert.ok(range / distance <= 5);
    assert.match(distance.toExponential(), /^(1|2|5)(\.0+\d?)?e/);
  }
});

test('what is not shown, and what turns the direction of a text, is told by its number', () => {
  assert.equal(oneLine('a\nb\u202ec\u2028\ud800'), 'a\\u000ab\\u202ec\\u2028\\ud800');
  assert.equal(oneLine('forward · größer 🙂'), 'forward · größer 🙂');
});

test('the origin of an axis has no unit and no decimals', () => {
  assert.deepEqual([0, 5e5, 1e6].map(nanos => formatInstant(nanos, 5e5, 1e6)), ['0', '0.5 ms', '1.0 ms']);
});
