/** Writes blocks of the timeline as the simplest code can, to be read by the page's. */

/** @param {number} value */
function varint(value) {
  const bytes = [];
  let rest = BigInt(value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

/**
 * @param {{tracks: {title?: string, kind?: string, nested?: number, rows: [number, number, number][][]}[],
 *     names?: string[], counters?: {title: string, samples: [number, number][]}[], version?: number, unit?: number, origin?: number, window?: number}} given
 *     a span is its start, its end and its label; a sample is its time and its step
 */
export function timelineBytes(given) {
  const texts = ['', 'SCOPE', ...(given.names ?? ['a', 'b', 'c'])];
  const counters = given.counters ?? [];
  const tracks = given.tracks.map(track => ({
    title: texts.push(track.title ?? 'main') - 1, kind: track.kind ?? 'THREAD', nested: track.nested ?? track.rows.length, rows: track.rows.map(row => row.length)}));
  const version = given.version ?? 2;
  const header = {
    ...(version === 1 ? {} : {version}),
    origin: given.origin ?? 0, unit: given.unit ?? 1, window: given.window ?? 0,
    labels: (given.names ?? ['a', 'b', 'c']).map((_, i) => [i + 2, 1, 0, 0, 0]), tracks,
    counters: counters.map(counter => ({title: texts.push(counter.title) - 1, size: counter.samples.length, base: 10, step: 0.5})),
    missing: {short: 0, shorterThan: 0, wholeSteps: [], crowded: 0, withoutDetails: 0}, texts,
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bytes = [...varint(json.length), ...json];
  const labels = (/** @type {[number, number, number][]} */ row) => row.forEach(([, , label]) => bytes.push(...varint(label)));
  const rows = given.tracks.flatMap(track => track.rows);
  for (const row of rows) {
    row.forEach(([start], i) => bytes.push(...varint(start - (i === 0 ? 0 : row[i - 1][1]))));
    row.forEach(([start, end]) => bytes.push(...varint(end - start)));
    if (version === 1) labels(row);
  }
  if (version > 1) rows.forEach(labels);
  for (const {samples} of counters) {
    samples.forEach(([time], i) => bytes.push(...varint(time - (i === 0 ? 0 : samples[i - 1][0]))));
    samples.forEach(([, step], i) => {
      const difference = step - (i === 0 ? 0 : samples[i - 1][1]);
      bytes.push(...varint(difference < 0 ? -2 * difference - 1 : 2 * difference));
    });
  }
  return Uint8Array.from(bytes);
}

/**
 * The same numbers for the same seed.
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0 || 1;
  return (/** @type {number} */ bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % bound;
  };
}

/**
 * A row of spans, some of no length, some that touch.
 * @param {(bound: number) => number} random
 * @param {number} count
 * @param {number} longest
 * @returns {[number, number, number][]}
 */
export function randomRow(random, count, longest) {
  let time = random(50);
  return Array.from({length: count}, () => {
    const start = time + (random(3) === 0 ? 0 : random(longest));
    time = start + (random(4) === 0 ? 0 : random(longest));
    return [start, time, random(3)];
  });
}
