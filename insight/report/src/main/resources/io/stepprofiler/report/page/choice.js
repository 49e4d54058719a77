// @ts-check
import {h} from './dom.js';

/**
 * A row of buttons, one of them pressed.
 * @param {string} label
 * @param {{value: string, text: string, title?: string, off?: boolean}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choiceButtons(label, choices, chosen, choose) {
  return h('div', {class: 'choice', role: 'group', 'aria-label': label}, ...choices.map(each => h('button', {
    type: 'button', 'aria-pressed': String(each.value === chosen), title: each.title, disabled: each.off,
    onclick: () => choose(each.value),
  }, each.text)));
}
