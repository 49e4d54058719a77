// @ts-check

/**
 * True if a window has no mark of a step, so that its only step is the whole window.
 * @param {{numbers: number[]}} steps
 */
export function isWholeWindow({numbers}) {
  return numbers.length === 1 && numbers[0] === -2;
}

/**
 * A text about a step as a text about a whole window, as in Java's WholeWindow.
 * @param {string} text
 */
export function wholeWords(text) {
  return text.replace(/^step$/, 'window').replace(/^a step( [↓↑])?$/i, 'in all$1').replace('Step breakdown', 'Breakdown of the window')
    .replace(', and the differences of slow steps', '')
    .replace(/\b(?:the thread of the step|the step's thread)\b/g, 'the busiest thread')
    .replace(/\b([Tt])he step(?: time)?\b/g, '$1he window')
    .replace(/\b(in|of) (?:a step|steps|each step|all \d+ steps?)\b/g, '$1 the window')
    .replace(/\b(?:the (?:selected )?steps(?: selected above)?|all selected steps)\b/g, 'the window')
    .replace(/^All (?:\d+ )?steps?\b/, 'The window').replace(/ (?:a|per) step\b/g, '');
}

/**
 * Puts the texts of an element into words about a whole window, as long as this is wanted.
 * @param {HTMLElement} root
 * @param {() => boolean} isWanted
 */
export function keepWholeWords(root, isWanted) {
  const put = (/** @type {any} */ node) => {
    if (node.nodeType === Node.TEXT_NODE && node.data !== wholeWords(node.data)) node.data = wholeWords(node.data);
    for (const name of ['title', 'aria-label']) {
      if (node.hasAttribute?.(name)) node.setAttribute(name, wholeWords(node.getAttribute(name)));
    }
    node.childNodes.forEach(put);
  };
  new MutationObserver(changes => {
    if (isWanted()) changes.forEach(change => (change.type === 'characterData' ? put(change.target) : change.addedNodes.forEach(put)));
  }).observe(root, {childList: true, characterData: true, subtree: true});
}
