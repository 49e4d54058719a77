// @ts-check
import {canvasChart} from './canvas.js';
import {choiceButtons} from './choice.js';
import {clear, h} from './dom.js';
import {formatBytes, formatCount, formatCounted, formatTime, tickDistance} from './format.js';
import {shownReport} from './page.js';
import {cssColor} from './palette.js';
import {programNotRecorded} from './program.js';
import {sourceFrame} from './source.js';
import {dataTable} from './table.js';
import {aStep} from './whole.js';

/**
 * @typedef {{device: string, account: string, clean: boolean, categories: string[], moments: number, points: number[][],
 *     steps: number[][], stepsLeftOut: number, outOfMemory: number[][], outOfMemoryCount: number, peak: any, leaks: any,
 *     others?: MemoryData[], othersLeftOut?: number}} MemoryData
 *     a point is a time and the bytes of each category; a step its number, start and end, and the bytes at most and at its end, which
 *     earlier pages do not have; others are of other devices
 */

const MEMORY_MARGIN = {left: 72, right: 12, top: 24, bottom: 26};
const MEMORY_LEAST_NANOS = 10;

/**
 * The first and the last drawn instant, which cover the steps and all points.
 * @param {MemoryData} data
 * @returns {[number, number]}
 */
export function memoryRange(data) {
  const {points, steps} = data;
  const first = points.length ? Math.min(0, points[0][0]) : 0;
  const stepEnd = steps.reduce((latest, step) => Math.max(latest, step[2]), first);
  return [first, Math.max(stepEnd, points.length ? points[points.length - 1][0] : first, first + 1)];
}

/**
 * Index of the last point at or before a time, or -1.
 * @param {number[][]} points
 * @param {number} nanos
 */
export function memoryPointAt(points, nanos) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= nanos) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Sum of the bytes of the visible categories.
 * @param {number[]} point
 * @param {boolean[]} shown
 */
export function memoryTotal(point, shown) {
  return shown.reduce((sum, isShown, category) => sum + (isShown ? point[category + 1] : 0), 0);
}

/**
 * Maximum bytes at any instant of an interval.
 * @param {number[][]} points
 * @param {number} from
 * @param {number} to
 * @param {boolean[]} shown
 */
export function memoryMost(points, from, to, shown) {
  let most = 0;
  for (let i = Math.max(0, memoryPointAt(points, from)); i < points.length && points[i][0] <= to; i++) {
    most = Math.max(most, memoryTotal(points[i], shown));
  }
  return most;
}

/**
 * Maximum bytes of each step and bytes at its end; the end is unknown on pages of earlier versions with left out
 * points.
 * @param {MemoryData} data
 */
export function memorySteps(data) {
  const all = data.categories.map(() => true);
  const isWhole = data.moments === data.points.length;
  let before = /** @type {number|null} */ (null);
  return data.steps.map(([number, start, end, toldMost, toldEnd]) => {
    const last = memoryPointAt(data.points, end);
    const atEnd = toldEnd ?? (isWhole && last >= 0 ? memoryTotal(data.points[last], all) : null);
    const grown = atEnd !== null && before !== null ? atEnd - before : null;
    before = atEnd;
    return {number, start, end, most: toldMost ?? memoryMost(data.points, start, end, all), atEnd, grown};
  });
}

/**
 * Round byte counts up to one, a power of two apart.
 * @param {number} most
 */
export function memoryTicks(most) {
  const distance = 2 ** Math.ceil(Math.log2(Math.max(most, 6) / 6));
  return Array.from({length: Math.floor(most / distance) + 1}, (_, i) => i * distance);
}

/**
 * Each device that has memory, the default one first.
 * @param {MemoryData} data
 */
export function memoryDevices(data) {
  return [data, ...(data.others ?? [])];
}

/** @param {number} category */
function memoryColor(category) {
  return cssColor(`--memory-${category}`);
}

/** @param {number} number */
function memoryStepName(number) {
  return number < 0 ? '–' : `step ${number}`;
}

/**
 * The areas of the categories over time, with a cursor, zoom and a legend.
 * @param {HTMLElement} root
 * @param {MemoryData} data
 * @param {any} page
 */
