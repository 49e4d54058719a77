// @ts-check
import {h} from './dom.js';

/**
 * Data of the page by its id; null if there is none.
 * @param {string} id
 */
export function embedded(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/**
 * Copies a text to the clipboard.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages opened from disk may not use the clipboard API.
    const area = /** @type {HTMLTextAreaElement} */ (h('textarea', {class: 'unseen', 'aria-hidden': 'true'}));
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

/**
 * A button that copies the page's Markdown.
 * @param {import('./page.js').Page} page
 */
export function copyButton(page) {
  const button = h('button', {class: 'button quiet', type: 'button', title: 'Copies the report for a pull request or a language model', onclick: async () => {
    await copyText(embedded('markdown') ?? '');
    button.textContent = 'Copied';
    page.announce('The report is copied as Markdown');
    setTimeout(() => {
      button.textContent = 'Copy Markdown';
    }, 1500);
  }}, 'Copy Markdown');
  return button;
}

/**
 * Saves a text as a file.
 * @param {string} content
 * @param {string} name of the file
 */
export function saveFile(content, name) {
  const url = URL.createObjectURL(new Blob([content], {type: 'application/json'}));
  const link = /** @type {HTMLAnchorElement} */ (h('a', {href: url, download: name}));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A button that saves the summary of the page. */
export function saveButton() {
  return h('button', {class: 'button quiet', type: 'button', title: 'Saves the summary, which stepprof reads',
    onclick: () => saveFile(document.getElementById('summary')?.textContent ?? '', 'summary.json')}, 'Save JSON');
}
