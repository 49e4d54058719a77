// @ts-check
import {h, icon, warningBanner} from './dom.js';
import {formatCount, formatCounted, formatNumber, formatPercent, formatTime} from './format.js';
import {PHASE, partLabel, partVariable, swatch} from './palette.js';
import {copyText} from './saving.js';
import {sourceFrame} from './source.js';
import {aStep, isWholeWindow, stepWords} from './whole.js';

const VERDICT_ICONS = {
  WARNING: 'M8 1.6a1 1 0 0 1 .87.5l6.4 11.2A1 1 0 0 1 14.4 14.8H1.6a1 1 0 0 1-.87-1.5L7.13 2.1A1 1 0 0 1 8 1.6zM7.2 6v4.2h1.6V6zm0 5.4V13h1.6v-1.6z',
  INFORMATION: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm-.8 6v4.6h1.6V7zm0-2.6V6h1.6V4.4z',
  GOOD: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm3.1 4.3-4 4.2-2-2L4 8.6l3.1 3.1 5.1-5.3z',
};
const VERDICT_WORDS = {WARNING: 'Warning', INFORMATION: 'Information', GOOD: 'Fine'};
/** Maximum number of parts in the legend of the verdict; the rest is one entry. */
const LEGEND = 6;

const VERDICT_CARDS = 5;
/** Characters of a sentence that would take more than two lines in large letters. */
const VERDICT_LONG = 170;

/**
 * The verdict of the run of a window; of the window alone if the report has none.
 * @param {any} report
 * @param {number} index
 */
export function verdictOfRun(report, index) {
  const found = (report.verdicts ?? []).find(each => each.windows.includes(index));
  return found ?? {windows: [index], reservations: [], verdict: report.windows[index].diagnosis.verdict, support: ''};
}

/**
 * The finding of a verdict: of the shown window, else of the run, else of another window of the run.
 * @param {any} report
 * @param {number} index
 */
export function findingOfRun(report, index) {
  const run = verdictOfRun(report, index);
  const windows = [index, ...run.windows].map(each => report.windows[each]).filter(each => each);
  const {pid, host} = report.windows[index].run;
  const ofRun = (report.runs ?? []).filter(each => each.pid === pid && each.host === host);
  return [...windows.slice(0, 1).map(each => each.diagnosis), ...ofRun, ...windows.slice(1).map(each => each.diagnosis)]
    .flatMap(each => each.findings).find(each => each.rule === run.verdict.rule);
}

/**
 * Severity of the verdict: the severity of its finding, or GOOD if there is none.
 * @param {any} finding
 * @returns {'WARNING'|'INFORMATION'|'GOOD'}
 */
export function verdictSeverity(finding) {
  return !finding || finding.role === 'GOOD' ? 'GOOD' : finding.severity;
}

/**
 * The key of a report's part in the columns of steps.
 * @param {{category: string, name: string}} part
 */
export function partKey(part) {
  return part.category === 'PHASE' ? PHASE + part.name : part.category;
}

/**
 * Splits a figure from its unit, which is styled differently.
 * @param {string} text
 */
function verdictFigure(text) {
  const space = text.lastIndexOf(' ');
  return space < 0 ? [text] : [text.slice(0, space), h('small', {}, ` ${text.slice(space + 1)}`)];
}

/**
 * @param {any} window
 * @param {any} finding the finding of the verdict, if there is one
 */
function verdictFigures(window, finding) {
  const metric = id => window.metrics.find(each => each.id === id)?.value;
  const rate = metric('step.rate');
  const items = metric('item.rate');
  /** @type {[string, string][]} */
  const figures = finding?.gainNanosPerStep > 0
    ? [[`could be gained at most, ${formatPercent(finding.gainShare)} of ${stepWords('a step', 'the window')}`, formatTime(finding.gainNanosPerStep)]] : [];
  if (isWholeWindow(window.steps)) figures.push(['window', formatTime(window.stepTime.sum)]);
  else {
    figures.push(
      ['median step', formatTime(window.stepTime.median)],
      ['P90 step', formatTime(window.stepTime.p90)],
      ['steps', formatCount(window.stepTime.count)],
    );
  }
  if (rate > 0) figures.push(['steps a second', formatNumber(rate)]);
  if (items) figures.push(['items a second', formatNumber(items)]);
  return h('dl', {class: 'figures'}, ...figures.map(([title, text]) =>
    h('div', {class: title.startsWith('could') ? 'gained' : null}, h('dt', {}, title), h('dd', {}, ...verdictFigure(text)))));
}

/**
 * One bar for all steps, with the names of its large parts.
 * @param {any} window
 */
