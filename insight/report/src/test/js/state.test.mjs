import assert from 'node:assert/strict';
import {test} from 'node:test';
import {PageState, formatHash, parseHash} from '../../main/resources/io/stepprofiler/report/page/state.js';

test('a hash is read back as it was written, whatever is in it', () => {
  const values = new Map([['from', '3'], ['flame.search', 'a&b=c #%/<i>'], ['ü', '1 2']]);
  assert.deepEqual(parseHash('#' + formatHash(values)), values);
});

test('a hash that this page did not write is left out where it makes no sense', () => {
  assert.deepEqual(parseHash('#%E0%A4%A=1&=2&x&from=3'), new Map([['from', '3']]));
});

test('a hash names the section where the reader is, before or without a state', () => {
  assert.deepEqual(parseHash('#flame'), new Map([['section', 'flame']]));
  assert.equal(formatHash(parseHash('#flame&from=3&to=4')), 'flame&from=3&to=4');
  const written = [];
  const state = new PageState('#from=1', (...each) => written.push(each));
  state.go('steps');
  state.go('steps');
  state.set({from: 2});
  assert.deepEqual(written, [['steps&from=1', true], ['steps&from=2', false]]);
});

test('subscribers hear of their own keys only, and only if a value changes', () => {
  const heard = [];
  const hashes = [];
  const state = new PageState('#from=1', hash => hashes.push(hash));
  state.subscribe(['from', 'to'], changed => heard.push(changed));
  state.set({from: 1});
  state.set({theme: 'dark'});
  state.set({from: '', to: 4});
  assert.deepEqual(heard, [['from', 'to']]);
  assert.deepEqual(hashes, ['from=1&theme=dark', 'theme=dark&to=4']);
});

test('a subscription that has ended hears nothing', () => {
  const state = new PageState('');
  let heard = 0;
  const end = state.subscribe(['zoom'], () => heard++);
  state.set({zoom: '1-2'});
  end();
  state.set({zoom: '1-3'});
  assert.equal(heard, 1);
});

test('going to another hash tells what differs, also what is gone', () => {
  const heard = [];
  const state = new PageState('#from=1&to=2');
  state.subscribe(['from', 'to', 'theme'], changed => heard.push(...changed));
  state.replace('#from=1&theme=dark');
  assert.deepEqual(heard.sort(), ['theme', 'to']);
  assert.equal(state.get('to'), '');
});
