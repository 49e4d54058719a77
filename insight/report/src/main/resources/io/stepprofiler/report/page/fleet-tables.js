// @ts-check
import {formatSlowdown} from './cells.js';
import {h} from './dom.js';
import {lowerMedian, rankSlowdown, ranksBy} from './fleet-data.js';
import {groupSlowdown, rankHost, rankNumbers} from './fleet-map.js';
import {formatBandwidth, formatBytes, formatCount, formatPercent, formatTime} from './format.js';
import {dataTable} from './table.js';

/** @typedef {import('./fleet-data.js').FleetRanks} FleetRanks */

/**
 * The mean of the known figures; not a number if none is known.
 * @param {ArrayLike<number>} figures
 */
function meanKnown(figures) {
  const known = Array.from(figures).filter(figure => figure >= 0);
  return known.length === 0 ? NaN : known.reduce((sum, figure) => sum + figure, 0) / known.length;
}

/** @param {number} nanos below 0 if it is not known */
function knownTime(nanos) {
  return nanos < 0 ? '–' : formatTime(nanos);
}

/**
 * The command that computes a step without a slow place; null if its name could have a meaning to a shell.
 * @param {{level: string, name: string}} slow
 */
function slowCommand({level, name}) {
  return /^[\w.-]+$/.test(name) ? h('code', {class: 'slowcommand'}, `stepprof fleet whatif RUNDIR --without ${level}=${name}`) : null;
}

/**
 * @param {HTMLElement} root
 * @param {{first: any[], more: number}} slow
 */
export function renderSlowPlaces(root, slow) {
  const parts = slow.first.filter(each => each.partOf !== '');
  root.append(slowTable('Slow ranks, hosts and racks', slow.first.filter(each => each.partOf === '')));
  if (parts.length > 0) {
    root.append(h('details', {class: 'twin'}, h('summary', {}, `Table of ${formatCount(parts.length)} slow parts of these places`), slowTable('Slow parts', parts)));
  }
  if (slow.more > 0) root.append(h('p', {class: 'note muted'}, `${formatCount(slow.more)} further places are not listed.`));
}

/**
 * @param {string} label
 * @param {any[]} rows
 */
function slowTable(label, rows) {
  return dataTable({label, rows, limit: 10, columns: [
    {key: 'name', title: 'place', value: each => `${each.level} ${each.name}`, cell: each => h('span', {class: 'slowname'},
      h('b', {}, `${each.level} ${each.name}`), each.ranks > 1 ? h('span', {class: 'muted'}, ` ${each.ranks} ranks`) : null,
      each.place ? h('span', {class: 'muted'}, ` ${each.place}`) : null,
      each.partOf ? h('span', {class: 'muted'}, ` part of ${each.partOf}`) : null)},
    {key: 'excess', title: 'slower by', hint: 'Against its peers', number: true, value: each => each.excess, cell: each => `+${formatPercent(each.excess)}`},
    {key: 'time', title: 'a step', number: true, value: each => each.excessNanos, cell: each => `+${formatTime(each.excessNanos)}`},
    {key: 'recurrence', title: 'last in', hint: 'Part of the steps in which it is clearly the last', number: true, value: each => each.recurrence, cell: each => formatPercent(each.recurrence)},
    {key: 'gain', title: 'gain', hint: 'At most, if it were as fast as its peers; gains overlap', number: true, value: each => each.gainNanos, cell: each => (each.gainNanos > 0 ? `${formatTime(each.gainNanos)} (${formatPercent(each.gain)})` : '–')},
    {key: 'certainty', title: 'certainty', value: each => (each.isSure ? 'sure' : 'few steps'), cell: each => (each.isSure ? 'sure' : h('span', {class: 'chip'}, 'few steps: a hint'))},
    {key: 'cause', title: 'cause', class: 'slowcause', value: each => each.cause},
    {key: 'next', title: 'next', class: 'slowcause', value: each => each.nextStep, cell: each => h('span', {}, each.nextStep, slowCommand(each))},
  ]}).element;
}

