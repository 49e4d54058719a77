// @ts-check
import {oneLine} from './format.js';

/** @typedef {import('./bytes.js').ByteReader} ByteReader */

/**
 * Sparse sums by row and column: a row has the entries from `starts[row]` up to `starts[row + 1]`.
 * @typedef {{starts: Uint32Array, columns: Uint32Array, values: Float64Array}} SparseRows
 */

/**
 * The steps of a block. Column 0 of sums is outside all steps; step i has column i + 1.
 * @param {ByteReader} reader
 * @returns {{numbers: number[], durations: number[]}}
 */
export function readSteps(reader) {
  const count = readCount(reader);
  const numbers = [];
  let number = 0;
  for (let i = 0; i < count; i++) numbers.push(number += reader.signed());
  return {numbers, durations: Array.from({length: count}, () => reader.varint())};
}

/**
 * A count of elements that take at least a byte each; the check keeps a damaged block from allocating all memory.
 * @param {ByteReader} reader
 */
export function readCount(reader) {
  const count = reader.varint();
  if (count > reader.bytes.length) throw new RangeError(`the data is damaged: ${count} elements in ${reader.bytes.length} bytes`);
  return count;
}

/**
 * Names that are safe to show, each stored as the length of the prefix shared with the previous name, and the rest.
 * @param {ByteReader} reader
 */
export function readTexts(reader) {
  const texts = [];
  let text = '';
  for (let left = readCount(reader); left > 0; left--) {
    const shared = reader.varint();
    text = text.slice(0, shared) + reader.text();
    // Escaped last: an escaped character is longer, which would shift the shared prefix.
    texts.push(oneLine(text));
  }
  return texts;
}

/**
 * @param {ByteReader} reader
 * @param {number} rows
 * @returns {SparseRows}
 */
export function readSums(reader, rows) {
  const starts = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row++) starts[row + 1] = starts[row] + readCount(reader);
  const size = starts[rows];
  if (size > reader.bytes.length) throw new RangeError('the data is damaged');
  const columns = new Uint32Array(size);
  for (let row = 0; row < rows; row++) {
    let column = -1;
    for (let i = starts[row]; i < starts[row + 1]; i++) columns[i] = column += reader.varint();
  }
  const values = new Float64Array(size);
  for (let i = 0; i < size; i++) values[i] = reader.varint();
  return {starts, columns, values};
}

/**
 * The sum of each row, each column multiplied by its factor.
 * @param {SparseRows} sums
 * @param {ArrayLike<number>} factors by column; columns without a factor are ignored
 */
export function sumRows(sums, factors) {
  const rows = sums.starts.length - 1;
  const result = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let i = sums.starts[row]; i < sums.starts[row + 1]; i++) {
      const factor = factors[sums.columns[i]];
      if (factor) sum += factor * sums.values[i];
    }
    result[row] = sum;
  }
  return result;
}

/**
 * The factors of columns: `factor` for the requested steps, else 0.
 * @param {number[]} numbers of the steps
 * @param {(step: number, index: number) => boolean} isAsked
 * @param {number} [factor]
 */
export function stepFactors(numbers, isAsked, factor = 1) {
  const factors = new Float64Array(numbers.length + 1);
  numbers.forEach((number, i) => {
    if (isAsked(number, i)) factors[i + 1] = factor;
  });
  return factors;
}
