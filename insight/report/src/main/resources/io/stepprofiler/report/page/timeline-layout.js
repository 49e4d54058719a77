// @ts-check
import {formatNumber} from './format.js';

/**
 * @typedef {import('./timeline-data.js').TimelineModel} TimelineModel
 * @typedef {import('./timeline-data.js').TimelineRow} TimelineRow
 * @typedef {import('./timeline-data.js').TimelineCounter} TimelineCounter
 * @typedef {{y: number, height: number, row: TimelineRow|null, counter: TimelineCounter|null, level: number}} TimelineLine
 *     a drawn line; the level is the nesting depth of its row
 * @typedef {{y: number, height: number, key: string, title: string, hint: string, note: string, rows: number, isOpen: boolean}} TimelineTitle
 * @typedef {{lines: TimelineLine[], titles: TimelineTitle[], height: number}} TimelineLayout
 */

export const timelineRowHeight = 19;
const timelineThinRow = 15;
const timelineCounterHeight = 42;
const timelineBetween = 9;
const timelineHeading = 19;
const timelineKinds = {
  STEPS: 'steps', STATE: 'state of a thread with steps', STEPPING_THREAD: 'thread with steps',
  SAMPLES: 'calls of a thread with steps, by samples', THREAD: 'thread', MACHINE: 'virtual machine', DEVICE: 'device',
  LANE: 'lane', TASKS: 'markers and tasks',
};

/**
 * Positions of all lines and titles, from the top. A closed track shows only its first row.
 * @param {TimelineModel} model
 * @param {Set<string>} closed keys of tracks
 * @param {boolean} isNarrow whether titles stand above their tracks, and not beside them
 * @returns {TimelineLayout}
 */
export function timelineLayout(model, closed, isNarrow) {
  /** @type {TimelineLine[]} */
  const lines = [];
  /** @type {TimelineTitle[]} */
  const titles = [];
  let y = timelineBetween / 2;
  const begin = () => {
    const top = y;
    if (isNarrow) y += timelineHeading;
    return top;
  };
  for (const track of model.tracks) {
    const key = `t${track.place}`;
    const isOpen = !closed.has(key);
    const top = begin();
    const height = track.kind === 'MACHINE' || track.kind === 'LANE' ? timelineThinRow : timelineRowHeight;
    let level = 0;
    for (const row of isOpen ? track.rows : track.rows.slice(0, 1)) {
      lines.push({y, height, row, counter: null, level: row.isNested && track.kind !== 'STEPS' ? level++ : 0});
      y += height;
    }
    titles.push({y: top, height: y - top, key, title: track.title, hint: timelineKinds[track.kind] ?? '', note: '', rows: track.rows.length, isOpen});
    y += timelineBetween;
  }
  for (const counter of model.counters) {
    const key = `c${counter.place}`;
    const isOpen = !closed.has(key);
    const top = begin();
    const height = isOpen ? timelineCounterHeight : timelineThinRow;
    lines.push({y, height, row: null, counter, level: 0});
    y += height;
    titles.push({y: top, height: y - top, key, title: counter.title, hint: 'counter',
      note: timelineRange(counter), rows: 2, isOpen});
    y += timelineBetween;
  }
  return {lines, titles, height: y};
}

/** @param {TimelineCounter} counter */
function timelineRange({lowest, highest}) {
  if (lowest > highest) return '';
  return lowest === highest ? formatNumber(lowest) : `${formatNumber(lowest)} – ${formatNumber(highest)}`;
}

/** Kinds of tracks that are open at first however many rows they have. */
const timelineOpenKinds = new Set(['STEPS', 'STATE', 'STEPPING_THREAD', 'SAMPLES']);

/**
 * Tracks that are initially closed: counters that never change, and, if there are many rows, tracks other than the
 * steps and their threads, the one with the most rows first.
 * @param {TimelineModel} model
 * @param {number} rows desired maximum number
 * @returns {Set<string>}
 */
export function timelineClosedAtFirst(model, rows) {
  const closed = new Set(model.counters.filter(counter => !(counter.lowest < counter.highest)).map(counter => `c${counter.place}`));
  let count = model.rows.length;
  const others = model.tracks.filter(track => !timelineOpenKinds.has(track.kind) && track.rows.length > 1);
  for (const track of others.sort((a, b) => b.rows.length - a.rows.length)) {
    if (count <= rows) break;
    closed.add(`t${track.place}`);
    count -= track.rows.length - 1;
  }
  return closed;
}

/**
 * The line at a height.
 * @param {TimelineLayout} layout
 * @param {number} y
 * @returns {TimelineLine|null}
 */
export function timelineLineAt(layout, y) {
  const at = timelineFirstLine(layout, y);
  const line = layout.lines[at];
  return line && line.y <= y ? line : null;
}

/**
 * The first line that reaches below a height.
 * @param {TimelineLayout} layout
 * @param {number} y
 */
export function timelineFirstLine(layout, y) {
  let low = 0;
  let high = layout.lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layout.lines[middle].y + layout.lines[middle].height > y) high = middle;
    else low = middle + 1;
  }
  return low;
}
