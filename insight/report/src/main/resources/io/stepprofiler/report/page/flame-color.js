// @ts-check
import {flameKinds} from './flame-data.js';
import {PHASE, colorRgb, cssColor, partVariable} from './palette.js';

/** @typedef {import('./flame-data.js').FlameTree} FlameTree */
/** @typedef {import('./flame-data.js').FlameFrames} FlameFrames */

/**
 * The category of a step to which a wait belongs.
 * @param {number} kind
 * @param {string} name
 */
export function flameWaitPart(kind, name) {
  if (kind === flameKinds.dataLoading) return 'DATA_WAIT';
  if (kind === flameKinds.communication) return 'COMMUNICATION';
  if (name.startsWith('Allocation stall') || name === 'System.gc()') return 'VM_PAUSE';
  if (name.startsWith('Monitor enter')) return 'LOCK';
  if (name.startsWith('Sleep')) return 'SLEEP';
  return /^(File|Socket) /.test(name) ? 'INPUT_OUTPUT' : 'PARK';
}

/** @param {number} kind */
export function flameIsWait(kind) {
  return kind === flameKinds.wait || kind === flameKinds.dataLoading || kind === flameKinds.communication;
}

/**
 * The names that determine colours: for a scope its phase, so that phases look as in the strip of steps; for a method
 * its package.
 * @param {FlameTree} tree
 * @param {FlameFrames} frames
 * @param {Set<string>} phases
 * @returns {string[]} by node
 */
export function flameFamilies(tree, frames, phases) {
  const families = [''];
  for (let node = 1; node < tree.size; node++) {
    const name = frames.names[tree.frame[node]];
    const kind = frames.kinds[tree.frame[node]];
    const around = families[tree.parent[node]];
    if (kind >= flameKinds.method) families.push(`package ${flamePackage(name)}`);
    else if (phases.has(name)) families.push(`phase ${name}`);
    else families.push(around.startsWith('phase ') ? around : `scope ${name}`);
  }
  return families;
}

/**
 * The first parts of the package of a method, which identify a library.
 * @param {string} method
 */
export function flamePackage(method) {
  const parts = method.split('.');
  return parts.slice(0, Math.max(1, Math.min(3, parts.length - 2))).join('.');
}

/**
 * A method without its package, a module without its path, any other frame unchanged.
 * @param {string} name
 * @param {number} kind
 */
export function flameShortName(name, kind) {
  if (kind === flameKinds.module) return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
  if (kind < flameKinds.method || kind === flameKinds.leftOut) return name;
  const method = name.lastIndexOf('.');
  const type = name.lastIndexOf('.', method - 1);
  return name.slice(type + 1);
}

/** @param {string} text */
export function flameHash(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/**
 * @param {number[]} one
 * @param {number[]} other
 * @param {number} part of the first
 */
export function flameMix(one, other, part) {
  return one.map((value, i) => Math.round(value * part + other[i] * (1 - part)));
}

/** Colours of frames in the present theme. */
export class FlamePalette {
  constructor() {
    /** @type {Map<string, string>} */
    this.known = new Map();
    this.card = colorRgb(cssColor('--card'));
    this.ink = cssColor('--ink');
    this.red = colorRgb(cssColor('--flame-more'));
    this.blue = colorRgb(cssColor('--flame-less'));
    this.neutral = colorRgb(cssColor('--flame-same'));
    this.found = cssColor('--flame-found');
  }

  /**
   * @param {string} family
   * @param {number} kind
   * @param {string} name
   */
  frame(family, kind, name) {
    const key = `${family} ${kind} ${name}`;
    let color = this.known.get(key);
    if (color === undefined) {
      color = `rgb(${this.mixed(family, kind, name).join(' ')})`;
      this.known.set(key, color);
    }
    return color;
  }

  /**
   * @param {string} family
   * @param {number} kind
   * @param {string} name
   */
  mixed(family, kind, name) {
    if (kind === flameKinds.leftOut || kind === flameKinds.nativeMethod || kind <= flameKinds.thread) return this.neutral;
    if (flameIsWait(kind)) return flameMix(colorRgb(cssColor(partVariable(flameWaitPart(kind, name)))), this.card, 0.55);
    // Neighbours of one family differ in lightness.
    const shade = (flameHash(name) % 7 - 3) * 0.03;
    if (kind === flameKinds.libraryMethod) return flameMix(this.neutral, this.card, 0.75 + shade);
    const base = colorRgb(cssColor(partVariable(PHASE + family.slice(family.indexOf(' ') + 1))));
    return flameMix(base, this.card, (kind >= flameKinds.method ? 0.4 : 0.52) + shade);
  }

  /**
   * The colour of a stack in a difference: the redder, the more it has grown, the bluer, the more it has shrunk.
   * @param {number} base
   * @param {number} value
   */
  change(base, value) {
    const most = Math.max(base, value);
    const part = most > 0 ? (value - base) / most : 0;
    const strength = Math.abs(part) ** 0.8 * 0.8;
    return `rgb(${flameMix(part > 0 ? this.red : this.blue, flameMix(this.neutral, this.card, 0.7), strength).join(' ')})`;
  }
}
