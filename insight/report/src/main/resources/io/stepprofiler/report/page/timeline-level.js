// @ts-check

/**
 * Level of detail: selection of the events of a row to draw at a width. Times and indexes are as in the model.
 * @typedef {import('./timeline-data.js').TimelineModel} TimelineModel
 * @typedef {import('./timeline-data.js').TimelineRow} TimelineRow
 */

/** Maximum number of events per pixel to inspect one by one; the others are skipped. */
const timelineLookedAt = 64;

/**
 * The first span that ends after a time.
 * @param {Uint32Array} ends ascending from one place up to another
 * @param {number} from
 * @param {number} to
 * @param {number} time
 * @returns {number} its index; `to` if there is none
 */
export function timelineFirstAfter(ends, from, to, time) {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The first span that starts at a time or later, by galloping search: fast if it is near the first index.
 * @param {Uint32Array} starts
 * @param {number} from
 * @param {number} to
 * @param {number} time
 * @returns {number} its index; `to` if there is none
 */
export function timelineGallop(starts, from, to, time) {
  let low = from;
  let leap = 1;
  while (low + leap < to && starts[low + leap] < time) {
    low += leap;
    leap *= 2;
  }
  let high = Math.min(low + leap, to);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Runs of pixels to draw for a row, each for one event and the events too short to be seen. */
export class TimelineRuns {
  /** @param {number} width in pixels */
  constructor(width) {
    // At most one run begins in each pixel.
    this.lefts = new Int32Array(width + 1);
    this.rights = new Int32Array(width + 1);
    this.events = new Int32Array(width + 1);
    /** Part of its pixels that a run covers, up to 1. */
    this.covers = new Float32Array(width + 1);
    this.size = 0;
  }
}

/**
 * Finds the runs of a row: an event is at least a pixel wide; the longest of the events that begin in one pixel is
 * drawn.
 * @param {TimelineModel} model
 * @param {TimelineRow} row
 * @param {number} start time at the left edge
 * @param {number} perPixel units of a pixel
 * @param {number} width pixels
 * @param {TimelineRuns} runs for the same number of pixels; overwritten
 */
export function timelineRuns(model, row, start, perPixel, width, runs) {
  const {starts, ends} = model;
  const end = start + width * perPixel;
  const scale = 1 / perPixel;
  let size = 0;
  let looked = 0;
  let longest = 0;
  let i = timelineFirstAfter(ends, row.from, row.to, start - perPixel);
  while (i < row.to && starts[i] < end) {
    if (ends[i] <= start && starts[i] < start) {
      i++;
      continue;
    }
    const length = ends[i] - starts[i];
    const pixel = Math.max(Math.floor((starts[i] - start) * scale), 0);
    const right = Math.min(Math.max(Math.floor((ends[i] - start) * scale), pixel + 1), width);
    let left = pixel;
    if (size > 0 && runs.rights[size - 1] > left) {
      // The previous run begins in the same pixel, and has no other.
      runs.covers[size - 1] = Math.min(runs.covers[size - 1] + length * scale, 1);
      if (length > longest) size--;
      else left++;
      looked++;
    } else {
      runs.covers[size] = Math.min(length * scale, 1);
      looked = 0;
    }
    if (left < right) {
      runs.lefts[size] = left;
      runs.rights[size] = right;
      runs.events[size] = i;
      longest = length;
      if (right > left + 1) runs.covers[size] = 1;
      size++;
    }
    i++;
    if (looked < timelineLookedAt) continue;
    const next = timelineGallop(starts, i, row.to, start + (pixel + 1) * perPixel);
    // Skipped events are assumed to be like the inspected ones.
    runs.covers[size - 1] = Math.min(runs.covers[size - 1] * (1 + (next - i) / (looked + 1)), 1);
    looked = 0;
    i = next;
  }
  runs.size = size;
}

/**
 * The usual time between two samples of a track.
 * @param {TimelineModel} model
 * @param {import('./timeline-data.js').TimelineTrack} track
 * @returns {number} units
 */
export function timelinePeriod({starts, ends}, track) {
  const {from, to} = track.rows[0];
  if (to - from < 2) return to > from ? ends[from] - starts[from] : 0;
  const distances = Uint32Array.from({length: to - from - 1}, (_, i) => starts[from + i + 1] - starts[from + i]).sort();
  return distances[distances.length >> 1];
}

/**
 * Changes the runs of a row of samples: successive samples of one method become one run; or each sample becomes a tick,
 * since nothing is known of the time between two samples.
 * @param {TimelineModel} model
 * @param {TimelineRuns} runs
 * @param {number} tick pixels of a tick; 0 for runs
 * @param {number} start time at the left edge
 */
export function timelineSampleRuns({starts, values, labels}, runs, tick, start) {
  const method = (/** @type {number} */ i) => labels[values[runs.events[i]]].name;
  let size = 0;
  for (let i = 0; i < runs.size; i++) {
    if (tick > 0 && starts[runs.events[i]] < start) continue;
    if (tick === 0 && size > 0 && runs.rights[size - 1] === runs.lefts[i] && method(size - 1) === method(i)) {
      runs.rights[size - 1] = runs.rights[i];
      continue;
    }
    runs.lefts[size] = runs.lefts[i];
    runs.rights[size] = tick > 0 ? Math.min(runs.lefts[i] + tick, runs.rights[i]) : runs.rights[i];
    runs.events[size] = runs.events[i];
    runs.covers[size++] = tick > 0 ? 1 : runs.covers[i];
  }
  runs.size = size;
}

/**
 * The event at a place, or close to it: the event that contains the time, else the longest one that begins close to it.
 * @param {TimelineModel} model
 * @param {TimelineRow} row
 * @param {number} time
 * @param {number} close maximum distance in units
 * @returns {number} -1 if there is none
 */
export function timelineEventAt(model, row, time, close) {
  const {starts, ends} = model;
  let found = -1;
  for (let i = timelineFirstAfter(ends, row.from, row.to, time - close - 1); i < row.to && starts[i] <= time + close; i++) {
    if (starts[i] <= time && ends[i] > time) return i;
    if (ends[i] >= time - close && (found < 0 || ends[i] - starts[i] > ends[found] - starts[found])) found = i;
  }
  return found;
}