/**
 * @param {HTMLElement} root
 * @param {{first: any[], more: number}} episodes
 */
export function renderEpisodes(root, episodes) {
  root.append(dataTable({label: 'Slow for a time', rows: episodes.first, limit: 10, columns: [
    {key: 'what', title: 'what', value: each => each.sentence, cell: each => (each.isFinding ? h('b', {}, each.sentence) : each.sentence)},
    {key: 'first', title: 'first step', number: true, value: each => each.firstStep, cell: each => formatCount(each.firstStep)},
    {key: 'last', title: 'last step', number: true, value: each => each.lastStep, cell: each => formatCount(each.lastStep)},
    {key: 'cause', title: 'cause', class: 'slowcause', value: each => each.cause},
  ]}).element);
  if (episodes.more > 0) root.append(h('p', {class: 'note muted'}, `${formatCount(episodes.more)} more are not listed.`));
}

/**
 * A table of the ranks of each host or rack.
 * @param {FleetRanks} ranks
 * @param {'host'|'rack'} column
 */
function placeTable(ranks, column) {
  const names = column === 'host' ? ranks.hosts : ranks.racks;
  const pauses = ranks.columns.pause_nanos;
  const rows = [...ranksBy(ranks, column)].map(([place, members]) => ({
    name: names[place] || 'not known', members, slowdown: groupSlowdown(ranks, members),
    rack: ranks.racks[ranks.columns.rack[members[0]]],
    own: lowerMedian(members.map(rank => ranks.columns.median[rank])),
    worst: members.reduce((one, other) => (rankSlowdown(ranks, other) > rankSlowdown(ranks, one) ? other : one)),
    pause: pauses ? meanKnown(members.map(rank => pauses[rank])) : NaN,
  }));
  return dataTable({label: column === 'host' ? 'Hosts' : 'Racks', rows, sort: 'slowdown', limit: 10, search: rows.length > 10 ? `Search ${column}s` : '', columns: [
    {key: 'name', title: column, value: each => each.name},
    ...(column === 'host' && ranks.racks.some(name => name !== '') ? [{key: 'rack', title: 'rack', value: each => each.rack}] : []),
    {key: 'ranks', title: 'ranks', value: each => each.members.length, cell: each => rankNumbers(each.members.map(rank => ranks.columns.rank[rank])).replace(/^ranks? /, '')},
    {key: 'own', title: 'own time', hint: 'Median of its ranks', number: true, value: each => each.own, cell: each => formatTime(each.own)},
    {key: 'slowdown', title: 'slowdown', hint: 'Median of its ranks, against their peers', number: true, value: each => each.slowdown, cell: each => formatSlowdown(each.slowdown)},
    {key: 'worst', title: 'slowest rank', number: true, value: each => rankSlowdown(ranks, each.worst),
      cell: each => `${ranks.columns.rank[each.worst]}: ${formatSlowdown(rankSlowdown(ranks, each.worst))}`},
    ...(pauses ? [{key: 'pause', title: 'collections', hint: 'Mean pause in a step', number: true, value: each => each.pause, cell: each => formatTime(each.pause)}] : []),
  ]}).element;
}

/**
 * @param {HTMLElement} root
 * @param {FleetRanks} ranks
 * @param {any} waits null if they are not known
 */
