// @ts-check
import {canvasChart} from './canvas.js';
import {choiceButtons} from './choice.js';
import {clear, h} from './dom.js';
import {FlamePalette, flameFamilies, flameIsWait, flameShortName} from './flame-color.js';
import {
  flameAround, flameAt, flameByFrame, flameFind, flameLefts, flameLevels, flameMatches, flameNeighbours, flamePath, flamePattern,
  flameReversed, flameTotals, flameVisit,
} from './flame-tree.js';
import {formatBytes, formatCounted, formatPercent, formatTime} from './format.js';
import {cssColor, hatch} from './palette.js';
import {dataTable} from './table.js';

/** @typedef {import('./flame-data.js').FlameTree} FlameTree */
/** @typedef {import('./flame-data.js').FlameFrames} FlameFrames */

/**
 * Model of a flame graph: a tree with weights, and for a difference the weights of the base. Both are means of a
 * step, or sums if there are no steps.
 * @typedef {{tree: FlameTree, frames: FlameFrames, self: Float64Array, base?: Float64Array, unit: 'ns'|'bytes', isPerStep: boolean,
 *     valueName?: string, baseName?: string, phases?: Set<string>}} FlameModel
 */

const flameRow = 20;
const flameFont = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const flameLeastWidth = 0.5;
const flameMostHeight = 620;
const flameFewestRows = 5;

/**
 * The name of the row of buttons that has the focus; empty if none in a place has it.
 * @param {HTMLElement} place
 */
function flameFocused(place) {
  const active = document.activeElement;
  return (place.contains(active) && active?.closest('.choice')?.getAttribute('aria-label')) || '';
}

/**
 * Restores the focus to a recreated row of buttons.
 * @param {HTMLElement} place
 * @param {string} label
 */
function flameFocus(place, label) {
  const pressed = label && [...place.querySelectorAll('.choice')].find(each => each.getAttribute('aria-label') === label)
    ?.querySelector('[aria-pressed="true"]');
  if (pressed instanceof HTMLElement) pressed.focus();
}

/**
 * A flame graph, or the difference of two, with search, zoom, the table of its frames, and the callers and callees of
 * the selected frame. The view is kept in the state under keys with a prefix.
 * @param {HTMLElement} root
 * @param {{label: string, prefix: string, state: {get: (key: string) => string, set: (patch: Record<string, string>) =>
 *     void}, announce: (text: string) => void}} options
 */
