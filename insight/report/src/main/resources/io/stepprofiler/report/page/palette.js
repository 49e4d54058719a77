// @ts-check

export const PHASE = 'phase: ';
const paletteOther = '(other)';
/** End of the name of a phase that samples have found; the method has its colour, too. */
const paletteSampled = ' — by samples';
const palettePhases = 8;

/** Labels of the categories of a step other than phases; all but unaccounted time are hatched. */
const paletteLabels = {
  VM_PAUSE: 'paused by the virtual machine',
  DATA_WAIT: 'waiting for data',
  COMMUNICATION: 'communication',
  DEVICE_WAIT: 'waiting for a device',
  LOCK: 'waiting for a lock',
  SLEEP: 'sleeping',
  PARK: 'waiting for other threads',
  INPUT_OUTPUT: 'input and output',
  UNACCOUNTED: 'unaccounted',
};

/** @type {Map<string, number>} ranks of phases by time, the largest first */
let paletteRanks = new Map();
/** @type {Map<string, string>} */
const paletteResolved = new Map();

/**
 * Assigns colours to phases, in the order of their time.
 * @param {string[]} names
 */
export function rankPhases(names) {
  paletteRanks = new Map(names.filter(name => name !== paletteOther).map((name, i) => [name, i]));
}

/** Clears the cache of colours; called when the theme changes. */
export function forgetColors() {
  paletteResolved.clear();
}

/**
 * The value of a CSS variable in this theme.
 * @param {string} variable such as `--ink`
 */
export function cssColor(variable) {
  let color = paletteResolved.get(variable);
  if (color === undefined) {
    const probe = document.createElement('i');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    color = getComputedStyle(probe).color;
    probe.remove();
    paletteResolved.set(variable, color);
  }
  return color;
}

/**
 * Red, green and blue, from 0 to 255.
 * @param {string} color a computed style value
 * @returns {[number, number, number]}
 */
export function colorRgb(color) {
  const numbers = color.match(/[\d.]+/g) ?? [];
  const factor = color.startsWith('color(') ? 255 : 1;
  return [Number(numbers[0] ?? 0) * factor, Number(numbers[1] ?? 0) * factor, Number(numbers[2] ?? 0) * factor];
}

/** @param {string} part as in the columns of steps */
export function isWait(part) {
  return !part.startsWith(PHASE) && part !== 'UNACCOUNTED';
}

/** @param {string} part */
export function partLabel(part) {
  if (part === PHASE + paletteOther) return 'other phases';
  return part.startsWith(PHASE) ? part.slice(PHASE.length) : paletteLabels[part] ?? part.toLowerCase().replace(/_/g, ' ');
}

/**
 * The CSS variable with the colour of a part.
 * @param {string} part
 */
export function partVariable(part) {
  if (part === PHASE + paletteOther) return '--phase-other';
  if (part.startsWith(PHASE)) return phaseVariable(part.slice(PHASE.length));
  return `--wait-${part.toLowerCase().replace(/_/g, '-')}`;
}

/** @param {string} name */
function phaseVariable(name) {
  const rank = paletteRanks.get(name) ?? paletteRanks.get(name + paletteSampled);
  return `--phase-${rank === undefined ? paletteHash(name) % palettePhases : rank % palettePhases}`;
}

/** @param {string} name */
function paletteHash(name) {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0;
  return hash;
}

/** @param {string} part */
export function partColor(part) {
  return cssColor(partVariable(part));
}

/**
 * The colour of a scope or an operator, the same on the whole page; the phase's colour if it is a phase.
 * @param {string} name
 */
export function nameColor(name) {
  return cssColor(phaseVariable(name));
}

/**
 * A striped pattern for waits, which distinguishes them without colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} color
 * @returns {CanvasPattern|string}
 */
export function hatch(ctx, color) {
  const size = 6;
  const tile = document.createElement('canvas');
  const scale = Math.max(1, Math.round(devicePixelRatio || 1));
  tile.width = tile.height = size * scale;
  const pen = tile.getContext('2d');
  if (!pen) return color;
  pen.scale(scale, scale);
  pen.fillStyle = color;
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = cssColor('--hatch');
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1);
    pen.lineTo(shift + size + 1, -1);
  }
  pen.stroke();
  const pattern = ctx.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]));
  return pattern ?? color;
}

/**
 * A small square in the colour of a part, hatched if it is a wait.
 * @param {string} part
 */
export function swatch(part) {
  const square = document.createElement('i');
  square.className = isWait(part) ? 'swatch wait' : 'swatch';
  square.style.setProperty('--color', `var(${partVariable(part)})`);
  return square;
}
