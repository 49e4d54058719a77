// @ts-check
import {barBrand, barMenu, themeButton} from './bar.js';
import {devicesSection} from './devices.js';
import {clear, h} from './dom.js';
import {environmentSection} from './environment.js';
import {flameSection} from './flame.js';
import {headingTitle, renderHeading, stepRange, windowName} from './heading.js';
import {machineSection} from './machine.js';
import {memorySection} from './memory.js';
import {modulesSection} from './modules.js';
import {operatorsSection} from './operators.js';
import {Page, shownReport} from './page.js';
import {rankPhases} from './palette.js';
import {perfettoButtons} from './perfetto.js';
import {PageState, showHash} from './state.js';
import {runSection} from './run.js';
import {copyButton, embedded, saveButton, saveFile} from './saving.js';
import {showSources} from './source.js';
import {stepsSection} from './strip.js';
import {timelineSection} from './timeline.js';
import {verdictSection} from './verdict.js';
import {whereSection} from './where.js';
import {showSteps} from './whole.js';
import {windowsSection} from './windows.js';

/**
 * @typedef {{id: string, title: string, order: number, nav?: string, lead?: string|(() => string), isWanted?: (page: Page) => boolean,
 *     render: (root: HTMLElement, page: Page) => (void|Promise<void>)}} Section
 */

/** @type {Section[]} */
export const SECTIONS = [
  windowsSection,
  verdictSection,
  runSection,
  stepsSection,
  whereSection,
  devicesSection,
  timelineSection,
  flameSection,
  operatorsSection,
  modulesSection,
  memorySection,
  machineSection,
  environmentSection,
];

/** Sections that are printed. */
const MAIN_PRINTED = new Set(['windows', 'verdict', 'steps', 'where']);
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

/**
 * @param {Page} page
 * @param {Section[]} sections
 */
function topBar(page, sections) {
  return [barBrand(), ...barMenu(...sections.map(section =>
    h('a', {href: `#${section.id}`, onclick: event => {
      event.preventDefault();
      page.goTo(section.id);
    }}, section.nav ?? section.title))), selectionChip(page),
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
    // A section that fails must not affect the others; tests look for the logged error.
    console.error(failure);
    page.absent(root, `This section could not be drawn: ${failure instanceof Error ? failure.message : failure}`);
  }
}

/**
 * @param {HTMLElement} main
 * @param {Page} page
 * @param {Section[]} sections
 * @returns {Promise<void>[]} end of each section's drawing
 */
function renderWindow(main, page, sections) {
  page.endSubscriptions();
  document.querySelectorAll('#bar nav a').forEach(link => link.removeAttribute('hidden'));
  const window = page.window();
  showSteps(window.steps);
  showSources(window);
  rankPhases(window.parts.filter(part => part.category === 'PHASE').map(part => part.name));
  clear(main);
  const heading = h('header', {class: 'heading'});
  main.append(heading);
  heading.append(h('span', {class: 'takeaway'}, copyButton(page), saveButton(),
    ...perfettoButtons(page, headingTitle(window), saveFile)));
  renderHeading(heading, page);
  return sections.map(section => {
    if (section === environmentSection) main.append(h('p', {id: 'notrecorded', class: 'muted', hidden: true}, 'Not recorded: '));
    const body = h('div', {class: 'sectionbody'});
    const lead = typeof section.lead === 'function' ? section.lead() : section.lead;
    main.append(h('section', {id: section.id, class: MAIN_PRINTED.has(section.id) ? 'section' : 'section screen', tabindex: -1, 'aria-labelledby': `${section.id}-title`},
      h('header', {}, h('h2', {id: `${section.id}-title`}, section.title), lead ? h('p', {}, lead) : null), body));
    return renderSection(section, body, page);
  });
}

function start() {
  const state = new PageState(location.hash, showHash);
  const page = new Page(shownReport(embedded('summary')), state);
  page.rules = shownReport(embedded('rules') ?? {});
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
  state.subscribe(['section'], () => page.show(state.get('section')));
  addEventListener('hashchange', () => state.replace(location.hash));
  document.querySelector('.skip')?.addEventListener('click', event => {
    // The hash must stay the state of the page.
    event.preventDefault();
    page.goTo('verdict');
  });
  // Sections above it must have their height before the page can scroll to one.
  void Promise.all(render()).then(() => page.show(state.get('section')));
}

// Tests import this file without a page.
if (typeof document !== 'undefined' && document.getElementById('summary')) start();