export function renderPlaces(root, ranks, waits) {
  root.append(placeTable(ranks, 'host'));
  if (ranks.racks.some(name => name !== '')) root.append(h('h3', {}, 'Racks'), placeTable(ranks, 'rack'));
  root.append(h('h3', {}, 'Links'));
  if (!waits || waits.comparedLinks === 0) {
    root.append(h('p', {class: 'muted'}, 'Links are not compared: that needs collectives of known size in at least three equal groups of ranks.'));
  } else if (waits.slowLinks.first.length === 0) {
    root.append(h('p', {class: 'muted'}, `None of ${formatCount(waits.comparedLinks)} groups transfers more slowly than equal groups.`));
  } else {
    root.append(dataTable({label: 'Slow links', rows: waits.slowLinks.first, sort: 'part', descending: false, limit: 10, columns: [
      {key: 'group', title: 'group', value: each => each.group || 'all ranks'},
      {key: 'hosts', title: 'hosts', value: each => each.hosts.slice(0, 4).join(' ↔ ') + (each.hosts.length > 4 ? ` and ${each.hosts.length - 4} more` : '')},
      {key: 'kind', title: 'collective', value: each => each.kind.toLowerCase().replace(/_/g, ' ')},
      {key: 'bytes', title: 'size from', number: true, value: each => each.bytes, cell: each => formatBytes(each.bytes)},
      {key: 'speed', title: 'bus bandwidth', number: true, value: each => each.gigabytesPerSecond, cell: each => formatBandwidth(each.gigabytesPerSecond)},
      {key: 'usual', title: 'equal groups', number: true, value: each => each.usualGigabytesPerSecond, cell: each => formatBandwidth(each.usualGigabytesPerSecond)},
      {key: 'part', title: 'of the usual', number: true, value: each => each.gigabytesPerSecond / each.usualGigabytesPerSecond, cell: each => formatPercent(each.gigabytesPerSecond / each.usualGigabytesPerSecond)},
    ]}).element);
  }
}

/**
 * Parts of the mean step of a rank, which add up to it.
 * @param {FleetRanks} ranks
 * @returns {{name: string, nanos: number, color: string, isWait: boolean}[]}
 */
export function stepParts(ranks) {
  const {columns} = ranks;
  return [
    {name: 'own work', nanos: meanKnown(columns.own), color: '--phase-0', isWait: false},
    {name: 'waiting for the last rank', nanos: meanKnown(columns.wait), color: '--wait-communication', isWait: true},
    {name: 'transfer', nanos: meanKnown(columns.transfer), color: '--phase-1', isWait: false},
    {name: 'unaccounted', nanos: meanKnown(columns.unaccounted), color: '--wait-unaccounted', isWait: false},
  ].filter(part => part.nanos > 0);
}

/**
 * @param {HTMLElement} root
 * @param {FleetRanks} ranks
 * @param {string[]} sentences
 */
export function renderCollectives(root, ranks, sentences) {
  const {columns} = ranks;
  if (!columns.wait || meanKnown(columns.wait) + meanKnown(columns.transfer) > 0 === false) {
    root.append(...sentences.map(sentence => h('p', {class: 'absent'}, sentence)));
    return;
  }
  const parts = stepParts(ranks);
  const sum = parts.reduce((all, part) => all + part.nanos, 0);
  const bar = h('div', {class: 'sharebar', role: 'img', 'aria-label': `Mean step of a rank: ${parts.map(part => `${part.name} ${formatTime(part.nanos)}`).join(', ')}`});
  const legend = h('ul', {class: 'legend', 'aria-hidden': 'true'});
  for (const part of parts) {
    const [fill, key] = [h('i', {class: `swatch${part.isWait ? ' wait' : ''}`, title: `${part.name} ${formatTime(part.nanos)}`}), h('i', {class: `swatch${part.isWait ? ' wait' : ''}`})];
    for (const each of [fill, key]) each.style.setProperty('--color', `var(${part.color})`);
    fill.style.flexGrow = String(part.nanos / sum);
    bar.append(fill);
    legend.append(h('li', {}, key, h('span', {}, part.name), h('b', {}, `${formatTime(part.nanos)} · ${formatPercent(part.nanos / sum)}`)));
  }
  root.append(bar, legend, h('ul', {class: 'sentences'}, ...sentences.map(sentence => h('li', {}, sentence))));
  const known = Array.from({length: ranks.count}, (_, rank) => rank).filter(rank => columns.caused[rank] >= 0);
  root.append(dataTable({label: 'Waits by rank', rows: known, sort: 'caused', limit: 10, search: known.length > 10 ? 'Search ranks and hosts' : '', columns: [
    {key: 'rank', title: 'rank', number: true, value: rank => columns.rank[rank]},
    {key: 'host', title: 'host', value: rank => rankHost(ranks, rank)},
    {key: 'caused', title: 'makes others wait', hint: 'Sum over all ranks that wait for it, a step', number: true, value: rank => columns.caused[rank], cell: rank => knownTime(columns.caused[rank])},
    {key: 'marginal', title: 'holds all up by', hint: 'Time by which collectives would begin earlier if only this rank were faster, a step', number: true, value: rank => columns.marginal[rank], cell: rank => knownTime(columns.marginal[rank])},
    {key: 'wait', title: 'waits', hint: 'Until the last rank arrives, a step', number: true, value: rank => columns.wait[rank], cell: rank => knownTime(columns.wait[rank])},
    {key: 'transfer', title: 'transfers', hint: 'After the last rank has arrived, a step', number: true, value: rank => columns.transfer[rank], cell: rank => knownTime(columns.transfer[rank])},
  ]}).element);
}

