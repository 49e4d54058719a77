// @ts-check

/**
 * Creates an element. Strings among the children become text, never markup.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `class`, `text`, properties that begin with `on`, and attributes; null
 *     leaves one out
 * @param {...(Node|string|number|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'class') element.className = value;
    else if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === 'number' ? String(child) : child);
    }
  }
  return element;
}

/** @param {Element} node */
export function clear(node) {
  node.replaceChildren();
}

/**
 * Creates an icon of one path.
 * @param {string} path
 * @param {string} [label] its meaning; without a label it is decoration
 */
export function icon(path, label) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  if (label) {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
  } else {
    svg.setAttribute('aria-hidden', 'true');
  }
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  return svg;
}

const DOM_TRIANGLE = 'M8 1.6a1 1 0 0 1 .87.5l6.4 11.2A1 1 0 0 1 14.4 14.8H1.6a1 1 0 0 1-.87-1.5L7.13 2.1A1 1 0 0 1 8 1.6zM7.2 6v4.2h1.6V6zm0 5.4V13h1.6v-1.6z';

/**
 * A line that warns about doubtful figures.
 * @param {string} text
 */
export function warningBanner(text) {
  return h('p', {class: 'banner', role: 'note'}, icon(DOM_TRIANGLE, 'Warning'), h('span', {}, text));
}
