// @ts-check
import {colorRgb, cssColor, isWait, nameColor, partColor} from './palette.js';
import {formatTime} from './format.js';
import {TimelineRuns, timelinePeriod, timelineRuns, timelineFirstAfter, timelineSampleRuns} from './timeline-level.js';
import {timelineFirstLine} from './timeline-layout.js';

/**
 * @typedef {import('./timeline-data.js').TimelineModel} TimelineModel
 * @typedef {import('./timeline-layout.js').TimelineLayout} TimelineLayout
 * @typedef {import('./timeline-layout.js').TimelineLine} TimelineLine
 * @typedef {import('./timeline-view.js').TimelineView} TimelineView
 * @typedef {[number, number, number]} Rgb
 */

/** Shades by depth: deeper rows use the last but one; waits of threads without steps use the last. */
const timelineShades = 7;
const timelineQuiet = 0.62;
const timelineFaded = 0.82;
const timelineTextWidth = 26;
/** Maximum part of a wait that its name may cover. */
const timelineNamed = 0.72;
/** Distance of samples, in pixels, from which on they are ticks, and the width of a tick. */
const timelineTicked = 24;
const timelineTick = 3;
/** Minimum opacity of a pixel with an event, so that single short events are visible. */
const timelineLeastCover = 0.45;

/**
 * @param {Rgb} one
 * @param {Rgb} other
 * @param {number} part part of the other colour
 * @returns {Rgb}
 */
export function timelineMixed(one, other, part) {
  return /** @type {Rgb} */ ([0, 1, 2].map(i => one[i] + (other[i] - one[i]) * part));
}

