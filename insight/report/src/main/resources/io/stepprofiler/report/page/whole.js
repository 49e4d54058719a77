// @ts-check

/**
 * True if a window has no mark of a step, so that its only step is the whole window.
 * @param {{numbers: number[]}} steps
 */
export function isWholeWindow({numbers}) {
  return numbers.length === 1 && numbers[0] === -2;
}

let isWholeShown = false;

/**
 * Sets the window that texts are about.
 * @param {{numbers: number[]}} steps
 */
export function showSteps(steps) {
  isWholeShown = isWholeWindow(steps);
}

/**
 * A text about steps, or another one about a window without any.
 * @template T
 * @param {T} ofSteps
 * @param {T} ofWindow
 */
export function stepWords(ofSteps, ofWindow) {
  return isWholeShown ? ofWindow : ofSteps;
}

/** The end of a figure that is one of each step. */
export function aStep() {
  return stepWords(' a step', '');
}
