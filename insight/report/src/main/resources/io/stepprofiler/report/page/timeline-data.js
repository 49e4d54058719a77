// @ts-check
import {ByteReader} from './bytes.js';
import {oneLine} from './format.js';

/**
 * @typedef {{name: string, kind: string, meaning: string, isUnfinished: boolean, details: string, frames: string[]}} TimelineLabel
 *     the label that equal events share; the meaning is a category of steps, or empty
 * @typedef {{place: number, track: TimelineTrack, from: number, to: number, isNested: boolean}} TimelineRow
 *     spans from one index in the columns up to another, in the order of time, without overlap
 * @typedef {{place: number, title: string, kind: string, rows: TimelineRow[], size: number}} TimelineTrack
 * @typedef {{place: number, title: string, times: Uint32Array, values: Float64Array, lowest: number, highest: number}} TimelineCounter
 *     a missing value is NaN
 * @typedef {{short: number, shorterThan: number, wholeSteps: number[], crowded: number, withoutDetails: number}} TimelineMissing
 * @typedef {{origin: number, unit: number, windowNanos: number, end: number, starts: Uint32Array, ends: Uint32Array,
 *     values: Uint32Array, labels: TimelineLabel[], tracks: TimelineTrack[], rows: TimelineRow[],
 *     counters: TimelineCounter[], missing: TimelineMissing}} TimelineModel
 *     times are in units from the origin; a value is the number of a label, or of a step
 */

/**
 * Decodes the events of a window from the block that `TimelineBlock` writes.
 * @param {Uint8Array} bytes
 * @returns {TimelineModel}
 */
export function timelineDecode(bytes) {
  const reader = new ByteReader(bytes);
  const header = JSON.parse(reader.text());
  // Version 1, of older pages, has no version in its header.
  const version = header.version ?? 1;
  if (version > 2) throw new RangeError(`a timeline of version ${version} cannot be read`);
  const texts = header.texts.map(oneLine);
  const text = (/** @type {number} */ place) => texts[place];
  const labels = header.labels.map((/** @type {number[]} */ [name, kind, meaning, isUnfinished, details, ...frames]) => (
    {name: text(name), kind: text(kind), meaning: text(meaning), isUnfinished: isUnfinished === 1, details: text(details), frames: frames.map(text)}));

  /** @type {TimelineRow[]} */
  const rows = [];
  let size = 0;
  const tracks = header.tracks.map((/** @type {any} */ written, /** @type {number} */ place) => {
    /** @type {TimelineTrack} */
    const track = {place, title: text(written.title), kind: written.kind, rows: [], size: 0};
    for (const count of written.rows) {
      const row = {place: rows.length, track, from: size, to: size + count, isNested: track.rows.length < written.nested};
      rows.push(row);
      track.rows.push(row);
      track.size += count;
      size += count;
    }
    return track;
  });

  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  const values = new Uint32Array(size);
  let end = 0;
  for (const row of rows) {
    timelineColumn(reader, starts, row.from, row.to);
    timelineColumn(reader, ends, row.from, row.to);
    if (version === 1) timelineColumn(reader, values, row.from, row.to);
    let at = 0;
    for (let i = row.from; i < row.to; i++) {
      starts[i] += at;
      at = ends[i] += starts[i];
    }
    end = Math.max(end, at);
  }
  if (version > 1) timelineColumn(reader, values, 0, size);

  const counters = header.counters.map((/** @type {any} */ written, /** @type {number} */ place) => {
    const times = new Uint32Array(written.size);
    timelineColumn(reader, times, 0, written.size);
    for (let i = 1; i < times.length; i++) times[i] += times[i - 1];
    end = Math.max(end, times[times.length - 1]);
    return {place, title: text(written.title), times, ...timelineValues(reader, written)};
  });
  end = Math.max(end, Math.ceil((header.window - header.origin) / header.unit), 1);
  return {origin: header.origin, unit: header.unit, windowNanos: header.window, end, starts, ends, values, labels, tracks, rows,
    counters, missing: header.missing};
}

/**
 * Reads varints; optimized for numbers of one byte.
 * @param {ByteReader} reader
 * @param {Uint32Array} into
 * @param {number} from
 * @param {number} to
 */
function timelineColumn(reader, into, from, to) {
  const bytes = reader.bytes;
  let position = reader.position;
  for (let i = from; i < to; i++) {
    let byte = bytes[position++];
    let value = byte & 127;
    for (let unit = 128; byte >= 128; unit *= 128) {
      byte = bytes[position++];
      value += (byte & 127) * unit;
    }
    into[i] = value;
  }
  if (position > bytes.length) throw new RangeError('the timeline ends too early');
  reader.position = position;
}

/**
 * @param {ByteReader} reader
 * @param {{size: number, base: number, step: number}} written
 */
function timelineValues(reader, written) {
  const values = new Float64Array(written.size);
  let lowest = Infinity;
  let highest = -Infinity;
  let steps = 0;
  for (let i = 0; i < values.length; i++) {
    steps += reader.signed();
    values[i] = steps === 0 ? NaN : written.base + (steps - 1) * written.step;
    if (steps === 0) continue;
    lowest = Math.min(lowest, values[i]);
    highest = Math.max(highest, values[i]);
  }
  return {values, lowest, highest};
}

/**
 * @param {TimelineModel} model
 * @param {number} units
 * @returns {number} nanoseconds from the beginning of the window
 */
export function timelineNanos(model, units) {
  return model.origin + units * model.unit;
}

/**
 * @param {TimelineModel} model
 * @param {number} nanos from the beginning of the window
 * @returns {number} units, with a fraction
 */
export function timelineUnits(model, nanos) {
  return (nanos - model.origin) / model.unit;
}

/**
 * The row of an event.
 * @param {TimelineModel} model
 * @param {number} event its index in the columns
 * @returns {TimelineRow}
 */
export function timelineRowOf(model, event) {
  let low = 0;
  let high = model.rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (model.rows[middle].to <= event) low = middle + 1;
    else high = middle;
  }
  return model.rows[low];
}

/**
 * The name of an event.
 * @param {TimelineModel} model
 * @param {number} event
 */
export function timelineName(model, event) {
  const value = model.values[event];
  return timelineRowOf(model, event).track.kind === 'STEPS' ? `step ${value}` : model.labels[value].name;
}
