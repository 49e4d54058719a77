import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {PHASE, isWait, partLabel, partVariable, rankPhases} from '../../main/resources/io/stepprofiler/report/page/palette.js';

const CSS = readFileSync(new URL('../../main/resources/io/stepprofiler/report/page/page.css', import.meta.url), 'utf8');
/** What eyes without red, green or blue see, in linear light: Machado, Oliveira and Fernandes (2009), and all others. */
const EYES = {
  red: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  green: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  blue: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
};
const LEAST_DIFFERENCE = 11;

const linear = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (one, other) => {
  const [high, low] = [luminance(linear(one)), luminance(linear(other))].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

function lab(rgb) {
  const [r, g, b] = rgb.map(c => Math.min(1, Math.max(0, c)));
  const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089]
    .map(t => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const seen = (hex, eyes) => lab(eyes.map(row => row.reduce((sum, weight, i) => sum + weight * linear(hex)[i], 0)));
const variables = Object.fromEntries([...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [name, [light, dark]]));
const marks = Object.keys(variables).filter(name => /^(phase|wait)-/.test(name));
const isSolid = name => name.startsWith('phase-') || name === 'wait-unaccounted';

for (const [theme, name] of ['light', 'dark'].entries()) {
  test(`marks differ from what is behind them, ${name}`, () => {
    for (const mark of marks) assert.ok(contrast(variables[mark][theme], variables.page[theme]) >= 3, mark);
  });

  test(`texts are readable, ${name}`, () => {
    for (const text of ['ink', 'soft', 'faint', 'accent', 'warn', 'good']) {
      for (const behind of ['page', 'card', 'hover']) assert.ok(contrast(variables[text][theme], variables[behind][theme]) >= 4.5, `${text} on ${behind}`);
    }
  });

  for (const [eyes, matrix] of Object.entries(EYES)) {
    test(`marks of a kind differ, ${name}, eyes ${eyes === 'all' ? 'that see all' : `without ${eyes}`}`, () => {
      for (const one of marks) {
        for (const other of marks) {
          // What waits is hatched, and so differs from what does not.
          if (one >= other || isSolid(one) !== isSolid(other)) continue;
          const difference = Math.hypot(...seen(variables[one][theme], matrix).map((value, i) => value - seen(variables[other][theme], matrix)[i]));
          assert.ok(difference >= LEAST_DIFFERENCE, `${one} and ${other} differ by ${difference.toFixed(1)}`);
        }
      }
    });
  }
}

test('the phases with the most time have colours of their own', () => {
  rankPhases(['train', 'forward', '(other)', ...Array.from({length: 8}, (_, i) => `p${i}`)]);
  assert.equal(partVariable(`${PHASE}train`), '--phase-0');
  assert.equal(partVariable(`${PHASE}forward`), '--phase-1');
  assert.equal(partVariable(`${PHASE}(other)`), '--phase-other');
  assert.equal(partVariable('DATA_WAIT'), '--wait-data-wait');
});

test('parts have words, also those that a later version brings', () => {
  assert.equal(partLabel('VM_PAUSE'), 'paused by the virtual machine');
  assert.equal(partLabel('NEW_THING'), 'new thing');
  assert.equal(partLabel(`${PHASE}forward`), 'forward');
  assert.ok(isWait('LOCK') && !isWait('UNACCOUNTED') && !isWait(`${PHASE}x`));
});
