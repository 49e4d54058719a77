// @ts-check
import {timelineFirstAfter} from './timeline-level.js';
import {timelineRowOf} from './timeline-data.js';

/**
 * @typedef {import('./timeline-data.js').TimelineModel} TimelineModel
 * @typedef {import('./timeline-data.js').TimelineRow} TimelineRow
 * @typedef {import('./timeline-view.js').TimelineView} TimelineView
 */

/** Kinds of the tracks that tell more of the thread of another track. */
const timelineDerived = new Set(['STATE', 'SAMPLES']);

/**
 * Labels that contain a text in their name or details, in any case.
 * @param {TimelineModel} model
 * @param {string} text
 * @returns {Uint8Array|null} 1 for each label found; null if there is no text
 */
export function timelineFind(model, text) {
  const sought = text.trim().toLowerCase();
  if (sought === '') return null;
  return Uint8Array.from(model.labels, label => (`${label.name} ${label.details}`.toLowerCase().includes(sought) ? 1 : 0));
}

/**
 * Number of events found, and the time that they cover on their threads: the time of nested ones counts once, and so does
 * the time of an event and of a sample or a state in it.
 * @param {TimelineModel} model
 * @param {Uint8Array} found by label
 */
export function timelineFoundSum(model, found) {
  /** @type {Map<object|string, number[]>} */
  const byTrack = new Map();
  for (const row of model.rows) {
    if (row.track.kind === 'STEPS') continue;
    const thread = row.track.title.replace(/: (?:state|samples)$/, '');
    const track = timelineDerived.has(row.track.kind) ? model.tracks.find(each => each.title === thread && !timelineDerived.has(each.kind)) : row.track;
    const events = byTrack.get(track ?? thread) ?? [];
    byTrack.set(track ?? thread, events);
    for (let i = row.from; i < row.to; i++) {
      if (found[model.values[i]]) events.push(i);
    }
  }
  let count = 0;
  let units = 0;
  for (const events of byTrack.values()) {
    events.sort((a, b) => model.starts[a] - model.starts[b]);
    count += events.length;
    let covered = -Infinity;
    for (const i of events) {
      units += Math.max(0, model.ends[i] - Math.max(model.starts[i], covered));
      covered = Math.max(covered, model.ends[i]);
    }
  }
  return {count, units};
}

/**
 * The next or previous event found, in the order of starts; wraps around at the ends.
 * @param {TimelineModel} model
 * @param {Uint8Array} found by label
 * @param {number} time start of the search
 * @param {number} event the selected event, which begins at that time; -1 if none is selected
 * @param {number} direction 1 or -1
 * @returns {number} -1 if nothing is found
 */
export function timelineNextFound(model, found, time, event, direction) {
  let next = -1;
  let first = -1;
  // In the order of starts; events with one start from the top.
  const isBefore = (/** @type {number} */ a, /** @type {number} */ b) => (model.starts[a] - model.starts[b] || a - b) * direction < 0;
  for (const row of model.rows) {
    if (row.track.kind === 'STEPS') continue;
    for (let i = row.from; i < row.to; i++) {
      if (!found[model.values[i]]) continue;
      if (first < 0 || isBefore(i, first)) first = i;
      const after = (model.starts[i] - time || (event < 0 ? direction : i - event)) * direction > 0;
      if (after && (next < 0 || isBefore(i, next))) next = i;
    }
  }
  return next < 0 ? first : next;
}

/**
 * The event around an event of a thread, in the row above.
 * @param {TimelineModel} model
 * @param {number} event
 * @returns {number} -1 if there is none
 */
export function timelineParent(model, event) {
  const row = timelineRowOf(model, event);
  const above = model.rows[row.place - 1];
  if (!row.isNested || !above || above.track !== row.track) return -1;
  const {starts, ends} = model;
  // The last event that has begun; the parent of an event without duration may end at its start.
  let low = above.from;
  let high = above.to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= starts[event]) low = middle + 1;
    else high = middle;
  }
  const found = low - 1;
  return found >= above.from && ends[found] >= ends[event] ? found : -1;
}

/**
 * The events right inside an event, in the row below.
 * @param {TimelineModel} model
 * @param {number} event
 * @returns {{from: number, to: number}} their places
 */
export function timelineChildren(model, event) {
  const row = timelineRowOf(model, event);
  const below = model.rows[row.place + 1];
  if (!row.isNested || !below || below.track !== row.track || !below.isNested) return {from: 0, to: 0};
  const {starts, ends} = model;
  const from = timelineFirstAfter(ends, below.from, below.to, starts[event]);
  let to = from;
  while (to < below.to && starts[to] < ends[event] && ends[to] <= ends[event]) to++;
  return {from, to};
}

/**
 * Self time of an event: its duration without its children.
 * @param {TimelineModel} model
 * @param {number} event
 * @returns {number} units
 */
export function timelineSelf(model, event) {
  const inside = timelineChildren(model, event);
  let units = model.ends[event] - model.starts[event];
  for (let i = inside.from; i < inside.to; i++) units -= model.ends[i] - model.starts[i];
  return units;
}

/**
 * The longest events that lie in a view, at least in part.
 * @param {TimelineModel} model
 * @param {TimelineView} view
 * @param {number} most
 * @returns {{events: number[], count: number}} the longest first; and how many there are
 */
export function timelineLongest(model, view, most) {
  /** @type {number[]} */
  let kept = [];
  let count = 0;
  let shortest = -1;
  const length = (/** @type {number} */ i) => model.ends[i] - model.starts[i];
  const shorten = () => {
    kept.sort((a, b) => length(b) - length(a) || a - b);
    kept = kept.slice(0, most);
    if (kept.length === most) shortest = length(kept[most - 1]);
  };
  for (const row of model.rows) {
    if (row.track.kind === 'STEPS' || row.track.kind === 'STATE') continue;
    for (let i = timelineFirstAfter(model.ends, row.from, row.to, view.start); i < row.to && model.starts[i] < view.end; i++) {
      count++;
      if (length(i) <= shortest) continue;
      kept.push(i);
      if (kept.length >= 4 * most) shorten();
    }
  }
  shorten();
  return {events: kept, count};
}
