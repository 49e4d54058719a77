// @ts-check
import {ByteReader} from './bytes.js';
import {readCount, readSteps, readSums, readTexts} from './step-columns.js';

/** The sources of flame graphs by their numbers. */
export const flameSources = ['scopes', 'cpu', 'allocation', 'waits', 'memory'];

/** The kinds of frames by their numbers. */
export const flameKinds = {
  steppingThread: 0, thread: 1, scope: 2, module: 3, dataLoading: 4, communication: 5, wait: 6, runtime: 7,
  method: 8, libraryMethod: 9, nativeMethod: 10, leftOut: 11,
};

/**
 * Frames by number.
 * @typedef {{names: string[], kinds: Uint8Array}} FlameFrames
 *
 * A tree of stacks in preorder: node 0 is the empty stack, `frame` its innermost frame (-1 for node 0), `end` the node
 * after its descendants.
 * @typedef {{size: number, parent: Int32Array, frame: Int32Array, depth: Int32Array, end: Int32Array}} FlameTree
 *
 * @typedef {{source: string, leftOut: number, tree: FlameTree, weights: import('./step-columns.js').SparseRows}} FlameGraph
 * @typedef {{steps: {numbers: number[], durations: number[]}, frames: FlameFrames, graphs: FlameGraph[]}} FlameData
 */

/**
 * @param {Uint8Array} bytes the block `flame`
 * @returns {FlameData}
 */
export function readFlame(bytes) {
  const reader = new ByteReader(bytes);
  const version = reader.varint();
  if (version !== 1) throw new RangeError(`flame graphs of version ${version} cannot be read`);
  const steps = readSteps(reader);
  const texts = readTexts(reader);
  const count = readCount(reader);
  const names = [];
  let text = 0;
  for (let i = 0; i < count; i++) names.push(texts[text += reader.varint()] ?? '');
  const kinds = new Uint8Array(count);
  for (let i = 0; i < count; i++) kinds[i] = reader.varint();
  const graphs = [];
  for (let left = readCount(reader); left > 0; left--) graphs.push(readFlameGraph(reader, count));
  return {steps, frames: {names, kinds}, graphs};
}

/**
 * @param {ByteReader} reader
 * @param {number} frameCount
 * @returns {FlameGraph}
 */
function readFlameGraph(reader, frameCount) {
  const source = flameSources[reader.varint()] ?? 'other';
  const size = readCount(reader);
  const leftOut = reader.varint();
  const parent = new Int32Array(size);
  const frame = new Int32Array(size).fill(-1);
  const depth = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    let around = node - 1;
    for (let up = reader.varint(); up > 0 && around > 0; up--) around = parent[around];
    parent[node] = around;
    depth[node] = depth[around] + 1;
  }
  for (let node = 1; node < size; node++) {
    frame[node] = reader.varint();
    if (frame[node] >= frameCount) throw new RangeError('the data is damaged: no such frame');
  }
  return {source, leftOut, tree: flameTree(parent, frame, depth), weights: readSums(reader, size)};
}

/**
 * @param {Int32Array} parent
 * @param {Int32Array} frame
 * @param {Int32Array} depth
 * @returns {FlameTree}
 */
export function flameTree(parent, frame, depth) {
  const size = parent.length;
  const end = new Int32Array(size);
  for (let node = size - 1; node >= 0; node--) {
    end[node] = Math.max(end[node], node + 1);
    if (node > 0) end[parent[node]] = Math.max(end[parent[node]], end[node]);
  }
  return {size, parent, frame, depth, end};
}
