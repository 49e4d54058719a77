// @ts-check
import {clear, h, icon} from './dom.js';
import {environmentSection} from './environment.js';
import {flameSection} from './flame.js';
import {renderHeading, stepRange, windowName} from './heading.js';
import {machineSection} from './machine.js';
import {memorySection} from './memory.js';
import {modulesSection} from './modules.js';
import {operatorsSection} from './operators.js';
import {Page, shownReport} from './page.js';
import {forgetColors, rankPhases} from './palette.js';
import {PageState} from './state.js';
import {stepsSection} from './strip.js';
import {timelineSection} from './timeline.js';
import {copyText, verdictSection} from './verdict.js';
import {whereSection} from './where.js';
import {windowsSection} from './windows.js';

/**
 * @typedef {{id: string, title: string, order: number, nav?: string, lead?: string, isWanted?: (page: Page) => boolean,
 *     render: (root: HTMLElement, page: Page) => (void|Promise<void>)}} Section
 */

/** @type {Section[]} */
export const SECTIONS = [
  windowsSection,
  verdictSection,
  stepsSection,
  whereSection,
  timelineSection,
  flameSection,
  operatorsSection,
  modulesSection,
  memorySection,
  machineSection,
  environmentSection,
];

/** Those that are printed. */
const MAIN_PRINTED = new Set(['windows', 'verdict', 'steps', 'where']);
const MAIN_THEMES = ['', 'light', 'dark'];
const MAIN_THEME_NAMES = {'': 'Theme: system', light: 'Theme: light', dark: 'Theme: dark'};
const MAIN_THEME_ICONS = {
  '': 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.6v10.8A5.4 5.4 0 0 0 8 2.6z',
  light: 'M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM7.2 0h1.6v2.6H7.2zm0 13.4h1.6V16H7.2zM0 7.2h2.6v1.6H0zm13.4 0H16v1.6h-2.6zM1.8 2.9l1.1-1.1 1.8 1.8-1.1 1.1zm9.5 9.5 1.1-1.1 1.8 1.8-1.1 1.1zM13.1 1.8l1.1 1.1-1.8 1.8-1.1-1.1zM3.6 11.3l1.1 1.1-1.8 1.8-1.1-1.1z',
  dark: 'M6.2 1.3a6.9 6.9 0 1 0 8.5 8.5A5.6 5.6 0 0 1 6.2 1.3z',
};
const MAIN_LOGO = 'M1 14.5h3.4V9H1zm5.3 0h3.4v-9H6.3zm5.3 0H15v-13h-3.4z';

/** @param {string} id */
function embedded(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/** @param {PageState} state */
function themeButton(state) {
  const button = h('button', {class: 'button quiet', type: 'button', onclick: () => {
    const next = MAIN_THEMES[(MAIN_THEMES.indexOf(stored()) + 1) % MAIN_THEMES.length];
    try {
      localStorage.setItem('stepprofiler.theme', next);
    } catch {
      // A page that is opened from a disk may have no storage; the hash has it.
    }
    state.set({theme: next});
    // The hash may have had none, and has none now.
    if (stored() !== next) apply(next);
  }});
  // The reader goes to another address of the page.
  state.subscribe(['theme'], () => apply(state.get('theme')));
  const stored = () => document.documentElement.dataset.theme ?? '';

  /** @param {string} theme */
  function apply(theme) {
    if (theme === '') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.replaceChildren(icon(MAIN_THEME_ICONS[theme]));
    button.setAttribute('aria-label', MAIN_THEME_NAMES[theme]);
    button.title = MAIN_THEME_NAMES[theme];
    forgetColors();
    document.dispatchEvent(new Event('themechange'));
  }

  apply(stored());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(stored()));
  // Paper is white, and cannot be opened.
  let onScreen = '';
  addEventListener('beforeprint', () => {
    document.querySelectorAll('#verdict details').forEach(each => each.setAttribute('open', ''));
    onScreen = stored();
    apply('light');
  });
  addEventListener('afterprint', () => apply(onScreen));
  return button;
}

/** @param {Page} page */
function windowSwitch(page) {
  const {windows} = page.report;
  if (windows.length < 2) return null;
  const select = /** @type {HTMLSelectElement} */ (h('select', {class: 'button', 'aria-label': 'Window', onchange: () =>
    page.state.set({window: select.value === '0' ? '' : select.value, from: '', to: '', zoom: ''})},
    ...windows.map((window, i) => h('option', {value: i}, windowName(window)))));
  page.state.subscribe(['window'], () => {
    select.value = String(page.windowIndex());
  });
  select.value = String(page.windowIndex());
  return select;
}