function verdictBar(window) {
  const parts = window.parts.filter(part => part.share > 0);
  if (parts.length === 0) return null;
  const bar = h('div', {class: 'sharebar', role: 'img',
    'aria-label': stepWords('All steps: ', 'The window: ') + parts.map(part => `${partLabel(partKey(part))} ${formatPercent(part.share)}`).join(', ')});
  const legend = h('ul', {class: 'legend', 'aria-hidden': 'true'});
  parts.forEach((part, i) => {
    const piece = h('i', {class: swatch(partKey(part)).className, title: `${partLabel(partKey(part))} ${formatPercent(part.share)}`});
    piece.style.setProperty('--color', `var(${partVariable(partKey(part))})`);
    piece.style.flexGrow = String(part.share);
    bar.append(piece);
    if (i < LEGEND && part.share >= 0.005) {
      legend.append(h('li', {}, swatch(partKey(part)), h('span', {}, partLabel(partKey(part))), h('b', {}, formatPercent(part.share))));
    }
  });
  const rest = parts.filter((part, i) => i >= LEGEND || part.share < 0.005);
  const share = rest.reduce((sum, part) => sum + part.share, 0);
  if (share >= 0.005) legend.append(h('li', {}, h('span', {}, `${rest.length} more`), h('b', {}, formatPercent(share))));
  return h('div', {}, bar, legend);
}

/**
 * A card that begins with a verdict.
 * @param {'WARNING'|'INFORMATION'|'GOOD'} severity
 * @param {{title: string, sentence: string, nextStep: string, isSure: boolean, support?: string}} verdict
 * @param {(text: string) => string} shorten
 * @param {...(Node|null)} evidence
 */
export function verdictFrame(severity, verdict, shorten, ...evidence) {
  return h('div', {class: `card verdict ${severity.toLowerCase()}`},
    h('p', {class: 'severity'}, icon(VERDICT_ICONS[severity], VERDICT_WORDS[severity]), verdict.title,
      verdict.support ? h('span', {class: 'chip'}, verdict.support) : null,
      verdict.isSure ? null : h('span', {class: 'chip'}, 'few steps: a hint')),
    h('p', {class: verdict.sentence.length > VERDICT_LONG ? 'sentence long' : 'sentence', title: verdict.sentence}, ...breakable(shorten(verdictSentence(verdict.sentence)))),
    verdict.nextStep ? h('p', {class: 'next', title: verdict.nextStep}, h('b', {}, 'Next '), shorten(verdict.nextStep)) : null,
    ...evidence);
}

/**
 * @param {import('./page.js').Page} page
 * @param {any} finding the finding of the verdict, if there is one
 */
function verdictCard(page, finding) {
  const window = page.window();
  const run = verdictOfRun(page.report, page.windowIndex());
  const isShown = window.diagnosis.findings.includes(finding);
  return verdictFrame(verdictSeverity(finding), {...run.verdict, support: run.support}, shortNames,
    verdictBar(window),
    window.stepTime.count > 0 ? verdictFigures(window, finding) : null,
    finding ? findingBody(finding, page, isShown ? window.diagnosis.findings : null) : null);
}

/**
 * A sentence with simple class names, and lines without the file that has the name of the class.
 * @param {string} sentence
 */
export function shortNames(sentence) {
  return sentence.replace(/\b(?:[a-z][\w$]*\.)+(?=[A-Z])/g, '')
    .replace(/\b([A-Z]\w*)((?:\$\w+)*\.[\w$<>]+)\(\1\.\w+:(\d+)\)/g, '$1$2:$3');
}

/**
 * A text that may break inside of names, after a point or a dollar sign.
 * @param {string} text
 */
function breakable(text) {
  return text.split(/(?<=\w[.$])(?=[a-zA-Z])/).flatMap((part, i) => (i === 0 ? [part] : [h('wbr'), part]));
}

/** @param {string} sentence */
function verdictSentence(sentence) {
  return sentence.length === 0 ? '' : sentence[0].toUpperCase() + sentence.slice(1) + (/[.!?]$/.test(sentence) ? '' : '.');
}

