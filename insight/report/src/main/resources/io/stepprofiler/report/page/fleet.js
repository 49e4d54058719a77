// @ts-check
import {barBrand, barMenu, themeButton} from './bar.js';
import {h} from './dom.js';
import {readFleetHeat, readFleetRanks} from './fleet-data.js';
import {renderFleetHeat, renderFleetMap} from './fleet-map.js';
import {renderCauses, renderCollectives, renderEpisodes, renderPlaces, renderSlowPlaces} from './fleet-tables.js';
import {formatCount, formatCounted, formatPercent, formatTime} from './format.js';
import {headingFrame} from './heading.js';
import {Page, pageSection, shownReport} from './page.js';
import {copyButton, embedded} from './saving.js';
import {PageState, showHash} from './state.js';
import {dataTable} from './table.js';
import {verdictFrame} from './verdict.js';
import {renderWaterfall} from './waterfall.js';

/**
 * The bars from the mean rank's work to the step: the waste by its parts, then the rest of the step.
 * @param {any} waste
 */
export function wasteBars(waste) {
  const total = (/** @type {string} */ name, /** @type {number} */ to) => ({name, text: formatTime(to), from: 0, to, isTotal: true, isSure: true, isNeutral: false});
  const bars = [total('work of the mean rank', waste.ownNanos)];
  let at = waste.ownNanos;
  const add = (/** @type {string} */ name, /** @type {number} */ nanos, isNeutral = false) => {
    bars.push({name, text: `+${formatTime(nanos)}`, from: at, to: at + nanos, isTotal: false, isSure: true, isNeutral});
    at += nanos;
  };
  waste.parts.filter(part => part.nanos > 0).forEach(part => add(part.name, part.nanos));
  // The parts add up to the waste; steps whose mean is rounded down may be a nanosecond shorter.
  if (waste.stepNanos - at > waste.stepNanos * 0.001) {
    bars.push(total('work of the slowest rank', at));
    add('collectives, after the slowest rank', waste.stepNanos - at, true);
  }
  bars.push(total('step', at));
  return bars;
}

/** @param {any} data */
function wasteFigures({waste, gainNanos}) {
  const figures = [
    ['waste in a step: the slowest rank above the mean', formatTime(waste.wasteNanos)],
    ['of the step', formatPercent(waste.wasteNanos / Math.max(1, waste.stepNanos))],
    ['mean step', formatTime(waste.stepNanos)],
    ...(gainNanos > 0 ? [['gain at most, of all that is slow together', formatTime(gainNanos)]] : []),
  ];
  return h('dl', {class: 'figures'}, ...figures.map(([title, text]) => h('div', {}, h('dt', {}, title), h('dd', {}, text))));
}

/**
 * The facts below the title.
 * @param {any} data
 * @returns {[string, string[]][]} title and lines
 */
export function fleetFacts({counts, waits, evidence, falseRate, unread, leftOut}) {
  const files = unread.first.length + unread.more;
  const out = leftOut.first.length + leftOut.more;
  const [level, sentence] = [evidence.slice(0, 2), evidence.slice(4)];
  const notes = [
    counts.missingRanks > 0 ? `${formatCount(counts.missingRanks)} missing` : '',
    out > 0 ? `${formatCount(out)} left out` : '',
    files > 0 ? `${formatCounted(files, 'file')} unreadable` : '',
  ].filter(text => text !== '').join(', ');
  /** @type {[string, string[]][]} */
  const facts = [
    ['Ranks', [`${formatCount(counts.ranks)} of ${formatCount(counts.worldSize)}`, notes || 'none missing']],
    ['Steps', counts.firstStep < 0 ? ['none'] : [`${formatCount(counts.firstStep)}–${formatCount(counts.lastStep)}`,
      `${formatCount(counts.steps)} compared${counts.missingSteps > 0 ? `, ${formatCount(counts.missingSteps)} on too few ranks` : ''}`]],
    ['Evidence', [level, sentence]],
    ['Tests', [`${formatCount(counts.tests)} in ${formatCount(counts.windows)} windows`, falseRate]],
  ];
  if (waits) {
    const unaligned = waits.unaligned.first.length + waits.unaligned.more;
    facts.splice(2, 0, ['Clocks', waits.hosts < 2 ? ['one host'] : [`± ${formatTime(waits.clockErrorNanos)}`,
      unaligned > 0 ? `${formatCounted(unaligned, 'host')} unaligned` : `${formatCount(waits.hosts)} hosts aligned`]]);
  }
  return facts;
}

/**
 * @param {any} data
 * @param {import('./fleet-data.js').FleetRanks|null} ranks
 * @param {Page} page
 */
function fleetHeading(data, ranks, page) {
  const hosts = ranks ? ranks.hosts.filter(host => host !== '').length : 0;
  const heading = h('header', {class: 'heading'}, h('span', {class: 'takeaway'}, copyButton(page)));
  const warnings = [data.losses, ...data.abstentions.filter(sentence => sentence !== data.verdict.sentence).map(sentence => `Cannot tell: ${sentence}.`)];
  headingFrame(heading, `${formatCount(data.counts.worldSize)} ranks${hosts > 0 ? ` on ${formatCounted(hosts, 'host')}` : ''}`,
    fleetFacts(data), warnings.filter(text => text !== ''));
  return heading;
}

/**
 * @param {HTMLElement} root
 * @param {any} data
 */
