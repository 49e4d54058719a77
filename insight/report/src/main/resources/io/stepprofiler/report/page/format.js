// @ts-check

const formatBinary = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/**
 * A duration with three digits, as in all formats of the report.
 * @param {number} nanos
 */
export function formatTime(nanos) {
  const millis = nanos / 1e6;
  const size = Math.abs(millis);
  if (size >= 1000) return `${(millis / 1000).toFixed(2)} s`;
  if (size < 0.1) return `${(nanos / 1e3).toFixed(1)} µs`;
  return `${millis.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)} ms`;
}

/** @param {number} part of 1 */
export function formatPercent(part) {
  return `${(100 * part).toFixed(1)} %`;
}

/** @param {number} bytes */
export function formatBytes(bytes) {
  let unit = 0;
  let value = bytes;
  while (Math.abs(value) >= 1024 && unit < formatBinary.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || Math.abs(value) >= 100 ? Math.round(value) : value.toFixed(1)} ${formatBinary[unit]}`;
}

/**
 * A count with spaces between thousands.
 * @param {number} count
 */
export function formatCount(count) {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/**
 * Any other figure, with three digits unless it is whole.
 * @param {number} value
 */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return 'not a number';
  const size = Math.abs(value);
  if (size >= 1000) return formatCount(value);
  if (Number.isInteger(value)) return String(value);
  return size >= 100 ? value.toFixed(0) : size >= 0.001 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
}

/**
 * Round distances between ticks: 1, 2 or 5 times a power of ten.
 * @param {number} range
 * @param {number} most ticks
 */
export function tickDistance(range, most) {
  const power = 10 ** Math.floor(Math.log10(Math.max(range, 1e-12) / most));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => range / step <= most) ?? 10 * power;
}

/**
 * A text of a program as one line, without control characters, which could also reverse the direction of the text
 * around it.
 * @param {string} text
 */
export function oneLine(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, point =>
    [...Array(point.length).keys()].map(i => `\\u${point.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''));
}