/** Prefixes of class names of Java and of libraries, as in Java's ProgramFrames; a test compares them. */
const VERDICT_JAVA = [
  'clojure.', 'com.sun.', 'groovy.', 'java.', 'javax.', 'jdk.', 'kotlin.', 'kotlinx.', 'scala.', 'sun.',
];
const VERDICT_LIBRARIES = [
  'ai.djl.', 'ai.onnxruntime.', 'akka.', 'ch.qos.logback.', 'com.esotericsoftware.kryo.',
  'com.fasterxml.jackson.', 'com.google.common.', 'com.google.gson.', 'com.google.protobuf.',
  'com.intel.analytics.bigdl.', 'com.sun.jna.', 'com.univocity.', 'io.grpc.', 'io.netty.', 'ml.dmlc.xgboost4j.',
  'okhttp3.', 'okio.', 'org.apache.arrow.', 'org.apache.avro.', 'org.apache.commons.', 'org.apache.hadoop.',
  'org.apache.http.', 'org.apache.kafka.', 'org.apache.log4j.', 'org.apache.logging.', 'org.apache.mxnet.',
  'org.apache.orc.', 'org.apache.parquet.', 'org.apache.spark.', 'org.bytedeco.', 'org.bytedeco.pytorch.',
  'org.datavec.', 'org.deeplearning4j.', 'org.jetbrains.kotlinx.', 'org.junit.', 'org.nd4j.', 'org.pytorch.',
  'org.slf4j.', 'org.springframework.', 'org.tensorflow.', 'org.tribuo.', 'reactor.',
];
const VERDICT_PROFILER = /^io\.stepprofiler\.(\w+\.[^.]+$|(agent|djl)\.|.*woven\.)/;

/**
 * The innermost frame of the program; else of a library; else the innermost frame.
 * @param {string[]} stack
 */
