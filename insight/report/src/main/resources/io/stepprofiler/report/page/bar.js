// @ts-check
import {h, icon} from './dom.js';
import {forgetColors} from './palette.js';

const BAR_THEMES = ['', 'light', 'dark'];
const BAR_THEME_NAMES = {'': 'Theme: system', light: 'Theme: light', dark: 'Theme: dark'};
const BAR_THEME_ICONS = {
  '': 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.6v10.8A5.4 5.4 0 0 0 8 2.6z',
  light: 'M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM7.2 0h1.6v2.6H7.2zm0 13.4h1.6V16H7.2zM0 7.2h2.6v1.6H0zm13.4 0H16v1.6h-2.6zM1.8 2.9l1.1-1.1 1.8 1.8-1.1 1.1zm9.5 9.5 1.1-1.1 1.8 1.8-1.1 1.1zM13.1 1.8l1.1 1.1-1.8 1.8-1.1-1.1zM3.6 11.3l1.1 1.1-1.8 1.8-1.1-1.1z',
  dark: 'M6.2 1.3a6.9 6.9 0 1 0 8.5 8.5A5.6 5.6 0 0 1 6.2 1.3z',
};
const BAR_MENU = 'M1 2.5h14v2H1zm0 4.5h14v2H1zm0 4.5h14v2H1z';
const BAR_LOGO = 'M1 14.5h3.4V9H1zm5.3 0h3.4v-9H6.3zm5.3 0H15v-13h-3.4z';

/** The logo and name at the top of all pages. */
export function barBrand() {
  return h('span', {class: 'brand'}, icon(BAR_LOGO), h('span', {}, 'Step Profiler'));
}

/**
 * The links to the sections, which are a menu where the page is narrow.
 * @param {...Node} links
 */
export function barMenu(...links) {
  const nav = h('nav', {'aria-label': 'Sections', id: 'sections'}, ...links);
  const button = h('button', {class: 'button quiet menu', type: 'button', 'aria-label': 'Sections', 'aria-controls': 'sections'}, icon(BAR_MENU));
  const open = (/** @type {boolean} */ isOpen) => {
    nav.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  open(false);
  document.addEventListener('click', event => open(button.contains(/** @type {Node} */ (event.target)) && !nav.classList.contains('open')));
  document.addEventListener('keydown', event => event.key === 'Escape' && open(false));
  return [button, nav];
}

/**
 * A button that switches from the theme of the system to light and to dark.
 * @param {import('./state.js').PageState} state
 */
export function themeButton(state) {
  const button = h('button', {class: 'button quiet', type: 'button', onclick: () => {
    const next = BAR_THEMES[(BAR_THEMES.indexOf(stored()) + 1) % BAR_THEMES.length];
    try {
      localStorage.setItem('stepprofiler.theme', next);
    } catch {
      // A page opened from disk may have no storage; the hash stores the theme, too.
    }
    state.set({theme: next});
    // If the hash did not change, the subscription below did not apply the theme.
    if (stored() !== next) apply(next);
  }});
  // The reader opened another address of the page.
  state.subscribe(['theme'], () => apply(state.get('theme')));
  const stored = () => document.documentElement.dataset.theme ?? '';

  /** @param {string} theme */
  function apply(theme) {
    if (theme === '') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.replaceChildren(icon(BAR_THEME_ICONS[theme]));
    button.setAttribute('aria-label', BAR_THEME_NAMES[theme]);
    button.title = BAR_THEME_NAMES[theme];
    forgetColors();
    document.dispatchEvent(new Event('themechange'));
  }

  apply(stored());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(stored()));
  // Paper is white, begins with the verdict, and nothing can be opened on it: of the call stacks, the first is.
  let onScreen = '';
  /** @type {Element[]} */
  let opened = [];
  addEventListener('beforeprint', () => {
    const first = document.querySelector('#verdict details.stack');
    opened = [...document.querySelectorAll('#verdict details:not([open])')].filter(each => each === first || !each.matches('.stack, .rule'));
    opened.forEach(each => each.setAttribute('open', ''));
    document.getElementById('verdict')?.after(...document.querySelectorAll('#windows'));
    onScreen = stored();
    apply('light');
  });
  addEventListener('afterprint', () => {
    opened.forEach(each => each.removeAttribute('open'));
    document.getElementById('verdict')?.before(...document.querySelectorAll('#windows'));
    apply(onScreen);
  });
  return button;
}
