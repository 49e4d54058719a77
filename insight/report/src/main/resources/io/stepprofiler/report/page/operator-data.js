// @ts-check
import {ByteReader} from './bytes.js';
import {readCount, readSteps, readSums, readTexts, sumRows} from './step-columns.js';

/** Exceeds the number of duration buckets: the column of a duration is its step times this, plus its bucket. */
const operatorBuckets = 2048;

/**
 * @typedef {import('./step-columns.js').SparseRows} SparseRows
 *
 * @typedef {{steps: {numbers: number[], durations: number[]}, stacks: string[][], names: string[], kinds: string[], shapes: string[],
 *     modules: string[], stackOf: number[], flops: number[], isOnDevice: boolean[], leftOut: number, calls: SparseRows,
 *     self: SparseRows, total: SparseRows, isByStep: boolean, durations: SparseRows}} OperatorData
 *
 * Figures of a group, summed over the requested steps. `flops` is -1 if unknown.
 * @typedef {{key: string, name: string, kind: string, detail: string, stack: string[], isOnDevice: boolean, calls: number, self: number,
 *     total: number, flops: number, p99: number}} OperatorRow
 */

/**
 * @param {Uint8Array} bytes the block `operators`
 * @returns {OperatorData}
 */
export function readOperators(bytes) {
  const reader = new ByteReader(bytes);
  const version = reader.varint();
  if (version !== 1) throw new RangeError(`operators of version ${version} cannot be read`);
  const steps = readSteps(reader);
  const texts = readTexts(reader);
  const text = () => texts[reader.varint()] ?? '';
  const stacks = [];
  for (let left = readCount(reader); left > 0; left--) stacks.push(Array.from({length: readCount(reader)}, text));
  const rows = readCount(reader);
  const leftOut = reader.varint();
  const column = (/** @type {() => any} */ read) => Array.from({length: rows}, read);
  return {
    steps, stacks, leftOut,
    names: column(text),
    kinds: column(text),
    shapes: column(text),
    modules: column(text),
    stackOf: column(() => reader.varint() - 1),
    flops: column(() => reader.varint() - 1),
    isOnDevice: column(() => reader.varint() === 1),
    calls: readSums(reader, rows),
    self: readSums(reader, rows),
    total: readSums(reader, rows),
    isByStep: reader.varint() === 1,
    durations: readSums(reader, rows),
  };
}

/**
 * The middle of a bucket of durations, in nanoseconds.
 * @param {number} bucket
 */
export function operatorBucketMiddle(bucket) {
  const shift = Math.max(0, (bucket >>> 5) - 1);
  return (bucket - (shift << 5)) * 2 ** shift + Math.floor((2 ** shift - 1) / 2);
}

/**
 * The value that the given part of the counted durations does not exceed; 0 if there are none.
 * @param {Map<number, number>} counts by bucket
 * @param {number} part of 1
 */
export function operatorQuantile(counts, part) {
  const sorted = [...counts].sort((a, b) => a[0] - b[0]);
  const rank = Math.ceil(part * sorted.reduce((sum, each) => sum + each[1], 0));
  let seen = 0;
  for (const [bucket, count] of sorted) {
    seen += count;
    if (count > 0 && seen >= rank) return operatorBucketMiddle(bucket);
  }
  return 0;
}

/**
 * Readable shapes of inputs: `32×64, 64×10`; inputs without a shape are left out. Any other text is unchanged.
 * @param {string} text such as `[[32, 64], [], [64, 10]]`
 */
export function operatorShapes(text) {
  let shapes;
  try {
    shapes = JSON.parse(text);
  } catch {
    return text;
  }
  if (!Array.isArray(shapes)) return text;
  const one = (/** @type {any} */ shape) => {
    if (!Array.isArray(shape) || shape.length === 0) return '';
    return Array.isArray(shape[0]) ? `(${shape.map(one).filter(each => each !== '').join(', ')})` : shape.join('×');
  };
  return shapes.map(one).filter(each => each !== '').join(', ') || (shapes.length > 0 ? 'no tensor with a shape' : '');
}

/**
 * The operators by name, or by name and one more key.
 * @param {OperatorData} data
 * @param {'name'|'shape'|'module'|'stack'} by
 * @param {ArrayLike<number>} factors 1 for the columns to include: column 0 is time outside steps, the others are the
 *     steps
 * @returns {OperatorRow[]} the rows with a call or time, in no particular order
 */
export function operatorRows(data, by, factors) {
  const calls = sumRows(data.calls, factors);
  const self = sumRows(data.self, factors);
  const total = sumRows(data.total, factors);
  /** @type {Map<string, OperatorRow & {counts: Map<number, number>}>} */
  const groups = new Map();
  for (let row = 0; row < data.names.length; row++) {
    if (calls[row] === 0 && self[row] === 0 && total[row] === 0) continue;
    const key = operatorKey(data, by, row);
    let group = groups.get(key);
    if (!group) {
      const stack = by === 'stack' ? data.stacks[data.stackOf[row]] ?? [] : [];
      group = {
        key, name: data.names[row], kind: data.kinds[row], detail: operatorDetail(data, by, row), stack, isOnDevice: data.isOnDevice[row],
        calls: 0, self: 0, total: 0, flops: -1, p99: 0, counts: new Map(),
      };
      groups.set(key, group);
    }
    group.calls += calls[row];
    group.self += self[row];
    group.total += total[row];
    if (data.flops[row] >= 0) group.flops = Math.max(group.flops, 0) + data.flops[row] * calls[row];
    for (let i = data.durations.starts[row]; i < data.durations.starts[row + 1]; i++) {
      const bucket = data.durations.columns[i] % operatorBuckets;
      const step = (data.durations.columns[i] - bucket) / operatorBuckets;
      if (!data.isByStep || factors[step]) group.counts.set(bucket, (group.counts.get(bucket) ?? 0) + data.durations.values[i]);
    }
  }
  return [...groups.values()].map(({counts, ...row}) => ({...row, p99: operatorQuantile(counts, 0.99)}));
}

/**
 * @param {OperatorData} data
 * @param {string} by
 * @param {number} row
 */
function operatorDetail(data, by, row) {
  if (by === 'shape') return data.shapes[row];
  return by === 'module' ? data.modules[row] : '';
}

/**
 * @param {OperatorData} data
 * @param {string} by
 * @param {number} row
 */
function operatorKey(data, by, row) {
  const detail = by === 'stack' ? data.stackOf[row] : operatorDetail(data, by, row);
  return JSON.stringify([data.names[row], data.kinds[row], data.isOnDevice[row], detail]);
}