export function telltaleFrame(stack) {
  const method = (/** @type {string} */ frame) => frame.replace(/\(.*/, '').replace(/^.*\//, '');
  const isWritten = (/** @type {string} */ frame) => frame.includes('(') && !frame.includes('$$Lambda') && !VERDICT_PROFILER.test(method(frame))
    && !VERDICT_JAVA.some(prefix => method(frame).startsWith(prefix));
  const written = stack.filter(isWritten);
  return written.find(frame => !VERDICT_LIBRARIES.some(prefix => method(frame).startsWith(prefix))) ?? written[0] ?? stack[0] ?? '';
}

/**
 * @param {any} proof
 * @param {import('./page.js').Page} page
 * @param {boolean} isShown whether it is in the shown window
 */
function verdictProof(proof, page, isShown) {
  const hasTime = isShown && proof.step >= 0 && proof.nanos > 0;
  const line = h('li', {}, hasTime
    ? h('button', {class: 'link', type: 'button', title: 'Show in the timeline',
      onclick: () => page.zoomTo(proof.startNanos, proof.startNanos + proof.nanos)}, proof.text)
    : h('span', {}, proof.text));
  const where = [proof.step >= 0 && !/^step \d/.test(proof.text) ? `step ${proof.step}` : '', proof.nanos > 0 ? formatTime(proof.nanos) : '']
    .filter(text => text !== '').join(', ');
  if (where) line.append(h('span', {class: 'where'}, ` ${where}`));
  const frame = telltaleFrame(proof.stack);
  if (frame && proof.stack.length > 1) {
    line.append(h('details', {class: 'stack'}, h('summary', {}, h('code', {}, frame)),
      h('ol', {}, ...proof.stack.map(each => h('li', {}, h('code', {}, sourceFrame(each)))))));
  } else if (frame) {
    line.append(h('div', {class: 'stack'}, h('code', {}, sourceFrame(frame))));
  }
  return line;
}

/** Matches characters that occur in code to paste, but not in prose. */
const VERDICT_CODE = /[(){};=]|^-[XD]|^--/;
const VERDICT_PROSE = /(?:^|\s)[a-z]+,? [a-z]+,? [a-z]+\b/;

/**
 * An advice as prose, with its code, if it has any, at the end after a colon; null if all of it is code.
 * @param {string} text
 * @returns {{prose: string, code: string}|null}
 */
export function adviceParts(text) {
  const colon = text.indexOf(': ');
  const [head, tail] = colon < 0 ? ['', text] : [text.slice(0, colon + 1), text.slice(colon + 2)];
  if (VERDICT_CODE.test(tail) && !VERDICT_PROSE.test(tail)) return head === '' ? null : {prose: head, code: tail};
  return {prose: text, code: ''};
}

/**
 * @param {any} advice
 * @param {import('./page.js').Page} page
 */
function verdictAdvice(advice, page) {
  const {prose, code} = adviceParts(advice.text) ?? {prose: '', code: advice.text};
  const copy = h('button', {class: 'button copy', type: 'button', 'aria-label': `Copy: ${code}`, onclick: async () => {
    await copyText(code);
    copy.textContent = 'Copied';
    page.announce('Copied');
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  }}, 'Copy');
  return h('li', {},
    advice.framework ? h('span', {class: 'framework'}, advice.framework) : null,
    prose ? h('span', {}, prose) : null,
    code ? h('span', {class: 'paste'}, h('code', {}, code), copy) : null);
}

/**
 * Evidence, parts and advice; null if there is none.
 * @param {any} finding
 * @param {import('./page.js').Page} page
 * @param {any[]|null} all findings of the shown window; null if it does not have this one
 */
function findingBody(finding, page, all) {
  const body = h('div', {class: 'findingbody'});
  if (finding.proofs.length > 0) {
    body.append(h('div', {}, h('h3', {}, 'Evidence'),
      h('ul', {class: 'proofs'}, ...finding.proofs.map(proof => verdictProof(proof, page, all !== null)))));
  }
  const parts = (all ?? []).filter(each => each.partOf === finding.rule);
  if (parts.length > 0) body.append(h('div', {}, h('h3', {}, 'Parts of it'), ...parts.map(each => findingCard(each, page, all))));
  if (finding.advice.length > 0) {
    body.append(h('div', {}, h('h3', {}, 'Do this'), h('ul', {class: 'advice'}, ...finding.advice.map(advice => verdictAdvice(advice, page)))));
  }
  if (body.childElementCount === 0) return null;
  const rule = page.rules[finding.rule];
  if (rule) {
    body.append(h('details', {class: 'rule muted'}, h('summary', {}, 'Rule and thresholds'),
      h('p', {}, h('code', {}, finding.rule), ` ${rule} Here the figure is ${finding.measure < 1e-9 ? 'just above 0' : formatNumber(finding.measure)}. Parts of the step are fractions: 0.05 is 5 %.`)));
  }
  return body;
}

/**
 * @param {any} finding
 * @param {import('./page.js').Page} page
 * @param {any[]|null} all findings of the shown window; null if it does not have this one
 */
export function findingCard(finding, page, all) {
  const severity = finding.role === 'GOOD' ? 'GOOD' : finding.severity;
  const gain = finding.gainNanosPerStep > 0
    ? h('span', {class: 'gain'}, h('span', {}, 'could gain at most '), h('b', {}, `${formatTime(finding.gainNanosPerStep)}${aStep()}`),
      h('span', {class: 'muted'}, ` ${formatPercent(finding.gainShare)}`))
    : null;
  return h('details', {class: `card finding ${severity.toLowerCase()}`},
    h('summary', {},
      h('span', {class: 'severity'}, icon(VERDICT_ICONS[severity], VERDICT_WORDS[severity])),
      h('span', {class: 'what'}, h('b', {}, finding.title), ' ', h('span', {class: 'found', title: finding.sentence}, shortNames(finding.sentence))), gain),
    findingBody(finding, page, all));
}

/**
 * Titles of rules that were not checked, by the option that they need.
 * @param {any[]} unchecked
 * @returns {Map<string, string[]>} titles of rules
 */
export function byRemedy(unchecked) {
  const remedies = new Map();
  for (const each of unchecked) {
    const remedy = each.turnOn || each.reason;
    remedies.set(remedy, [...remedies.get(remedy) ?? [], each.title]);
  }
  return remedies;
}

/** @param {any} diagnosis */
function checkedLists(diagnosis) {
  const {fine, unchecked} = diagnosis;
  const lists = h('div', {class: 'checked'});
  lists.append(h('details', {}, h('summary', {}, icon(VERDICT_ICONS.GOOD), ` Checked and fine: ${formatCounted(fine.length, 'rule')}`),
    h('p', {class: 'muted'}, fine.length > 0 ? fine.join(' · ') : 'None.')));
  if (unchecked.length > 0) {
    lists.append(h('details', {}, h('summary', {}, icon(VERDICT_ICONS.INFORMATION), ` Not checkable: ${unchecked.length}`),
      h('dl', {}, ...[...byRemedy(unchecked)].flatMap(([remedy, titles]) =>
        [h('dt', {}, 'Turn on ', h('code', {}, remedy)), h('dd', {class: 'muted'}, titles.join(' · '))]))));
  }
  return lists;
}

export const verdictSection = {
  id: 'verdict', title: 'Verdict', order: 10,
  /**
   * @param {HTMLElement} root
   * @param {import('./page.js').Page} page
   */
  render(root, page) {
    const {diagnosis} = page.window();
    const {findings} = diagnosis;
    const main = findingOfRun(page.report, page.windowIndex());
    root.append(...verdictOfRun(page.report, page.windowIndex()).reservations.map(text => warningBanner(text)), verdictCard(page, main));
    const {pid, host} = page.window().run;
    const ofRun = (page.report.runs ?? []).filter(each => each.pid === pid && each.host === host).flatMap(each => each.findings);
    const cards = [...ofRun.map(finding => [finding, null]), ...findings.filter(each => !each.partOf).map(finding => [finding, findings])]
      .filter(([finding]) => finding !== main).map(([finding, all]) => findingCard(finding, page, all));
    root.append(...cards.slice(0, VERDICT_CARDS));
    if (cards.length > VERDICT_CARDS) {
      root.append(h('details', {class: 'further'}, h('summary', {}, `${cards.length - VERDICT_CARDS} more`), ...cards.slice(VERDICT_CARDS)));
    }
    root.append(checkedLists(diagnosis));
  },
};
