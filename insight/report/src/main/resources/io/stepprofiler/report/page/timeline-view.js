// @ts-check
import {formatInstant, tickDistance} from './format.js';

/** @typedef {{start: number, end: number}} TimelineView a time interval, in any unit */

/**
 * The view moved and resized to fit the limits.
 * @param {TimelineView} view
 * @param {TimelineView} limits
 * @param {number} shortest
 * @returns {TimelineView}
 */
export function timelineWithin(view, limits, shortest) {
  const most = limits.end - limits.start;
  const length = Math.min(Math.max(view.end - view.start, Math.min(shortest, most)), most);
  const middle = (view.start + view.end) / 2;
  const start = Math.min(Math.max(middle - length / 2, limits.start), limits.end - length);
  return {start, end: start + length};
}

/**
 * The view zoomed around a fixed time.
 * @param {TimelineView} view
 * @param {number} factor above 1 shows more time
 * @param {number} time
 * @returns {TimelineView}
 */
export function timelineZoomed(view, factor, time) {
  return {start: time - (time - view.start) * factor, end: time + (view.end - time) * factor};
}

/**
 * @param {TimelineView} view
 * @param {number} part of its length; below 0 goes back
 * @returns {TimelineView}
 */
export function timelineMoved(view, part) {
  const by = (view.end - view.start) * part;
  return {start: view.start + by, end: view.end + by};
}

/**
 * The view widened at both sides.
 * @param {TimelineView} view
 * @param {number} part of its length at each side
 * @returns {TimelineView}
 */
export function timelineWidened(view, part) {
  const by = (view.end - view.start) * part;
  return {start: view.start - by, end: view.end + by};
}

/**
 * Round times for a ruler, with enough digits to distinguish them.
 * @param {number} start nanoseconds
 * @param {number} end
 * @param {number} most approximate number
 * @returns {{nanos: number, text: string}[]}
 */
export function timelineTicks(start, end, most) {
  const distance = Math.max(tickDistance(end - start, Math.max(most, 1)), 1);
  const ticks = [];
  for (let i = Math.ceil(start / distance); i * distance <= end; i++) {
    ticks.push({nanos: i * distance, text: formatInstant(i * distance, distance, end)});
  }
  return ticks;
}
