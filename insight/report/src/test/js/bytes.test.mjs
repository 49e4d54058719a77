import assert from 'node:assert/strict';
import {test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {ByteReader, fromBase64, gunzip} from '../../main/resources/io/stepprofiler/report/page/bytes.js';

test('a block is what was compressed', async () => {
  const plain = Uint8Array.from({length: 3000}, (_, i) => (i * i) & 255);
  assert.deepEqual(await gunzip(fromBase64(gzipSync(plain).toString('base64'))), plain);
});

test('numbers, signs and texts are read in turn', () => {
  const reader = new ByteReader(Uint8Array.of(0x00, 0x7f, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x03, 0x04, 0x03, 0x61, 0xc3, 0xa9));
  assert.equal(reader.varint(), 0);
  assert.equal(reader.varint(), 127);
  assert.equal(reader.varint(), 128);
  assert.equal(reader.varint(), 2 ** 53 - 1);
  assert.equal(reader.signed(), -2);
  assert.equal(reader.signed(), 2);
  assert.equal(reader.text(), 'aé');
  assert.ok(reader.isAtEnd);
});

test('data that ends too early is told', () => {
  assert.throws(() => new ByteReader(Uint8Array.of(0x80)).varint(), RangeError);
  assert.throws(() => new ByteReader(Uint8Array.of(5, 65)).text(), RangeError);
});
