// @ts-check
import {canvasChart} from './canvas.js';
import {h} from './dom.js';
import {formatCount, formatCounted, formatInstant, formatPercent, formatTime, tickDistance} from './format.js';
import {cssColor} from './palette.js';

const RUN_TOP = 12;
const RUN_HEIGHT = 150;
const RUN_AXIS = 22;
const RUN_LEFT = 64;

/**
 * The run of the shown window, or null if its steps are not known.
 * @param {import('./page.js').Page} page
 */
export function runOfWindow(page) {
  const {run} = page.window();
  const runs = page.report.runs ?? [];
  return runs.find(each => each.pid === run.pid && each.host === run.host) ?? (runs.length === 1 ? runs[0] : null);
}

/**
 * The highest duration drawn in full: one slow step must not flatten all others.
 * @param {{greatest: number[]}} chart
 * @param {{median: number, p90: number, max: number}} times
 */
export function runTop(chart, times) {
  const usual = 4 * Math.max(times.p90, times.median);
  return Math.max(1, Math.min(1.05 * Math.max(0, ...chart.greatest), usual));
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} width
 * @param {any} steps
 */
function drawRun(ctx, width, steps) {
  const {chart} = steps;
  const count = chart.first.length;
  const top = runTop(chart, steps.stepTime);
  const first = chart.first[0];
  const last = Math.max(first + 1, first + steps.steps);
  const x = number => RUN_LEFT + (number - first) / (last - first) * (width - RUN_LEFT - 4);
  const y = nanos => RUN_TOP + RUN_HEIGHT * (1 - Math.min(nanos, top) / top);
  const end = i => (i + 1 < count ? chart.first[i + 1] : last);
  ctx.font = '12px system-ui, sans-serif';
  ctx.fillStyle = cssColor('--tint');
  for (const window of steps.windows) ctx.fillRect(x(window.first), RUN_TOP, Math.max(2, x(window.last + 1) - x(window.first)), RUN_HEIGHT);
  ctx.fillStyle = cssColor('--phase-0');
  for (let i = 0; i < count; i++) {
    const from = x(chart.first[i]);
    const wide = Math.max(1, x(end(i)) - from - (width > 4 * count ? 1 : 0));
    ctx.globalAlpha = 0.35;
    ctx.fillRect(from, y(chart.greatest[i]), wide, y(0) - y(chart.greatest[i]));
    ctx.globalAlpha = 1;
    ctx.fillRect(from, y(chart.mean[i]), wide, y(0) - y(chart.mean[i]));
    if (chart.greatest[i] > top) {
      ctx.fillStyle = cssColor('--warn');
      ctx.fillRect(from, RUN_TOP - 4, Math.max(2, wide), 3);
      ctx.fillStyle = cssColor('--phase-0');
    }
  }
  ctx.fillStyle = cssColor('--faint');
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  const distance = tickDistance(top, 4);
  for (let nanos = 0; nanos <= top; nanos += distance) {
    ctx.fillText(formatInstant(nanos, distance, top), RUN_LEFT - 6, y(nanos));
    ctx.fillRect(RUN_LEFT, y(nanos), width - RUN_LEFT - 4, 0.5);
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  const steady = Math.max(1, Math.round(tickDistance(last - first, Math.max(1, width / 110))));
  for (let number = Math.ceil(first / steady) * steady; number < last; number += steady) {
    ctx.fillText(formatCount(number), x(number), RUN_TOP + RUN_HEIGHT + 6);
  }
}

/** @param {any} steps */
function runFigures(steps) {
  /** @type {[string, string][]} */
  const figures = [
    ['steps', formatCount(steps.steps)],
    ['in', formatTime(steps.nanos)],
    ['median step', formatTime(steps.stepTime.median)],
    ['P90', formatTime(steps.stepTime.p90)],
    ['P99', formatTime(steps.p99Nanos)],
    ['longest', formatTime(steps.stepTime.max)],
  ];
  if (steps.warmUpSteps > 0) figures.push(['steps of warm-up', formatCount(steps.warmUpSteps)]);
  if (steps.processorShare >= 0) figures.push(['on a processor', formatPercent(steps.processorShare)]);
  if (steps.pauseShare > 0) figures.push(['paused by the collector', formatPercent(steps.pauseShare)]);
  if (steps.inputShare > 0) figures.push(['waiting for batches', formatPercent(steps.inputShare)]);
  if (steps.profilerShare >= 0.01) figures.push(['between steps, in the profiler', formatTime(steps.profilerShare * steps.nanos)]);
  return h('dl', {class: 'figures'}, ...figures.map(([title, text]) => h('div', {}, h('dt', {}, title), h('dd', {}, text))));
}

export const runSection = {
  id: 'run', title: 'The whole run', nav: 'Run', order: 15,
  lead: 'Every step of the run, recorded or not; the windows of this report are shaded.',
  /** @param {import('./page.js').Page} page */
  isWanted: page => (page.report.runs ?? []).length > 0,
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    const run = runOfWindow(page);
    if (!run || run.steps.steps === 0) {
      page.absent(root, 'The steps of the run of this window are not known.');
      return;
    }
    const {steps} = run;
    const place = h('div', {class: 'run'});
    root.append(place);
    canvasChart(place, {
      height: RUN_TOP + RUN_HEIGHT + RUN_AXIS,
      label: `Durations of ${formatCount(steps.steps)} steps: median ${formatTime(steps.stepTime.median)}, longest ${formatTime(steps.stepTime.max)}`,
      draw: (ctx, width) => drawRun(ctx, width, steps),
    });
    root.append(runFigures(steps));
    if (steps.lostSteps > 0) root.append(h('p', {class: 'muted'}, `${formatCounted(steps.lostSteps, 'step is', 'steps are')} not in the ledger.`));
  },
};
