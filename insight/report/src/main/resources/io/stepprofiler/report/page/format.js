// @ts-check

const formatTimes = ['ns', 'µs', 'ms', 's'];
const formatBinary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** @param {number} size */
function formatDigits(size) {
  return size.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

/**
 * A value with three digits and the largest unit in which it is 1 or more, by the rules of Java's Amount; without
 * decimals if it is whole in the first unit.
 * @param {number} value
 * @param {number} step from one unit to the next
 * @param {string[]} units
 */
export function formatScaled(value, step, units) {
  let unit = 0;
  let size = Math.abs(value);
  while (size >= step - 0.5 && unit < units.length - 1) {
    size /= step;
    unit++;
  }
  return `${value < 0 ? '-' : ''}${unit === 0 && Number.isInteger(size) ? size : formatDigits(size)} ${units[unit]}`;
}

/** @param {number} nanos */
export function formatTime(nanos) {
  return formatScaled(nanos, 1000, formatTimes);
}

/** @param {number} nanos */
export function formatTimeChange(nanos) {
  return (nanos < 0 ? '' : '+') + formatTime(nanos);
}

/** @param {number} bytes */
export function formatBytes(bytes) {
  return formatScaled(bytes, 1024, formatBinary);
}

/** @param {number} bytesPerNano which are GB/s */
export function formatBandwidth(bytesPerNano) {
  return `${formatDigits(bytesPerNano)} GB/s`;
}

/** @param {number} part of 1 */
export function formatPercent(part) {
  return `${(100 * part).toFixed(1)} %`;
}

/** @param {number} part of 1 */
export function formatPercentChange(part) {
  return (part < 0 ? '' : '+') + formatPercent(part);
}

/**
 * An instant of an axis with the precision of a distance, in the unit that suits the latest instant.
 * @param {number} nanos
 * @param {number} distance
 * @param {number} latest
 */
export function formatInstant(nanos, distance, latest) {
  if (nanos === 0) return '0';
  const [unit, name] = latest >= 1e9 ? [1e9, 's'] : latest >= 1e6 ? [1e6, 'ms'] : [1e3, 'µs'];
  const digits = Math.max(0, Math.ceil(Math.log10(unit / distance) - 1e-9));
  return `${(nanos / unit).toFixed(digits)} ${name}`;
}

/**
 * A count with spaces between thousands.
 * @param {number} count
 */
export function formatCount(count) {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/**
 * A number of things, such as "1 step" or "3 steps".
 * @param {number} count
 * @param {string} one
 * @param {string} [several]
 */
export function formatCounted(count, one, several = `${one}s`) {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
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