export function flameView(root, options) {
  const get = (/** @type {string} */ key) => options.state.get(`${options.prefix}.${key}`);
  const set = (/** @type {Record<string, string>} */ patch) => {
    options.state.set(Object.fromEntries(Object.entries(patch).map(([key, value]) => [`${options.prefix}.${key}`, value])));
  };
  /** @type {FlameModel|null} */
  let model = null;
  /** The drawn tree, rebuilt when the model or its orientation changes. */
  let tree = /** @type {FlameTree} */ (/** @type {any} */ (null));
  let self = new Float64Array(0);
  let totals = new Float64Array(0);
  let lefts = new Float64Array(0);
  let bases = new Float64Array(0);
  let values = new Float64Array(0);
  /** @type {string[]} */
  let families = [];
  let zoomed = 0;
  let selected = 0;
  let hovered = -1;
  let levels = 1;
  /** @type {Uint8Array|null} by frame */
  let found = null;
  /** @type {number[]} */
  let matches = [];
  /** @type {FlamePalette|null} */
  let palette = null;
  /** @type {Map<string, string|CanvasPattern>} */
  const hatched = new Map();

  const search = /** @type {HTMLInputElement} */ (h('input', {
    class: 'search', type: 'search', placeholder: 'Search frames, or /expression/', 'aria-label': 'Search frames',
    oninput: () => seek(search.value),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter') goToMatch(event.shiftKey ? -1 : 1);
    },
  }));
  const matched = h('output', {class: 'flamematched'});
  const buttons = h('div', {class: 'flamebuttons'});
  const legend = h('div', {class: 'flamelegend'});
  const tip = h('div', {class: 'flametip', role: 'tooltip', hidden: true});
  const space = h('div', {class: 'flamespace'});
  const scroll = h('div', {class: 'flamescroll', onscroll: () => chart.redraw()}, space);
  const graph = h('div', {class: 'flamegraph'}, scroll, tip);
  const twin = h('div', {class: 'flametwin', hidden: true});
  const neighbours = h('div', {class: 'flameneighbours'});
  const help = h('p', {class: 'flamehelp muted'},
    'Click zooms. With the graph focused: arrows move, Enter zooms, Esc or 0 resets, / searches, n and N go through the matches, '
    + 'i flips the graph, b shows it bottom up, t shows the table.');
  root.append(h('div', {class: 'flamebar'}, search, matched, buttons), legend, graph, twin, help, neighbours);

  const chart = canvasChart(space, {height: flameRow * flameFewestRows, label: options.label, draw, role: 'application', focus: true});
  const canvas = chart.canvas;
  canvas.classList.add('flamecanvas');
  canvas.addEventListener('pointermove', event => hover(nodeAt(event), event));
  canvas.addEventListener('pointerleave', () => hover(-1, null));
  canvas.addEventListener('click', event => {
    const node = nodeAt(event);
    if (node >= 0) choose(node, true);
  });
  canvas.addEventListener('keydown', onKey);
  canvas.addEventListener('focus', chart.redraw);
  canvas.addEventListener('blur', chart.redraw);
  const onTheme = () => {
    if (!canvas.isConnected) {
      document.removeEventListener('themechange', onTheme);
      return;
    }
    palette = null;
    hatched.clear();
  };
  // Runs before the chart's own listener draws.
  document.addEventListener('themechange', onTheme, {capture: true});

  const isUpward = () => get('up') !== '';
  const figureOf = (/** @type {number} */ weight) => (model?.unit === 'bytes' ? formatBytes(weight) : formatTime(weight));
  const amount = (/** @type {number} */ weight) => (model?.isPerStep ? `${figureOf(weight)} a step` : figureOf(weight));
  const sign = (/** @type {number} */ weight) => (weight > 0 ? '+' : weight < 0 ? '−' : '±');
  const signed = (/** @type {number} */ weight) => sign(weight) + amount(Math.abs(weight));
  const nameOf = (/** @type {number} */ node) => (node === 0 ? 'all' : model?.frames.names[tree.frame[node]] ?? '');

  /** @param {FlameModel} next */
  function show(next) {
    model = next;
    search.value = get('search');
    arrange();
  }

  function arrange() {
    if (!model) return;
    const sets = model.base ? [model.self, model.base] : [model.self];
    const isReversed = get('reversed') !== '';
    const drawn = isReversed ? flameReversed(model.tree, sets) : {tree: model.tree, sets};
    tree = drawn.tree;
    const own = Float64Array.from(drawn.sets[0]);
    values = flameTotals(tree, own);
    if (model.base) {
      const base = drawn.sets[1];
      bases = flameTotals(tree, base);
      const widths = get('widths') || 'change';
      self = widths === 'new' ? own : widths === 'base' ? Float64Array.from(base) : own.map((value, i) => Math.abs(value - base[i]));
    } else {
      bases = new Float64Array(0);
      self = own;
    }
    totals = flameTotals(tree, self);
    lefts = flameLefts(tree, totals);
    families = flameFamilies(tree, model.frames, model.phases ?? new Set());
    zoomed = flameFind(tree, get('zoom').split('.').filter(part => part !== '').map(Number));
    selected = zoomed;
    hovered = -1;
    seek(search.value);
    showButtons();
    showLegend();
    showTwin();
    resize();
    showNeighbours();
  }

  function resize() {
    levels = flameLevels(tree, totals, zoomed, flameLeastWidth / Math.max(320, canvas.clientWidth || 960));
    const height = Math.max(flameFewestRows, levels) * flameRow;
    space.style.height = `${height}px`;
    chart.setHeight(Math.min(height, flameMostHeight));
    scroll.scrollTop = isUpward() ? height : 0;
    chart.redraw();
  }

  function showButtons() {
    const focused = flameFocused(buttons);
    clear(buttons);
    const isTable = get('view') === 'table';
    search.hidden = isTable;
    matched.hidden = isTable;
    if (!isTable) {
      buttons.append(
        h('button', {class: 'button flamereset', type: 'button', hidden: zoomed === 0, onclick: reset}, 'Reset zoom'),
        choiceButtons('Direction', [{value: '', text: 'Icicle'}, {value: 'up', text: 'Flame'}], get('up'), turn),
        choiceButtons('Order', [
          {value: '', text: 'Top down', title: 'From threads to callees'},
          {value: 'yes', text: 'Bottom up', title: 'From the innermost frames to their callers'},
        ], get('reversed'), reverse));
    }
    buttons.append(choiceButtons('View', [{value: '', text: 'Graph'}, {value: 'table', text: 'Table'}], get('view'), view));
    graph.hidden = isTable;
    help.hidden = isTable;
    twin.hidden = !isTable;
    flameFocus(buttons, focused);
  }

  /** @param {string} value */
  function turn(value) {
    set({up: value});
    showButtons();
    resize();
  }

  /** @param {string} value */
  function reverse(value) {
    set({reversed: value, zoom: ''});
    arrange();
  }

  /** @param {string} value */
  function view(value) {
    set({view: value});
    showButtons();
    showTwin();
    if (value === '') resize();
  }

  function reset() {
    choose(0, true);
  }

  /** Explains the colours of a difference, and offers a choice of widths. */
  function showLegend() {
    const focused = flameFocused(legend);
    clear(legend);
    if (!model?.base) return;
    const names = {value: model.valueName ?? 'new', base: model.baseName ?? 'base'};
    legend.append(
      choiceButtons('Widths', [
        {value: '', text: 'Change', title: 'Widths are the sum of additions and savings'},
        {value: 'new', text: names.value},
        {value: 'base', text: names.base, title: 'Also shows what is gone'},
      ], get('widths'), value => {
        set({widths: value, zoom: ''});
        arrange();
      }),
      h('span', {}, h('i', {class: 'flamekey more'}), `more in ${names.value}`),
      h('span', {}, h('i', {class: 'flamekey less'}), 'less'),
      h('span', {}, h('i', {class: 'flamekey hatched'}), 'only in one of them'),
      h('b', {}, `${amount(bases[0])} → ${amount(values[0])}, ${signed(values[0] - bases[0])}`));
    flameFocus(legend, focused);
  }

  /** @param {string} text */
  function seek(text) {
    const pattern = flamePattern(text);
    set({search: text});
    found = pattern && model ? Uint8Array.from(model.frames.names, name => (pattern(name) ? 1 : 0)) : null;
    const result = found ? flameMatches(tree, totals, found) : {nodes: [], weight: 0};
    matches = result.nodes;
    matched.textContent = found ? `${formatPercent(totals[0] > 0 ? result.weight / totals[0] : 0)} matched` : '';
    chart.redraw();
  }

  /** @param {number} direction */
  function goToMatch(direction) {
    if (matches.length === 0) return;
    const next = direction > 0 ? matches.find(node => node > selected) ?? matches[0]
      : [...matches].reverse().find(node => node < selected) ?? matches[matches.length - 1];
    if (next < zoomed || next >= tree.end[zoomed]) zoomTo(0);
    choose(next, false);
  }

  /** @param {number} node */
  function zoomTo(node) {
    zoomed = node;
    set({zoom: flamePath(tree, node).join('.')});
    showButtons();
    resize();
  }

  /**
   * @param {number} node
   * @param {boolean} isZoom
   */
  function choose(node, isZoom) {
    selected = node;
    if (isZoom && node !== zoomed) zoomTo(node);
    options.announce(describe(node));
    showNeighbours();
    reveal(node);
    chart.redraw();
  }

  /** @param {number} node */
  function reveal(node) {
    const top = topOf(tree.depth[node]);
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + flameRow > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + flameRow - scroll.clientHeight;
  }

  /** @param {number} level */
  function topOf(level) {
    return isUpward() ? (Math.max(flameFewestRows, levels) - 1 - level) * flameRow : level * flameRow;
  }

  /** @param {number} node */
  function describe(node) {
    const parts = [nameOf(node)];
    if (model?.base) {
      parts.push(`${model.baseName ?? 'base'} ${amount(bases[node])}, ${model.valueName ?? 'new'} ${amount(values[node])}`,
        signed(values[node] - bases[node]));
    } else {
      parts.push(`${amount(totals[node])}, ${share(totals[node])}`, `self ${amount(self[node])}`);
    }
    return parts.join('; ');
  }

  /** @param {number} weight */
  function share(weight) {
    return formatPercent(totals[0] > 0 ? weight / totals[0] : 0);
  }

  /** @param {MouseEvent} event */
  function nodeAt(event) {
    if (!model) return -1;
    const box = canvas.getBoundingClientRect();
    const y = event.clientY - box.top + scroll.scrollTop;
    const row = Math.floor(y / flameRow);
    const level = isUpward() ? Math.max(flameFewestRows, levels) - 1 - row : row;
    return flameAt(tree, totals, lefts, zoomed, box.width, event.clientX - box.left, level);
  }

  /**
   * @param {number} node
   * @param {PointerEvent|null} event
   */
  function hover(node, event) {
    if (node !== hovered) {
      hovered = node;
      canvas.style.cursor = node >= 0 ? 'pointer' : '';
      chart.redraw();
      tip.hidden = node < 0;
      if (node >= 0) fillTip(node);
    }
    if (node < 0 || !event) return;
    const box = graph.getBoundingClientRect();
    const x = event.clientX - box.left;
    const left = x + 16 + tip.offsetWidth > box.width ? Math.max(0, x - 12 - tip.offsetWidth) : x + 16;
    tip.style.left = `${left}px`;
    tip.style.top = `${event.clientY - box.top + 18}px`;
  }

  /** @param {number} node */
  function fillTip(node) {
    clear(tip);
    tip.append(h('div', {class: 'flametipname'}, nameOf(node)));
    const lines = model?.base ? [
      [model.baseName ?? 'base', amount(bases[node])],
      [model.valueName ?? 'new', amount(values[node])],
      ['change', signed(values[node] - bases[node])],
    ] : [
      ['total', `${amount(totals[node])}, ${share(totals[node])}`],
      ['self', `${amount(self[node])}, ${share(self[node])}`],
    ];
    if (zoomed > 0 && !model?.base && totals[zoomed] > 0) lines.push(['of the zoomed', formatPercent(totals[node] / totals[zoomed])]);
    for (const [what, text] of lines) tip.append(h('div', {}, h('span', {class: 'muted'}, what), h('b', {}, text)));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !model) return;
    const first = isUpward() ? 'ArrowUp' : 'ArrowDown';
    const back = isUpward() ? 'ArrowDown' : 'ArrowUp';
    const actions = {
      [first]: () => goTo(largestChild(selected)),
      [back]: () => goTo(selected > 0 ? tree.parent[selected] : -1),
      ArrowRight: () => goTo(sibling(1)),
      ArrowLeft: () => goTo(sibling(-1)),
      Enter: () => choose(selected, true),
      Escape: reset,
      0: reset,
      '/': () => search.focus(),
      n: () => goToMatch(1),
      N: () => goToMatch(-1),
      i: () => turn(isUpward() ? '' : 'up'),
      b: () => reverse(get('reversed') ? '' : 'yes'),
      t: () => view('table'),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @param {number} node */
  function goTo(node) {
    if (node < 0) return;
    // Outside the zoomed stack only its ancestors are drawn.
    if (node < zoomed && !flameAround(tree, zoomed).includes(node)) return;
    choose(node, false);
  }

  /** @param {number} node */
  function largestChild(node) {
    const around = flameAround(tree, zoomed);
    if (node !== zoomed && around.includes(node)) return around[tree.depth[node] + 1];
    let largest = -1;
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
      if (totals[child] > 0 && (largest < 0 || totals[child] > totals[largest])) largest = child;
    }
    return largest;
  }

  /** @param {number} direction */
  function sibling(direction) {
    if (selected === 0 || tree.depth[selected] <= tree.depth[zoomed]) return -1;
    const parent = tree.parent[selected];
    const siblings = [];
    for (let child = parent + 1; child < tree.end[parent]; child = tree.end[child]) if (totals[child] > 0) siblings.push(child);
    return siblings[siblings.indexOf(selected) + direction] ?? -1;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {number} width
   * @param {number} height
   */
  function draw(ctx, width, height) {
    if (!model || graph.hidden) return;
    palette ??= new FlamePalette();
    const colors = palette;
    const {frames} = model;
    const offset = scroll.scrollTop;
    ctx.font = flameFont;
    ctx.textBaseline = 'middle';
    flameVisit(tree, totals, lefts, zoomed, width, flameLeastWidth, (node, level, left, right) => {
      const top = topOf(level) - offset;
      if (top > height || top + flameRow < 0) return;
      const frame = tree.frame[node];
      const kind = node === 0 ? 0 : frames.kinds[frame];
      const name = nameOf(node);
      const gap = right - left > 3 ? 1 : 0;
      const x = left;
      const span = Math.max(right - left - gap, 0.5);
      if (found && node > 0 && found[frame]) ctx.fillStyle = colors.found;
      else if (model?.base) ctx.fillStyle = changeFill(ctx, colors, node);
      else ctx.fillStyle = flameIsWait(kind) ? hatchOf(ctx, colors.frame(families[node], kind, name)) : colors.frame(families[node], kind, name);
      ctx.globalAlpha = node < zoomed || (found && !found[frame]) ? 0.5 : 1;
      ctx.fillRect(x, top, span, flameRow - 1);
      ctx.globalAlpha = 1;
      if (span > 24) {
        ctx.fillStyle = found && node > 0 && found[frame] ? cssColor('--flame-found-ink') : colors.ink;
        drawName(ctx, node === 0 ? allText() : name, kind, Math.max(x, 0) + 5, top + flameRow / 2, Math.min(span, width - x) - 9);
      }
      if (node === hovered || (node === selected && document.activeElement === canvas)) {
        ctx.strokeStyle = colors.ink;
        ctx.lineWidth = 1.5;
        ctx.strokeRect(x + 0.75, top + 0.75, Math.max(span - 1.5, 1), flameRow - 2.5);
      }
    });
  }

  function allText() {
    return model?.base ? `all: ${signed(values[0] - bases[0])}` : `all: ${amount(totals[0])}`;
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {FlamePalette} colors
   * @param {number} node
   */
  function changeFill(ctx, colors, node) {
    const color = colors.change(bases[node], values[node]);
    return (bases[node] === 0) === (values[node] === 0) ? color : hatchOf(ctx, color);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} color
   */
  function hatchOf(ctx, color) {
    let pattern = hatched.get(color);
    if (pattern === undefined) {
      pattern = hatch(ctx, color);
      hatched.set(color, pattern);
    }
    return pattern;
  }

  /**
   * Draws a name, shortened if necessary: without its package or path, else its beginning.
   * @param {CanvasRenderingContext2D} ctx
   * @param {string} name
   * @param {number} kind
   * @param {number} x
   * @param {number} y
   * @param {number} width
   */
  function drawName(ctx, name, kind, x, y, width) {
    const letter = 6.2;
    const isTooWide = (/** @type {string} */ each) => each.length * 2 * letter > width && ctx.measureText(each).width > width;
    let text = name;
    if (isTooWide(text)) text = flameShortName(name, kind);
    if (isTooWide(text)) {
      let length = Math.min(text.length, Math.floor(width / letter) + 2);
      while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > width) length--;
      if (length < 3) return;
      text = `${text.slice(0, length)}…`;
    }
    ctx.fillText(text, x, y);
  }

  function showTwin() {
    clear(twin);
    // Not built while it is hidden, as dragging over steps updates it often.
    if (!model || get('view') !== 'table') return;
    const {frames} = model;
    const isDifference = model.base !== undefined;
    const widths = flameByFrame(tree, self, totals, frames.names.length);
    const value = isDifference ? flameByFrame(tree, self, values, frames.names.length) : widths;
    const base = isDifference ? flameByFrame(tree, self, bases, frames.names.length) : widths;
    const rows = [];
    for (let frame = 0; frame < frames.names.length; frame++) {
      if (value.total[frame] > 0 || base.total[frame] > 0) rows.push(frame);
    }
    const name = {key: 'name', title: 'Frame', value: (/** @type {number} */ frame) => frames.names[frame],
      cell: (/** @type {number} */ frame) => h('button', {class: 'link', type: 'button', onclick: () => chooseFrame(frame)}, frames.names[frame])};
    const figure = (/** @type {string} */ key, /** @type {string} */ title, /** @type {ArrayLike<number>} */ weights, print = figureOf) =>
      ({key, title, number: true, value: (/** @type {number} */ frame) => weights[frame], cell: (/** @type {number} */ frame) => print(weights[frame])});
    const columns = isDifference ? [
      name,
      figure('base', `A step: ${model.baseName ?? 'base'}`, base.total),
      figure('value', model.valueName ?? 'new', value.total),
      figure('change', 'Change', value.total.map((each, i) => each - base.total[i]), weight => sign(weight) + figureOf(Math.abs(weight))),
    ] : [
      name,
      figure('self', `Self${model.isPerStep ? ' a step' : ''}`, widths.self),
      figure('selfshare', 'of all', widths.self, share),
      figure('total', `Total${model.isPerStep ? ' a step' : ''}`, widths.total),
      figure('totalshare', 'of all', widths.total, share),
    ];
    twin.append(dataTable({
      label: options.label, columns, rows, sort: isDifference ? 'change' : 'self', descending: true, search: 'Search frames', limit: 40,
    }).element);
  }

  /** @param {number} frame */
  function chooseFrame(frame) {
    let largest = -1;
    for (let node = 1; node < tree.size; node++) {
      if (tree.frame[node] === frame && (largest < 0 || totals[node] > totals[largest])) largest = node;
    }
    if (largest < 0) return;
    if (zoomed > 0 && (largest < zoomed || largest >= tree.end[zoomed])) zoomTo(0);
    choose(largest, false);
  }

  /** Shows the callers and callees of the selected frame in all stacks. */
  function showNeighbours() {
    clear(neighbours);
    if (!model || selected === 0) return;
    const {names} = model.frames;
    const frame = tree.frame[selected];
    const sums = flameByFrame(tree, self, totals, names.length);
    const {callers, callees} = flameNeighbours(tree, totals, frame);
    const isReversed = get('reversed') !== '';
    const list = (/** @type {string} */ title, /** @type {{frame: number, weight: number}[]} */ rows, /** @type {string} */ none) =>
      h('div', {}, h('h4', {}, title), rows.length === 0 ? h('p', {class: 'muted'}, none)
        : h('ul', {}, ...rows.slice(0, 12).map(row => neighbour(row, sums.total[frame])),
          rows.length > 12 && h('li', {class: 'muted'}, `and ${rows.length - 12} more`)));
    const itself = {frame: -2, weight: sums.self[frame]};
    neighbours.append(
      h('div', {class: 'flamechosen'}, h('b', {}, names[frame]),
        h('span', {class: 'muted'}, `${ofFrame(frame, sums.total[frame])} in ${formatCounted(sums.stacks[frame], 'stack')}`),
        h('button', {class: 'button', type: 'button', onclick: () => {
          search.value = names[frame];
          seek(names[frame]);
        }}, 'Mark all')),
      h('div', {class: 'flamesides'},
        list(isReversed ? 'Calls' : 'Called from', callers, 'Nothing around it'),
        list(isReversed ? 'Called from' : 'Calls', sums.self[frame] > 0 ? [itself, ...callees] : callees, 'Nothing inside')));
  }

  /**
   * @param {number} frame
   * @param {number} total
   */
  function ofFrame(frame, total) {
    if (!model?.base) return `${amount(total)}, ${share(total)}`;
    const count = model.frames.names.length;
    const base = flameByFrame(tree, self, bases, count).total[frame];
    const value = flameByFrame(tree, self, values, count).total[frame];
    return `${figureOf(base)} → ${amount(value)}, ${signed(value - base)}; below, ${get('widths') ? 'as wide as drawn' : 'added and saved together'},`;
  }

  /**
   * @param {{frame: number, weight: number}} row frame -1 means no caller, -2 the selected frame itself
   * @param {number} whole
   */
  function neighbour(row, whole) {
    const part = whole > 0 ? row.weight / whole : 0;
    const bar = h('i', {class: 'flamepart'});
    bar.style.width = `${Math.min(100, 100 * part)}%`;
    const name = row.frame === -1 ? h('span', {class: 'muted'}, 'no caller: outermost frame')
      : row.frame === -2 ? h('span', {class: 'muted'}, 'self')
        : h('button', {class: 'link', type: 'button', onclick: () => chooseFrame(row.frame)}, model?.frames.names[row.frame] ?? '');
    return h('li', {}, h('span', {class: 'flamepartplace'}, bar), h('span', {class: 'number'}, amount(row.weight)),
      h('span', {class: 'number muted'}, formatPercent(part)), name);
  }

  return {show};
}