/** @param {Page} page */
function selectionChip(page) {
  const chip = h('button', {class: 'chip selectionchip', type: 'button', hidden: true, onclick: () => page.clearSelection()});
  const update = () => {
    const selection = page.selection();
    chip.hidden = selection.isAll;
    chip.textContent = `${stepRange({numbers: [selection.from, selection.to]})} ✕`;
    chip.setAttribute('aria-label', `Only ${stepRange({numbers: [selection.from, selection.to]})} are shown: show all`);
  };
  page.state.subscribe(['from', 'to', 'window'], update);
  update();
  return chip;
}

/** @param {Page} page */
function copyButton(page) {
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

function saveButton() {
  return h('button', {class: 'button quiet', type: 'button', title: 'Saves the summary, which stepprof reads', onclick: () => {
    const url = URL.createObjectURL(new Blob([document.getElementById('summary')?.textContent ?? ''], {type: 'application/json'}));
    const link = /** @type {HTMLAnchorElement} */ (h('a', {href: url, download: 'summary.json'}));
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }}, 'Save JSON');
}

/**
 * @param {Page} page
 * @param {Section[]} sections
 */
function topBar(page, sections) {
  const nav = h('nav', {'aria-label': 'Sections'}, ...sections.map(section =>
    h('a', {href: `#${section.id}`, onclick: event => {
      event.preventDefault();
      page.goTo(section.id);
    }}, section.nav ?? section.title)));
  return [h('span', {class: 'brand'}, icon(MAIN_LOGO), h('span', {}, 'Step Profiler')), nav, selectionChip(page),
    h('span', {class: 'tools'}, windowSwitch(page), themeButton(page.state))];
}

/**
 * @param {Section} section
 * @param {HTMLElement} root
 * @param {Page} page
 */
async function renderSection(section, root, page) {
  try {
    await section.render(root, page);
  } catch (failure) {
    // One section that cannot be drawn takes no other with it; tests look for errors.
    console.error(failure);
    page.absent(root, `This section could not be drawn: ${failure instanceof Error ? failure.message : failure}`);
  }
}

/**
 * @param {HTMLElement} main
 * @param {Page} page
 * @param {Section[]} sections
 */
function renderWindow(main, page, sections) {
  page.endSubscriptions();
  const window = page.window();
  rankPhases(window.parts.filter(part => part.category === 'PHASE').map(part => part.name));
  clear(main);
  const heading = h('header', {class: 'heading'});
  main.append(heading);
  heading.append(h('span', {class: 'takeaway'}, copyButton(page), saveButton()));
  renderHeading(heading, page);
  for (const section of sections) {
    const body = h('div', {class: 'sectionbody'});
    main.append(h('section', {id: section.id, class: MAIN_PRINTED.has(section.id) ? 'section' : 'section screen', tabindex: -1, 'aria-labelledby': `${section.id}-title`},
      h('header', {}, h('h2', {id: `${section.id}-title`}, section.title), section.lead ? h('p', {}, section.lead) : null), body));
    void renderSection(section, body, page);
  }
  document.dispatchEvent(new Event('windowrendered'));
}

function start() {
  const state = new PageState(location.hash, hash => {
    history.replaceState(null, '', hash === '' ? `${location.pathname}${location.search}` : `#${hash}`);
  });
  const page = new Page(shownReport(embedded('summary')), state);
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
  if (page.report.windows.length === 0) {
    main.append(h('h1', {class: 'heading'}, 'Step Profiler'), h('p', {class: 'absent'}, 'This report has no window: nothing was recorded.'));
    return;
  }
  const sections = SECTIONS.filter(section => section.isWanted?.(page) ?? true).sort((a, b) => a.order - b.order);
  bar.append(...topBar(page, sections));
  const render = () => renderWindow(main, page, sections);
  state.subscribe(['window'], render);
  addEventListener('hashchange', () => {
    // A link to an element is none to a state.
    if (location.hash === '' || location.hash.includes('=')) state.replace(location.hash);
  });
  document.querySelector('.skip')?.addEventListener('click', event => {
    // The hash is the state of the page.
    event.preventDefault();
    page.goTo('verdict');
  });
  render();
}

// Tests import this file where there is no page.
if (typeof document !== 'undefined' && document.getElementById('summary')) start();
