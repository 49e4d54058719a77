// @ts-check

/** Key of the section to which the reader went last. */
const SECTION = 'section';

/**
 * @param {string} hash
 * @returns {Map<string, string>}
 */
export function parseHash(hash) {
  const values = new Map();
  for (const [i, pair] of hash.replace(/^#/, '').split('&').entries()) {
    const equals = pair.indexOf('=');
    // The section stands first and alone, as in a link to an element.
    if (i === 0 && /^[\w-]+$/.test(pair)) values.set(SECTION, pair);
    if (equals < 1) continue;
    try {
      values.set(decodeURIComponent(pair.slice(0, equals)), decodeURIComponent(pair.slice(equals + 1)));
    } catch {
      // Malformed, so not written by this page.
    }
  }
  return values;
}

/** @param {Map<string, string>} values */
export function formatHash(values) {
  const pairs = [...values].filter(([key]) => key !== SECTION).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return [...(values.get(SECTION) ? [values.get(SECTION)] : []), ...pairs].join('&');
}

/**
 * Shows a hash in the address of the page.
 * @param {string} hash
 * @param {boolean} isPlace whether the browser's back button returns from it
 */
export function showHash(hash, isPlace) {
  const address = hash === '' ? `${location.pathname}${location.search}` : `#${hash}`;
  if (isPlace) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** State of the view as texts by key, stored in the hash so that a link shows the same view. */
export class PageState {
  /**
   * @param {string} hash
   * @param {(hash: string, isPlace: boolean) => void} [write] receives each new hash
   */
  constructor(hash, write = () => {}) {
    this.values = parseHash(hash);
    this.write = write;
    /** @type {Set<{keys: string[], fn: (changed: string[]) => void}>} */
    this.subscriptions = new Set();
  }

  /** @param {string} key */
  get(key) {
    return this.values.get(key) ?? '';
  }

  /** @param {Record<string, string|number|null>} patch values by key; an empty one removes the key */
  set(patch) {
    const changed = [];
    for (const [key, given] of Object.entries(patch)) {
      const value = given === null || given === undefined ? '' : String(given);
      if (value === this.get(key)) continue;
      if (value === '') this.values.delete(key);
      else this.values.set(key, value);
      changed.push(key);
    }
    if (changed.length === 0) return;
    this.write(formatHash(this.values), false);
    this.tell(changed);
  }

  /** @param {string} section to which the reader goes */
  go(section) {
    if (section === this.get(SECTION)) return;
    this.values.set(SECTION, section);
    this.write(formatHash(this.values), true);
  }

  /**
   * Applies a hash to which the reader navigated.
   * @param {string} hash
   */
  replace(hash) {
    const next = parseHash(hash);
    const changed = [...new Set([...this.values.keys(), ...next.keys()])].filter(key => this.get(key) !== (next.get(key) ?? ''));
    this.values = next;
    this.tell(changed);
  }

  /** @param {string[]} changed */
  tell(changed) {
    for (const each of [...this.subscriptions]) {
      if (this.subscriptions.has(each) && each.keys.some(key => changed.includes(key))) each.fn(changed);
    }
  }

  /**
   * @param {string[]} keys
   * @param {(changed: string[]) => void} fn
   * @returns {() => void} ends it
   */
  subscribe(keys, fn) {
    const subscription = {keys, fn};
    this.subscriptions.add(subscription);
    return () => {
      this.subscriptions.delete(subscription);
    };
  }
}