function renderVerdict(root, data) {
  const {verdict, waste} = data;
  root.append(verdictFrame(verdict.severity ?? 'GOOD', {...verdict, isSure: true}, text => text, waste ? wasteFigures(data) : null));
}

/**
 * @param {HTMLElement} root
 * @param {any} waste
 */
function renderWaste(root, waste) {
  renderWaterfall(root, {label: 'From the work of the mean rank to the step', heads: ['part of the mean step', 'time'], bars: wasteBars(waste)});
  if (waste.wandering !== '') root.append(h('p', {class: 'note muted'}, waste.wandering));
  if (waste.events.length > 0) {
    root.append(h('p', {class: 'note muted'}, `Events by cause: ${waste.events.map(event => `${event.name} ${formatTime(event.nanos)}`).join('; ')}.`));
  }
}

/**
 * @param {HTMLElement} root
 * @param {any} data
 */
function renderMethod(root, data) {
  const {counts, leftOut, unread} = data;
  const listed = (/** @type {string} */ label, /** @type {{first: any[], more: number}} */ list, /** @type {import('./table.js').TableColumn[]} */ columns) => {
    if (list.first.length === 0) return;
    root.append(h('h3', {}, label), dataTable({label, rows: list.first, limit: 10, columns}).element);
    if (list.more > 0) root.append(h('p', {class: 'note muted'}, `${formatCount(list.more)} more`));
  };
  root.append(h('ul', {class: 'sentences'}, ...[
    data.data,
    'A rank is compared with its peers only: the ranks in the same stage, and at the same position of a tensor and of experts.',
    `A rank, host or rack is slow if its positions among its peers in ${formatCount(counts.windows)} windows are rarer than chance allows (${formatCount(counts.tests)} tests by Benjamini and Hochberg; ${data.falseRate}), or if a gap divides its peers in the same way in each window, and if it takes at least 3 % longer. No shape of the noise is assumed.`,
    counts.untestedRanks > 0 ? `${formatCount(counts.untestedRanks)} ranks have too few peers or steps for a test.` : '',
    counts.withoutRank > 0 ? `${formatCount(counts.withoutRank)} ledgers have no rank, and are left out.` : '',
    counts.pooledRows > 0 ? `${formatCount(counts.pooledRows)} rows of older steps stand for several steps each, and are left out.` : '',
  ].filter(text => text !== '').map(text => h('li', {}, text))));
  listed('Ranks left out', leftOut, [
    {key: 'rank', title: 'rank', number: true, value: each => each.about},
    {key: 'reason', title: 'reason', value: each => each.sentence},
  ]);
  listed('Unreadable files', unread, [
    {key: 'path', title: 'file', class: 'mono', value: each => each.path},
    {key: 'reason', title: 'reason', value: each => each.reason},
  ]);
}

async function startFleet() {
  const data = shownReport(embedded('fleet'));
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const state = new PageState(location.hash, showHash);
  const page = new Page({windows: []}, state);
  state.subscribe(['section'], () => page.show(state.get('section')));
  addEventListener('hashchange', () => state.replace(location.hash));
  const [rankBytes, heatBytes] = await Promise.all([page.block('ranks'), page.block('heat')]);
  const ranks = rankBytes && readFleetRanks(rankBytes);
  const heat = ranks && heatBytes && readFleetHeat(heatBytes, ranks.count);
  main.append(fleetHeading(data, ranks, page));
  const [menu, nav] = barMenu();
  // Before the charts, which are drawn again when the button applies the theme.
  document.getElementById('bar')?.append(barBrand(), menu, nav, h('span', {class: 'tools'}, themeButton(state)));
  const add = (/** @type {string} */ id, /** @type {string} */ title, /** @type {string} */ lead, /** @type {(root: HTMLElement) => void} */ render) => {
    main.append(pageSection(id, title, lead, render));
    nav.append(h('a', {href: `#${id}`, onclick: event => {
      event.preventDefault();
      page.goTo(id);
    }}, title));
  };
  add('verdict', 'Verdict', '', root => renderVerdict(root, data));
  if (data.waste) add('waste', 'Account of the time', data.waste.sentence, root => renderWaste(root, data.waste));
  if (ranks) add('map', 'Map', 'Median time of each rank without waits, against its peers.', root => renderFleetMap(root, ranks, page));
  if (ranks && heat) add('heat', 'Ranks by steps', 'Time of each rank without waits, against its peers in the same step.', root => renderFleetHeat(root, ranks, heat, data.episodes.first, page));
  if (data.slow.first.length > 0) add('slow', 'Slow places', 'Slower than their peers all the time. Gains overlap: never add them.', root => renderSlowPlaces(root, data.slow));
  if (data.episodes.first.length > 0) add('episodes', 'Slow for a time', 'Slower than their peers in some steps, which are framed above.', root => renderEpisodes(root, data.episodes));
  if (ranks) {
    add('places', 'Hosts and links', '', root => renderPlaces(root, ranks, data.waits));
    add('collectives', 'Collectives', 'Mean step of a rank.', root => renderCollectives(root, ranks, data.waitSentences));
    add('causes', 'Causes', '', root => renderCauses(root, ranks, data));
  }
  add('method', 'Data and method', '', root => renderMethod(root, data));
  page.show(state.get('section'));
}

// Tests import this file without a page.
if (typeof document !== 'undefined' && document.getElementById('fleet')) void startFleet();