function memoryChart(root, data, page) {
  const whole = memoryRange(data);
  const {points} = data;
  const shown = data.categories.map(() => true);
  /** @type {[number, number]} */
  let view = whole;
  /** @type {number|null} */
  let cursor = null;
  /** @type {number|null} where the pointer went down */
  let dragged = null;

  const legend = h('div', {class: 'memory-legend', role: 'group', 'aria-label': 'Categories of memory'});
  const place = h('div', {class: 'memory-chart'});
  const tip = h('div', {class: 'memory-tip', hidden: true});
  const all = h('button', {class: 'button', type: 'button', hidden: true, onclick: () => zoom(whole)}, 'Show all');
  const label = `Memory of ${data.device} over time, by category. Peak ${formatBytes(data.peak.bytes)}. `
    + 'Arrows move the cursor, w and s zoom, a and d move, p goes to the peak, 0 shows all.';
  const chart = canvasChart(place, {height: 280, label, draw, focus: true});
  const canvas = chart.canvas;
  place.append(tip);
  root.append(legend, place, h('p', {class: 'muted memory-hint'}, all, ` ${memoryHint(data)}`));

  data.categories.forEach((name, category) => {
    const button = h('button', {type: 'button', class: 'chip', 'aria-pressed': 'true',
      title: 'Show or hide; the figure is the value at the peak', onclick: () => {
        shown[category] = !shown[category];
        button.setAttribute('aria-pressed', String(shown[category]));
        chart.redraw();
      }}, memorySwatch(category), name, h('span', {class: 'muted number'}, formatBytes(data.peak.byCategory[category])));
    if (points.some(point => point[category + 1] > 0)) legend.append(button);
  });

  /** @param {number} width */
  function scaleOf(width) {
    const inner = Math.max(1, width - MEMORY_MARGIN.left - MEMORY_MARGIN.right);
    return {
      right: width - MEMORY_MARGIN.right,
      /** @param {number} nanos */
      x: nanos => MEMORY_MARGIN.left + (nanos - view[0]) / (view[1] - view[0]) * inner,
      /** @param {number} x */
      nanos: x => view[0] + Math.min(1, Math.max(0, (x - MEMORY_MARGIN.left) / inner)) * (view[1] - view[0]),
    };
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   * @param {number} height
   */
  function draw(ctx, width, height) {
    const scale = scaleOf(width);
    const floor = height - MEMORY_MARGIN.bottom;
    const top = memoryMost(points, view[0], view[1], shown) * 1.06 || 1;
    /** @param {number} bytes */
    const y = bytes => floor - bytes / top * (floor - MEMORY_MARGIN.top);
    ctx.font = '12px system-ui, sans-serif';
    drawAxes(ctx, scale, y, floor, top);
    ctx.save();
    ctx.beginPath();
    ctx.rect(MEMORY_MARGIN.left, 0, scale.right - MEMORY_MARGIN.left, floor);
    ctx.clip();
    drawAreas(ctx, scale, y);
    ctx.restore();
    drawSteps(ctx, scale, floor);
    drawMarks(ctx, scale, y, floor);
  }

  /** Draws the categories as stacked areas, each constant from point to point. */
  function drawAreas(/** @type {CanvasRenderingContext2D} */ ctx, /** @type {any} */ scale, /** @type {any} */ y) {
    const from = Math.max(0, memoryPointAt(points, view[0]));
    const to = memoryPointAt(points, view[1]);
    const lower = new Float64Array(Math.max(0, to - from + 1));
    data.categories.forEach((_, category) => {
      if (!shown[category]) return;
      const under = [];
      ctx.beginPath();
      for (let i = from; i <= to; i++) {
        const left = Math.max(scale.x(points[i][0]), MEMORY_MARGIN.left);
        const right = Math.min(scale.x(i + 1 < points.length ? points[i + 1][0] : whole[1]), scale.right);
        const base = y(lower[i - from]);
        under.push([right, base], [left, base]);
        lower[i - from] += points[i][category + 1];
        const edge = y(lower[i - from]);
        ctx.lineTo(left, edge);
        ctx.lineTo(right, edge);
      }
      for (let i = under.length - 2; i >= 0; i -= 2) {
        ctx.lineTo(under[i][0], under[i][1]);
        ctx.lineTo(under[i + 1][0], under[i + 1][1]);
      }
      ctx.fillStyle = memoryColor(category);
      ctx.fill();
    });
  }

  function drawAxes(/** @type {CanvasRenderingContext2D} */ ctx, /** @type {any} */ scale, /** @type {any} */ y,
    /** @type {number} */ floor, /** @type {number} */ top) {
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 1;
    ctx.textAlign = 'right';
    for (const bytes of memoryTicks(top)) {
      const line = Math.round(y(bytes)) + 0.5;
      ctx.strokeStyle = cssColor('--line');
      memoryLine(ctx, MEMORY_MARGIN.left, line, scale.right, line);
      ctx.fillStyle = cssColor('--soft');
      ctx.fillText(formatBytes(bytes), MEMORY_MARGIN.left - 8, line);
    }
    const distance = tickDistance(view[1] - view[0], Math.max(2, (scale.right - MEMORY_MARGIN.left) / 110));
    ctx.textAlign = 'center';
    // Multiplied: far from zero, adding a distance below a double's precision would loop forever.
    const first = Math.ceil(view[0] / distance);
    for (let i = 0; i < 60 && (first + i) * distance <= view[1]; i++) {
      const nanos = (first + i) * distance;
      const text = nanos === 0 ? '0' : formatTime(nanos);
      const half = ctx.measureText(text).width / 2;
      ctx.fillText(text, Math.min(scale.x(nanos), scale.right + MEMORY_MARGIN.right - half), floor + 15);
    }
  }

  /** Marks steps; if they are too narrow for their labels, only some, so that the chart stays visible. */
  function drawSteps(/** @type {CanvasRenderingContext2D} */ ctx, /** @type {any} */ scale, /** @type {number} */ floor) {
    let free = 0;
    ctx.textAlign = 'left';
    for (const [number, start, end] of data.steps) {
      const text = `step ${number}`;
      const left = Math.max(scale.x(start), MEMORY_MARGIN.left) + 4;
      const right = left + ctx.measureText(text).width;
      if (end < view[0] || start > view[1] || left < free || right > scale.right) continue;
      const x = Math.round(scale.x(start)) + 0.5;
      ctx.strokeStyle = cssColor('--faint');
      ctx.setLineDash([3, 3]);
      if (x >= MEMORY_MARGIN.left) memoryLine(ctx, x, MEMORY_MARGIN.top - 16, x, floor);
      ctx.setLineDash([]);
      ctx.fillStyle = cssColor('--soft');
      ctx.fillText(text, left, MEMORY_MARGIN.top - 12);
      free = right + 24;
    }
  }

  function drawMarks(/** @type {CanvasRenderingContext2D} */ ctx, /** @type {any} */ scale, /** @type {any} */ y,
    /** @type {number} */ floor) {
    for (const [nanos] of data.outOfMemory) {
      if (nanos < view[0] || nanos > view[1]) continue;
      const x = scale.x(nanos);
      ctx.strokeStyle = ctx.fillStyle = cssColor('--warn');
      memoryLine(ctx, x, MEMORY_MARGIN.top, x, floor);
      ctx.textAlign = x > scale.right - 100 ? 'right' : 'left';
      ctx.fillText(' out of memory ', x, MEMORY_MARGIN.top + 8);
    }
    const {peak} = data;
    if (peak.bytes > 0 && peak.nanos >= view[0] && peak.nanos <= view[1] && shown.every(each => each)) {
      const text = `peak ${formatBytes(peak.bytes)}`;
      ctx.font = '600 12px system-ui, sans-serif';
      const width = ctx.measureText(text).width;
      const x = scale.x(peak.nanos);
      const left = x + 12 + width > scale.right ? x - 12 - width : x + 8;
      ctx.fillStyle = cssColor('--card');
      ctx.fillRect(left - 3, y(peak.bytes) - 9, width + 6, 17);
      ctx.fillStyle = cssColor('--ink');
      ctx.textAlign = 'left';
      ctx.fillText(text, left, y(peak.bytes));
      ctx.beginPath();
      ctx.arc(x, y(peak.bytes), 4, 0, 2 * Math.PI);
      ctx.fill();
    }
    if (cursor !== null) {
      ctx.strokeStyle = cssColor('--ink');
      memoryLine(ctx, scale.x(cursor), MEMORY_MARGIN.top, scale.x(cursor), floor);
      if (dragged !== null) {
        ctx.globalAlpha = 0.15;
        ctx.fillStyle = cssColor('--accent');
        const ends = [scale.x(dragged), scale.x(cursor)].sort((a, b) => a - b);
        ctx.fillRect(ends[0], MEMORY_MARGIN.top, ends[1] - ends[0], floor - MEMORY_MARGIN.top);
        ctx.globalAlpha = 1;
      }
    }
  }

  /** @param {[number, number]} range */
  function zoom(range) {
    const length = Math.min(whole[1] - whole[0], Math.max(MEMORY_LEAST_NANOS, range[1] - range[0]));
    const start = Math.min(whole[1] - length, Math.max(whole[0], range[0]));
    view = [start, start + length];
    all.hidden = length === whole[1] - whole[0];
    chart.redraw();
  }

  /** @param {number|null} nanos */
  function pointTo(nanos) {
    cursor = nanos;
    const index = nanos === null ? -1 : memoryPointAt(points, nanos);
    tip.hidden = index < 0;
    if (nanos !== null && index >= 0) {
      tip.replaceChildren(...tipRows(nanos, points[index]));
      const x = scaleOf(canvas.clientWidth).x(nanos);
      const isRight = x + tip.offsetWidth + 20 > canvas.clientWidth;
      tip.style.left = `${Math.max(0, isRight ? x - tip.offsetWidth - 12 : x + 12)}px`;
    }
    chart.redraw();
  }

  /**
   * @param {number} nanos
   * @param {number[]} point
   */
  function tipRows(nanos, point) {
    const step = data.steps.find(([, start, end]) => start <= nanos && nanos < end);
    const rows = [h('div', {}, h('span', {}, formatTime(nanos)), h('span', {}, step ? `step ${step[0]}` : '')),
      h('div', {class: 'memory-sum'}, h('span', {}, 'in all'), h('span', {}, formatBytes(memoryTotal(point, shown))))];
    for (let category = data.categories.length - 1; category >= 0; category--) {
      if (shown[category] && point[category + 1] > 0) {
        rows.push(h('div', {}, h('span', {}, memorySwatch(category), data.categories[category]),
          h('span', {}, formatBytes(point[category + 1]))));
      }
    }
    return rows;
  }

  /** @param {PointerEvent} event */
  const nanosOf = event => scaleOf(canvas.clientWidth).nanos(event.clientX - canvas.getBoundingClientRect().left);
  canvas.addEventListener('pointermove', event => pointTo(nanosOf(event)));
  canvas.addEventListener('pointerleave', () => {
    if (dragged === null) pointTo(null);
  });
  canvas.addEventListener('pointerdown', event => {
    if (event.pointerType !== 'touch') {
      dragged = nanosOf(event);
      canvas.setPointerCapture(event.pointerId);
    }
  });
  canvas.addEventListener('pointerup', event => {
    const from = dragged;
    const to = nanosOf(event);
    dragged = null;
    if (from !== null && Math.abs(to - from) > (view[1] - view[0]) / 200) zoom([Math.min(from, to), Math.max(from, to)]);
    pointTo(to);
  });
  canvas.addEventListener('pointercancel', () => {
    dragged = null;
    pointTo(null);
  });
  canvas.addEventListener('dblclick', () => zoom(whole));
  canvas.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const length = view[1] - view[0];
    const middle = cursor ?? (view[0] + view[1]) / 2;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => look(Math.max(view[0], middle - length / 50)),
      ArrowRight: () => look(Math.min(view[1], middle + length / 50)),
      p: () => look(data.peak.nanos),
      w: () => zoom([middle - length / 4, middle + length / 4]),
      s: () => zoom([middle - length, middle + length]),
      a: () => zoom([view[0] - length / 4, view[1] - length / 4]),
      d: () => zoom([view[0] + length / 4, view[1] + length / 4]),
      0: () => zoom(whole),
    };
    const act = keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });

  /** @param {number} nanos */
  function look(nanos) {
    if (nanos < view[0] || nanos > view[1]) zoom(whole);
    pointTo(nanos);
    const point = points[memoryPointAt(points, nanos)];
    if (point) page.announce(`${formatTime(nanos)}: ${formatBytes(memoryTotal(point, shown))}`);
  }

  function select() {
    const selection = page.selection();
    zoom(selection.isAll ? whole : [selection.startNanos, selection.endNanos]);
  }
  page.on(['from', 'to'], select);
  select();
}