/**
 * @param {HTMLElement} root
 * @param {FleetRanks} ranks
 * @param {any} data
 */
export function renderCauses(root, ranks, data) {
  const {columns} = ranks;
  const stages = [...ranksBy(ranks, 'stage')].filter(([stage]) => stage >= 0).sort(([one], [other]) => one - other);
  const part = (/** @type {string} */ title, /** @type {string} */ sentence, /** @type {...Node} */ ...more) =>
    root.append(h('h3', {}, title), h('p', {class: 'muted'}, sentence), ...more);
  if (stages.length > 1) {
    const mean = meanKnown(columns.median);
    const rows = stages.map(([stage, members]) => ({stage, members, own: lowerMedian(members.map(rank => columns.median[rank]))}));
    part('Stages', data.stage ? `All stages wait for stage ${data.stage.stage}: +${formatPercent(data.stage.excess)} against the mean rank.`
      : 'No stage takes 5 % longer than the mean rank.', dataTable({label: 'Stages', rows, limit: 16, columns: [
      {key: 'stage', title: 'stage', number: true, value: each => each.stage},
      {key: 'ranks', title: 'ranks', number: true, value: each => each.members.length},
      {key: 'own', title: 'own time', hint: 'Median of its ranks', number: true, value: each => each.own, cell: each => formatTime(each.own)},
      {key: 'above', title: 'against the mean rank', number: true, value: each => each.own / mean - 1, cell: each => formatSlowdown(each.own / mean - 1)},
    ]}).element);
  }
  if (columns.batch) {
    part('Batches', data.lengths
      ? `The steps of ${formatCount(data.lengths.ranks)} ranks are as long as their batches are large: rank correlation ${data.lengths.correlation.toFixed(2)}.`
      : 'The time of a step does not depend on the size of its batch on most ranks.');
  }
  if (data.pauses) {
    const rows = Array.from({length: ranks.count}, (_, rank) => rank).filter(rank => (columns.pause_nanos?.[rank] ?? -1) > 0);
    part('Garbage collections', data.pauses.costNanos > 0 ? data.pausesSentence.replace(/^Garbage collections: /, '') : 'No step of any rank has a pause.',
      ...(rows.length === 0 ? [] : [dataTable({label: 'Ranks with pauses', rows, sort: 'pause', limit: 5, columns: [
        {key: 'rank', title: 'rank', number: true, value: rank => columns.rank[rank]},
        {key: 'host', title: 'host', value: rank => rankHost(ranks, rank)},
        {key: 'pause', title: 'mean pause in a step', number: true, value: rank => columns.pause_nanos[rank], cell: rank => formatTime(columns.pause_nanos[rank])},
      ]}).element]));
  }
  const absent = [stages.length > 1 ? '' : 'stages of a pipeline', columns.batch ? '' : 'sizes of batches', data.pauses ? '' : 'garbage collections'].filter(text => text !== '');
  if (absent.length > 0) root.append(h('p', {class: 'note muted'}, `Not recorded: ${absent.join(', ')}.`));
}
