import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ByteReader} from '../../main/resources/io/stepprofiler/report/page/bytes.js';
import {readSums, readTexts, stepFactors, sumRows} from '../../main/resources/io/stepprofiler/report/page/step-columns.js';

test('readSums_ofRows_hasTheirColumnsAndValues', () => {
  // Two rows: columns 0 and 3, and column 2.
  const sums = readSums(new ByteReader(Uint8Array.of(2, 1, 1, 3, 3, 10, 20, 30)), 2);
  assert.deepEqual([...sums.columns], [0, 3, 2]);
  assert.deepEqual([...sumRows(sums, [1, 1, 1, 1])], [30, 30]);
  assert.deepEqual([...sumRows(sums, [0, 0, 0, 2])], [40, 0]);
  assert.deepEqual([...sumRows(sums, [1])], [10, 0]);
});

test('readSums_ofMoreThanThereIs_isRefused', () => {
  assert.throws(() => readSums(new ByteReader(Uint8Array.of(200, 200, 200, 1)), 1), RangeError);
});

test('readTexts_ofFrontCodedOnes_areWhole', () => {
  const bytes = Uint8Array.of(3, 0, 2, 97, 98, 1, 1, 99, 2, 1, 100);
  assert.deepEqual(readTexts(new ByteReader(bytes)), ['ab', 'ac', 'acd']);
});

test('readTexts_ofSignsThatAreShown_shareWhatWasWritten', () => {
  const written = ['a\ufeff', 'a\ufeffb', 'a\u202ex', 'a\u202ey', '\ufeffc'];
  const bytes = [written.length];
  let before = '';
  for (const text of written) {
    let shared = 0;
    while (shared < Math.min(before.length, text.length) && before[shared] === text[shared]) shared++;
    const rest = new TextEncoder().encode(text.slice(shared));
    bytes.push(shared, rest.length, ...rest);
    before = text;
  }
  assert.deepEqual(readTexts(new ByteReader(Uint8Array.from(bytes))), ['a\\ufeff', 'a\\ufeffb', 'a\\u202ex', 'a\\u202ey', '\\ufeffc']);
});

test('stepFactors_leavesOutWhatIsInNoStep', () => {
  assert.deepEqual([...stepFactors([7, 8, 9], step => step !== 8, 0.5)], [0, 0.5, 0, 0.5]);
});