/** @param {number} category */
function memorySwatch(category) {
  const square = h('i', {class: 'swatch', 'aria-hidden': 'true'});
  square.style.setProperty('--color', `var(--memory-${category})`);
  return square;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function memoryLine(ctx, x1, y1, x2, y2) {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/**
 * Sentences about the parts that the chart leaves out.
 * @param {MemoryData} data
 */
export function memoryHint(data) {
  const said = [];
  if (data.moments > data.points.length) {
    said.push(`${formatCount(data.points.length)} of ${formatCount(data.moments)} moments are drawn, including the largest of each interval.`);
  }
  if (data.outOfMemoryCount > 0) said.push(`Out of memory: ${data.outOfMemoryCount}.`);
  if (data.stepsLeftOut > 0) said.push(`${data.stepsLeftOut} more steps are not marked.`);
  said.push('Drag to zoom, double-click to show all.');
  return said.join(' ');
}

/**
 * A sentence on the data that categories follow from, if no memory has a known one; else empty.
 * @param {MemoryData} data
 * @param {any} window
 */
export function memoryCategories(data, window) {
  const isKnown = data.points.some(point => data.categories.some((name, i) => name !== 'unknown' && point[i + 1] > 0));
  return isKnown ? '' : `Its categories are unknown: they follow from operations of PyTorch with ${programNotRecorded(window, 'shapes of inputs', 'shapes')}`
    + ` and ${programNotRecorded(window, 'call stacks', 'stacks')}.`;
}

/**
 * @param {MemoryData} data
 * @param {any} page
 */
function memoryTables(data, page) {
  const {peak, leaks} = data;
  const shownSteps = () => memorySteps(data).filter(step => page.selection().has(step.number));
  const steps = dataTable({
    label: 'Memory by step',
    columns: [
      {key: 'number', title: 'Step', number: true, value: row => row.number},
      {key: 'most', title: 'At most', number: true, value: row => row.most, cell: row => formatBytes(row.most)},
      {key: 'end', title: 'At its end', number: true, value: row => row.atEnd ?? -1, cell: row => (row.atEnd === null ? '–' : formatBytes(row.atEnd))},
      {key: 'grown', title: 'More than before', number: true, value: row => row.grown ?? 0,
        cell: row => (row.grown === null ? '–' : `${row.grown > 0 ? '+' : ''}${formatBytes(row.grown)}`)},
    ],
    rows: shownSteps(),
    sort: 'number',
    descending: false,
    limit: 10,
  });
  page.on(['from', 'to'], () => steps.update(shownSteps()));
  const grows = leaks.places.filter(place => place.retention === 'grows');
  return [
    memoryDetails('By step', steps.element, false),
    memoryDetails(`Largest at the peak: ${formatCount(peak.largest.length)}`, dataTable({
      label: 'Largest at the peak',
      columns: memoryKnown(peak.largest, [
        {key: 'bytes', title: 'Bytes', number: true, value: row => row.bytes, cell: row => formatBytes(row.bytes)},
        {key: 'category', title: 'Category', value: row => row.category},
        {key: 'since', title: 'Allocated in', value: row => (row.before ? 'before the window' : memoryStepName(row.step))},
        {key: 'path', title: 'Scopes', value: row => row.path},
        {key: 'stack', title: 'Call stack begins', value: row => row.stackTop, class: 'mono', cell: row => sourceFrame(row.stackTop)},
      ]),
      rows: peak.largest, sort: 'bytes', limit: 5,
    }).element, true),
    memoryDetails(`Open at the peak: ${formatCount(peak.scopes.length + peak.scopesLeftOut)} scopes`, dataTable({
      label: 'Steps and scopes that were open at the peak',
      columns: [
        {key: 'name', title: 'Scope', fixed: true, value: row => row.name, cell: row => memoryIndented(row)},
        {key: 'thread', title: 'Thread', fixed: true, value: row => row.thread},
        {key: 'since', title: 'Since', fixed: true, number: true, value: row => row.start, cell: row => formatTime(row.start)},
        {key: 'bytes', title: 'Allocated inside, alive', fixed: true, number: true, value: row => row.bytes, cell: row => formatBytes(row.bytes)},
        {key: 'count', title: 'Allocations', fixed: true, number: true, value: row => row.count, cell: row => formatCount(row.count)},
      ],
      rows: peak.scopes, limit: 20,
    }).element, false),
    memoryDetails(`Still alive at the end: ${formatBytes(leaks.bytes)}${grows.length ? `, ${formatCounted(grows.length, 'place grows', 'places grow')}` : ''}`, h('div', {},
      h('p', {class: 'muted'}, `Allocated in the window, on any device, and not freed in it. A place that grows allocated in step after step of the ${leaks.stepsOver}`
        + ' finished steps; memory of the last step may be freed by the next.'),
      dataTable({
        label: 'Still alive at the end',
        columns: memoryKnown(leaks.places, [
          {key: 'retention', title: 'How', value: row => row.retention},
          {key: 'perStep', title: `Bytes${aStep()}`, number: true, value: row => row.bytesPerStep, cell: row => formatBytes(row.bytesPerStep)},
          {key: 'bytes', title: 'Bytes', number: true, value: row => row.bytes, cell: row => formatBytes(row.bytes)},
          {key: 'count', title: 'Allocations', number: true, value: row => row.count, cell: row => formatCount(row.count)},
          {key: 'first', title: 'Since', value: row => memoryStepName(row.firstStep)},
          {key: 'path', title: 'Scopes', value: row => row.path},
          {key: 'stack', title: 'Call stack begins', value: row => row.stackTop, class: 'mono', cell: row => sourceFrame(row.stackTop)},
        ]),
        rows: leaks.places, limit: 10, rowClass: row => (row.retention === 'grows' ? 'memory-grows' : ''),
      }).element,
      leaks.leftOut ? h('p', {class: 'muted'}, `${formatCount(leaks.leftOut)} more places`) : null), grows.length > 0),
  ];
}

/**
 * The columns that have a value in any row: others, such as call stacks that were not recorded, are left out.
 * @param {any[]} rows
 * @param {import('./table.js').TableColumn[]} columns
 */
function memoryKnown(rows, columns) {
  return columns.filter(column => rows.length === 0 || rows.some(row => column.value(row) !== ''));
}

/** @param {any} row */
function memoryIndented(row) {
  const name = h('span', {}, row.name);
  name.style.paddingLeft = `${Math.min(row.depth, 12)}em`;
  return name;
}

/**
 * @param {string} title
 * @param {Node} content
 * @param {boolean} isOpen
 */
function memoryDetails(title, content, isOpen) {
  return h('details', {class: 'memory-part', open: isOpen}, h('summary', {}, title), content);
}

export const memorySection = {
  id: 'memory',
  title: 'Memory',
  order: 80,
  /**
   * @param {HTMLElement} root
   * @param {any} page
   */
  async render(root, page) {
    const bytes = await page.block('memory');
    if (!bytes) {
      if (!await page.isSummary(root, 'memory events')) page.notRecorded(root, programNotRecorded(page.window(), 'memory', 'memory'));
      return;
    }
    const devices = memoryDevices(shownReport(JSON.parse(new TextDecoder().decode(bytes))));
    const controls = h('div', {class: 'memory-devices'});
    const body = h('div', {});
    root.append(controls, body);
    // Ends the subscriptions of the previously shown device.
    /** @type {(() => void)[]} */
    const endings = [];
    const own = Object.assign(Object.create(page), {
      on: (/** @type {string[]} */ keys, /** @type {any} */ fn) => {
        endings.push(page.state.subscribe(keys, fn));
      },
    });
    page.endings.push(() => endings.splice(0).forEach(end => end()));
    const show = () => {
      endings.splice(0).forEach(end => end());
      const shown = devices.find(each => each.device === page.state.get('memory.device')) ?? devices[0];
      clear(controls);
      if (devices.length > 1) {
        controls.append(choiceButtons('Device', devices.map(each => ({
          value: each.device, text: `${each.device}, peak ${formatBytes(each.peak.bytes)}`})), shown.device, device => {
          page.state.set({'memory.device': device === devices[0].device ? '' : device});
          /** @type {HTMLElement|null} */ (controls.querySelector('[aria-pressed="true"]'))?.focus();
        }));
      }
      if (devices[0].othersLeftOut) controls.append(h('p', {class: 'muted'}, `${formatCount(devices[0].othersLeftOut)} more devices are not on the page.`));
      clear(body);
      this.renderDevice(body, shown, own);
    };
    page.on(['memory.device'], show);
    show();
  },
  /**
   * @param {HTMLElement} root
   * @param {MemoryData} data
   * @param {any} page
   */
  renderDevice(root, data, page) {
    const step = data.steps.find(([, start, end]) => start <= data.peak.nanos && data.peak.nanos < end);
    root.append(
      h('p', {}, h('strong', {}, `Peak ${formatBytes(data.peak.bytes)}`), ` of ${data.device}${step ? `, in step ${step[0]}` : ''}. `,
        h('span', {class: data.clean ? 'muted' : 'memory-odd'}, `Memory events: ${data.account}.`)));
    const needs = memoryCategories(data, page.window());
    if (needs) root.append(h('p', {class: 'muted'}, needs));
    memoryChart(root, data, page);
    root.append(...memoryTables(data, page));
  },
};