/** @param {Rgb} rgb */
function timelinePixel([red, green, blue]) {
  return ((255 << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}

/** @param {Rgb} rgb as the eye sees it, from 0 to 1 */
function timelineLightness([red, green, blue]) {
  const linear = (/** @type {number} */ part) => (part / 255) ** 2.2;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/**
 * The shade of a label's colour: paler for nested events, and for waits of threads without steps, which delay nothing.
 * @param {TimelineLine} line
 * @param {boolean} isHatched
 */
function timelineShade(line, isHatched) {
  return isHatched && line.row?.track.kind === 'THREAD' ? timelineShades - 1 : Math.min(line.level, timelineShades - 2);
}

/**
 * A name cut in the middle: names that begin alike mostly differ at the end.
 * @param {string} name
 * @param {number} characters
 */
export function timelineCut(name, characters) {
  const tail = Math.floor(characters / 3);
  return `${name.slice(0, characters - tail)}…${tail > 0 ? name.slice(-tail) : ''}`;
}

/**
 * The last part of a qualified name of an operation, module or class.
 * @param {string} name
 */
export function timelineLastName(name) {
  return /^[\w$]+(?:(?:::|\.)[\w$]+)+$/.test(name) ? name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1) : name;
}

/** The colours of one theme by label and depth; labels that do not match the search are faded. */
class TimelineColors {
  /**
   * @param {TimelineModel} model
   * @param {Uint8Array|null} found by label
   */
  constructor(model, found) {
    const rgb = (/** @type {string} */ name) => colorRgb(cssColor(name));
    this.card = rgb('--card');
    const beside = timelineMixed(rgb('--faint'), this.card, 0.35);
    const steps = timelineMixed(rgb('--accent'), this.card, 0.78);
    const edge = rgb('--card');
    this.background = timelinePixel(this.card);
    this.steps = [timelinePixel(steps), timelinePixel(timelineMixed(steps, this.card, 0.45))];
    this.stepText = cssColor('--ink');
    const count = model.labels.length;
    this.hatched = new Uint8Array(count);
    this.faded = new Uint8Array(count);
    /** Red, green and blue of each label by depth, to be mixed. */
    this.parts = new Uint8Array(count * timelineShades * 3);
    this.pixels = new Uint32Array(count * timelineShades);
    this.edges = new Uint32Array(count * timelineShades);
    this.stripes = new Uint32Array(count * timelineShades);
    this.darkText = new Uint8Array(count * timelineShades);
    const bases = new Map();
    model.labels.forEach((label, i) => {
      const key = label.meaning || `${label.kind === 'VIRTUAL_MACHINE' || label.kind === 'PROFILER' ? ' ' : '='}${label.name}`;
      let base = bases.get(key);
      if (!base) {
        base = label.meaning ? colorRgb(partColor(label.meaning)) : key.startsWith(' ') ? beside : colorRgb(nameColor(label.name));
        bases.set(key, base);
      }
      this.hatched[i] = label.meaning && isWait(label.meaning) ? 1 : 0;
      this.faded[i] = found && !found[i] ? 1 : 0;
      for (let depth = 0; depth < timelineShades; depth++) {
        let color = timelineMixed(base, this.card, depth === timelineShades - 1 ? timelineQuiet : depth * 0.07);
        if (this.faded[i]) color = timelineMixed(color, this.card, timelineFaded);
        const at = i * timelineShades + depth;
        this.parts.set(color.map(Math.round), at * 3);
        this.pixels[at] = timelinePixel(color);
        this.edges[at] = timelinePixel(timelineMixed(color, edge, 0.55));
        this.stripes[at] = timelinePixel(timelineMixed(color, this.card, 0.42));
        this.darkText[at] = timelineLightness(color) > 0.24 ? 1 : 0;
      }
    });
  }
}

/**
 * Draws rows pixel by pixel, because tens of thousands of rectangles per frame are too slow on a canvas; then names,
 * markers and counters, which are few.
 */
export class TimelinePainter {
  /** @param {TimelineModel} model */
  constructor(model) {
    this.model = model;
    /** @type {TimelineColors|null} */
    this.colors = null;
    /** @type {Uint8Array|null} */
    this.found = null;
    this.runs = new TimelineRuns(0);
    /** Time between samples in units. */
    this.periods = new Map(model.tracks.filter(track => track.kind === 'SAMPLES').map(track => [track, timelinePeriod(model, track)]));
    this.line = new Uint32Array(0);
    /** @type {ImageData|null} */
    this.image = null;
    /** @type {Map<string, number>} */
    this.widths = new Map();
    this.font = '';
  }

  /** Discards the colours, which are computed again when needed. */
  forget() {
    this.colors = null;
  }

  /** @param {Uint8Array|null} found labels that are searched for */
  show(found) {
    this.found = found;
    this.colors = null;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {{view: TimelineView, left: number, width: number, height: number, top: number, layout: TimelineLayout,
   *     selected: TimelineView|null}} options left: where time begins in CSS pixels; top: how far the layout is
   *     scrolled; selected: everything outside is paler
   */
  draw(ctx, options) {
    const {view, left, width, height, top, layout} = options;
    this.colors ??= new TimelineColors(this.model, this.found);
    const scale = ctx.canvas.width / ctx.canvas.clientWidth || 1;
    const pixels = {left: Math.round(left * scale), width: Math.round(width * scale), height: Math.round(height * scale)};
    if (pixels.width < 1 || pixels.height < 1) return;
    if (!this.image || this.image.width !== pixels.width || this.image.height !== pixels.height) {
      this.image = new ImageData(pixels.width, pixels.height);
      this.line = new Uint32Array(pixels.width);
      this.runs = new TimelineRuns(pixels.width);
    }
    const data = new Uint32Array(this.image.data.buffer);
    data.fill(this.colors.background);
    const perPixel = (view.end - view.start) / pixels.width;
    /** @type {{line: TimelineLine, event: number, left: number, right: number, isBeside: boolean}[]} */
    const named = [];
    const lines = layout.lines;
    for (let i = timelineFirstLine(layout, top); i < lines.length && lines[i].y < top + height; i++) {
      const line = lines[i];
      if (!line.row) continue;
      timelineRuns(this.model, line.row, view.start, perPixel, pixels.width, this.runs);
      const period = this.periods.get(line.row.track);
      const isTicked = period !== undefined && period / perPixel >= timelineTicked * scale;
      if (period !== undefined) timelineSampleRuns(this.model, this.runs, isTicked ? Math.round(timelineTick * scale) : 0, view.start);
      this.paintRow(data, pixels, line, Math.round((line.y - top) * scale), Math.round((line.y - top + line.height - 1) * scale), scale);
      this.collectNames(line, scale, isTicked, named);
    }
    ctx.putImageData(this.image, pixels.left, 0);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, 0, width, height);
    ctx.clip();
    ctx.translate(left, 0);
    if (options.selected) this.shade(ctx, view, options.selected, width, height);
    this.drawNames(ctx, named, scale, top);
    for (let i = timelineFirstLine(layout, top); i < lines.length && lines[i].y < top + height; i++) {
      if (lines[i].counter) this.drawCounter(ctx, lines[i], view, width, lines[i].y - top);
    }
    ctx.restore();
  }

  /**
   * @param {Uint32Array} data
   * @param {{width: number, height: number}} pixels
   * @param {TimelineLine} line
   * @param {number} from first pixel line
   * @param {number} to behind the last
   * @param {number} scale
   */
  paintRow(data, pixels, line, from, to, scale) {
    const colors = /** @type {TimelineColors} */ (this.colors);
    const {runs, line: out} = this;
    const values = this.model.values;
    const isSteps = line.row?.track.kind === 'STEPS';
    const first = Math.max(from, 0);
    const last = Math.min(to, pixels.height);
    if (first >= last) return;
    out.fill(colors.background);
    let hasWaits = false;
    for (let i = 0; i < runs.size; i++) {
      const value = values[runs.events[i]];
      const left = runs.lefts[i];
      const right = runs.rights[i];
      if (isSteps) {
        out.fill(colors.steps[value & 1], left, right);
        continue;
      }
      const at = value * timelineShades + timelineShade(line, colors.hatched[value] === 1);
      if (right - left === 1 && runs.covers[i] < 1) {
        out[left] = this.thin(colors, at, runs.covers[i]);
        continue;
      }
      out.fill(colors.pixels[at], left, right);
      // Edges separate adjacent events.
      if (right - left > 2) out[right - 1] = colors.edges[at];
      hasWaits ||= colors.hatched[value] === 1;
    }
    for (let y = first; y < last; y++) data.set(out, y * pixels.width);
    if (!hasWaits) return;
    const stripe = Math.max(2, Math.round(2 * scale));
    for (let i = 0; i < runs.size; i++) {
      const value = values[runs.events[i]];
      const right = runs.rights[i] - 1;
      if (!colors.hatched[value] || right - runs.lefts[i] < 3) continue;
      const color = colors.stripes[value * timelineShades + timelineShade(line, true)];
      for (let y = first; y < last; y++) {
        const base = y * pixels.width;
        for (let x = runs.lefts[i]; x < right; x++) {
          if ((x + y) % (3 * stripe) < stripe) data[base + x] = color;
        }
      }
    }
  }

  /**
   * The colour of a pixel that events cover in part.
   * @param {TimelineColors} colors
   * @param {number} at
   * @param {number} cover
   */
  thin(colors, at, cover) {
    const part = Math.round(256 * (timelineLeastCover + (1 - timelineLeastCover) * Math.min(cover, 1)));
    const {parts, card} = colors;
    const red = (parts[3 * at] * part + card[0] * (256 - part)) >> 8;
    const green = (parts[3 * at + 1] * part + card[1] * (256 - part)) >> 8;
    const blue = (parts[3 * at + 2] * part + card[2] * (256 - part)) >> 8;
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }

  /**
   * @param {TimelineLine} line
   * @param {number} scale
   * @param {boolean} isTicked
   * @param {{line: TimelineLine, event: number, left: number, right: number, isBeside: boolean}[]} named
   */
  collectNames(line, scale, isTicked, named) {
    const runs = this.runs;
    const isTasks = line.row?.track.kind === 'TASKS';
    for (let i = 0; i < runs.size; i++) {
      const left = runs.lefts[i] / scale;
      let right = runs.rights[i] / scale;
      const isMarker = isTasks && this.model.labels[this.model.values[runs.events[i]]].kind === 'MARKER';
      // The name of an instant stands beside it, up to the next event.
      const isBeside = isMarker || isTicked;
      if (isBeside) right = i + 1 < runs.size ? runs.lefts[i + 1] / scale - 6 : this.line.length / scale;
      if (isMarker || right - left >= timelineTextWidth) named.push({line, event: runs.events[i], left, right, isBeside});
    }
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {{line: TimelineLine, event: number, left: number, right: number, isBeside: boolean}[]} named
   * @param {number} scale
   * @param {number} top
   */
  drawNames(ctx, named, scale, top) {
    const colors = /** @type {TimelineColors} */ (this.colors);
    const family = getComputedStyle(ctx.canvas).fontFamily;
    const font = `11.5px ${family}`;
    if (font !== this.font) {
      this.font = font;
      this.widths.clear();
    }
    ctx.font = font;
    ctx.textBaseline = 'middle';
    let fill = '';
    const pen = (/** @type {string} */ color) => {
      if (color !== fill) ctx.fillStyle = fill = color;
    };
    for (const {line, event, left, right, isBeside} of named) {
      const value = this.model.values[event];
      const middle = line.y - top + line.height / 2;
      if (line.row?.track.kind === 'STEPS') {
        pen(colors.stepText);
        this.write(ctx, right - left > 70 ? `step ${value}` : String(value), left + 5, right - 3, middle);
        continue;
      }
      const label = this.model.labels[value];
      if (isBeside) {
        if (label.kind === 'MARKER') {
          pen(nameColor(label.name));
          ctx.beginPath();
          ctx.moveTo(left, middle - 5);
          ctx.lineTo(left + 5, middle);
          ctx.lineTo(left, middle + 5);
          ctx.lineTo(left - 5, middle);
          ctx.fill();
        }
        pen(colors.stepText);
        if (right - left >= timelineTextWidth) this.write(ctx, label.name, left + 8, right, middle);
        continue;
      }
      if (colors.faded[value]) continue;
      const at = value * timelineShades + timelineShade(line, colors.hatched[value] === 1);
      const width = this.width(ctx, label.name);
      // The stripes of a wait stay visible.
      const room = (right - left - 8) * (colors.hatched[value] ? timelineNamed : 1);
      // A run of samples has no duration.
      const time = label.kind === 'SAMPLES' ? '' : formatTime((this.model.ends[event] - this.model.starts[event]) * this.model.unit);
      const isTimed = time !== '' && width + 8 + this.width(ctx, time) + 6 <= room;
      const ink = colors.darkText[at] ? '#10161f' : '#ffffff';
      if (colors.hatched[value] && room > 32) {
        // Plain background for a name on stripes.
        const parts = colors.parts;
        pen(`rgb(${parts[3 * at]} ${parts[3 * at + 1]} ${parts[3 * at + 2]})`);
        ctx.fillRect(left + 1, line.y - top, Math.min(isTimed ? width + this.width(ctx, time) + 18 : width + 8, room + 6), line.height - 1);
      }
      pen(ink);
      this.write(ctx, label.name, left + 5, left + 5 + room, middle);
      if (!isTimed) continue;
      ctx.globalAlpha = 0.72;
      ctx.fillText(time, left + 5 + width + 8, middle + 0.5);
      ctx.globalAlpha = 1;
    }
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} text
   */
  width(ctx, text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.widths.size > 20000) this.widths.clear();
      width = ctx.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }

  /**
   * Writes a name, shortened to the available room.
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} text
   * @param {number} left
   * @param {number} right
   * @param {number} middle
   */
  write(ctx, text, left, right, middle) {
    const room = right - left;
    // The last part of a qualified name is the most informative.
    const last = timelineLastName(text);
    for (const each of [text, last]) {
      if (this.width(ctx, each) > room) continue;
      ctx.fillText(each, left, middle + 0.5);
      return;
    }
    for (let characters = Math.floor((room / this.width(ctx, last)) * last.length); characters > 2; characters--) {
      const cut = timelineCut(last, characters);
      if (ctx.measureText(cut).width > room) continue;
      ctx.fillText(cut, left, middle + 0.5);
      return;
    }
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {TimelineView} view
   * @param {TimelineView} selected
   * @param {number} width
   * @param {number} height
   */
  shade(ctx, view, selected, width, height) {
    const place = (/** @type {number} */ time) => ((time - view.start) / (view.end - view.start)) * width;
    const [from, to] = [Math.min(Math.max(place(selected.start), 0), width), Math.min(Math.max(place(selected.end), 0), width)];
    ctx.globalAlpha = 0.7;
    ctx.fillStyle = cssColor('--card');
    ctx.fillRect(0, 0, from, height);
    ctx.fillRect(to, 0, width - to, height);
    ctx.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {TimelineLine} line
   * @param {TimelineView} view
   * @param {number} width
   * @param {number} y
   */
  drawCounter(ctx, line, view, width, y) {
    const counter = /** @type {import('./timeline-data.js').TimelineCounter} */ (line.counter);
    const {times, values} = counter;
    const lowest = Math.min(counter.lowest, 0);
    const range = Math.max(counter.highest - lowest, 1e-300);
    const bottom = y + line.height - 2;
    const place = (/** @type {number} */ time) => ((time - view.start) / (view.end - view.start)) * width;
    const level = (/** @type {number} */ value) => bottom - ((value - lowest) / range) * (line.height - 6);
    ctx.fillStyle = cssColor('--tint');
    ctx.strokeStyle = cssColor('--accent');
    ctx.lineWidth = 1.25;
    const fill = new Path2D();
    const stroke = new Path2D();
    let isOpen = false;
    let before = 0;
    const close = (/** @type {number} */ x) => {
      if (!isOpen) return;
      fill.lineTo(x, level(Math.max(lowest, 0)));
      isOpen = false;
    };
    // A value holds until the next one.
    let i = Math.max(timelineFirstAfter(times, 0, times.length, view.start) - 1, 0);
    for (; i < times.length && times[i] <= view.end; i++) {
      const x = place(times[i]);
      let [low, high] = [values[i], values[i]];
      while (i + 1 < times.length && place(times[i + 1]) < Math.floor(x) + 1) {
        i++;
        if (values[i] < low) low = values[i];
        if (values[i] > high) high = values[i];
      }
      const value = values[i];
      if (Number.isNaN(value)) {
        close(x);
        continue;
      }
      if (isOpen) {
        fill.lineTo(x, level(before));
        stroke.lineTo(x, level(before));
      } else {
        fill.moveTo(x, level(Math.max(lowest, 0)));
        stroke.moveTo(x, level(value));
      }
      if (high > low) {
        stroke.lineTo(x, level(high));
        stroke.lineTo(x, level(low));
      }
      fill.lineTo(x, level(value));
      stroke.lineTo(x, level(value));
      before = value;
      isOpen = true;
    }
    if (isOpen) {
      const until = i < times.length ? width : Math.min(place(this.model.end), width);
      fill.lineTo(until, level(before));
      stroke.lineTo(until, level(before));
      close(until);
    }
    ctx.fill(fill);
    ctx.stroke(stroke);
  }
}
