// @ts-check
import {h} from './dom.js';

const SOURCE_KEY = 'stepprofiler.source';
const SOURCE_IDE = 'idea://open?file=/home/me/app/src/main/java/{file}&line={line}';
const SOURCE_SITE = 'https://github.com/me/app/blob/{commit}/src/main/java/{file}#L{line}';
/** Addresses that would run or contain something instead of opening a place. */
const SOURCE_REFUSED = new Set(['javascript:', 'vbscript:', 'data:', 'blob:']);

let sourceTemplate = '';
let sourceCommit = '';

/**
 * The file of a frame of Java, below the root of its sources, or of Python, and its line; null if it has none.
 * @param {string} frame such as `com.acme.Train.step(Train.java:42)` or `train.py(42): step`
 */
export function sourcePlace(frame) {
  const python = /^(\S.*\.py)\((\d+)\): /.exec(frame);
  if (python) return {file: python[1], line: python[2]};
  const java = /^(?:[^()]*\/)?([^()/]+)\(([^():/]+):(\d+)\)$/.exec(frame);
  return java && {file: [...java[1].split('.').slice(0, -2), java[2]].join('/'), line: java[3]};
}

/**
 * The address of a frame's source; empty if it is not known or not allowed.
 * @param {string} template with `{file}`, `{line}` and `{commit}`
 * @param {string} frame
 * @param {string} commit
 */
export function sourceAddress(template, frame, commit) {
  const place = sourcePlace(frame);
  if (!place || (commit === '' && template.includes('{commit}'))) return '';
  const values = {...place, commit};
  const text = template.trim().replace(/\{(file|line|commit)\}/g, (_, key) => values[key].split('/').map(encodeURIComponent).join('/'));
  try {
    const {protocol, href} = new URL(text);
    return SOURCE_REFUSED.has(protocol) ? '' : href;
  } catch {
    return '';
  }
}

/**
 * Sets the window of which frames are shown.
 * @param {any} window
 */
export function showSources(window) {
  sourceCommit = window.run.facts['launch.commit'] ?? '';
  try {
    sourceTemplate = localStorage.getItem(SOURCE_KEY) ?? sourceTemplate;
  } catch {
    // A page opened from disk may have no storage.
  }
}

/** @param {HTMLElement} link */
function sourceLinked(link) {
  const address = sourceAddress(sourceTemplate, link.textContent ?? '', sourceCommit);
  if (address === '') link.removeAttribute('href');
  else link.setAttribute('href', address);
  return link;
}

/**
 * A frame, which is a link to its source if the reader has set an address.
 * @param {string} frame
 */
export function sourceFrame(frame) {
  return sourceLinked(h('a', {class: 'frame', rel: 'noopener noreferrer'}, frame));
}

/** The reader's address of sources. */
export function sourceSettings() {
  const input = /** @type {HTMLInputElement} */ (h('input', {class: 'search', type: 'text', value: sourceTemplate, placeholder: SOURCE_IDE,
    'aria-label': 'Address of sources', spellcheck: 'false', oninput: () => {
      sourceTemplate = input.value;
      try {
        localStorage.setItem(SOURCE_KEY, sourceTemplate);
      } catch {
        // The address is kept until the page is closed.
      }
      document.querySelectorAll('a.frame').forEach(link => sourceLinked(/** @type {HTMLElement} */ (link)));
    }}));
  return h('details', {class: 'howto'}, h('summary', {}, 'Open frames in an editor or a repository'),
    h('div', {class: 'sources'}, input, h('p', {class: 'muted'}, 'An address such as ', h('code', {}, SOURCE_IDE), ' or ', h('code', {}, SOURCE_SITE),
      ' makes links of frames in open call stacks. {file} is the path of the source below its root, {line} the line, {commit} the commit of the program,'
      + ` which is ${sourceCommit === '' ? 'not known here' : `${sourceCommit.slice(0, 10)} here`}. Your browser remembers it.`)));
}
