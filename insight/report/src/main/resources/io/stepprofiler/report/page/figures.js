// @ts-check
import {PHASE, isWait} from './palette.js';

/** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
const FIGURES_NORMAL = 1.4826;
const FIGURES_SLOW = 1.3;

/**
 * Quantiles of figures as the report defines them: the smallest value that the given part of all values does not
 * exceed.
 * @param {number[]} values
 */
export function distribution(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const quantile = part => (sorted.length === 0 ? 0 : sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]);
  return {
    count: sorted.length, min: quantile(0), p10: quantile(0.1), q1: quantile(0.25), median: quantile(0.5),
    q3: quantile(0.75), p90: quantile(0.9), max: quantile(1), sum: sorted.reduce((sum, value) => sum + value, 0),
  };
}

/**
 * The probability that chance alone orders two lists of figures at least so, by the test of Mann, Whitney and Wilcoxon.
 * @param {number[]} one
 * @param {number[]} other
 */
export function rankProbability(one, other) {
  const pairs = one.length * other.length;
  const wins = one.reduce((sum, a) => sum + other.reduce((more, b) => more + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0);
  const deviation = Math.sqrt(pairs * (one.length + other.length + 1) / 12);
  const z = Math.max(0, Math.abs(wins - pairs / 2) - 0.5) / Math.max(deviation, 1e-9);
  // Tail of the normal distribution, by the approximation 26.2.17 of Abramowitz and Stegun.
  const t = 1 / (1 + 0.2316419 * z);
  const tail = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI)
    * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, 2 * tail);
}

/**
 * Indexes of the steps that took much longer than the others, by the rule of the report.
 * @param {number[]} durations
 * @param {number} [median] median of all steps, if these are only some
 */
export function slowSteps(durations, median = distribution(durations).median) {
  const deviation = distribution(durations.map(value => Math.abs(value - median))).median;
  const bound = Math.max(median + 3 * FIGURES_NORMAL * deviation, FIGURES_SLOW * median);
  return durations.map((duration, i) => (duration > bound ? i : -1)).filter(i => i >= 0);
}

/**
 * The part of a step that exceeds its median over all steps most.
 * @param {Record<string, number[]>} parts
 * @param {number} index
 * @returns {{part: string, nanos: number}}
 */
export function slowCause(parts, index) {
  let cause = {part: '', nanos: 0};
  for (const [part, column] of Object.entries(parts)) {
    const nanos = column[index] - distribution(column).median;
    if (nanos > cause.nanos) cause = {part, nanos};
  }
  return cause;
}

/**
 * Parts in the order in which they are stacked: work at the bottom, the largest first, then waits, then unaccounted
 * time.
 * @param {Record<string, number[]>} parts
 */
export function stackOrder(parts) {
  const sums = Object.fromEntries(Object.entries(parts).map(([part, column]) => [part, column.reduce((sum, each) => sum + each, 0)]));
  const layer = part => (part.startsWith(PHASE) ? 0 : isWait(part) ? 1 : 2);
  return Object.keys(parts).filter(part => sums[part] > 0).sort((a, b) => layer(a) - layer(b) || sums[b] - sums[a]);
}
