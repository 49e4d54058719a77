// @ts-check

/**
 * @param {string} text base64
 * @returns {Uint8Array}
 */
export function fromBase64(text) {
  // Not available in all browsers that the page supports.
  const native = /** @type {any} */ (Uint8Array).fromBase64;
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * @param {Uint8Array} bytes gzip
 * @returns {Promise<Uint8Array>}
 */
export async function gunzip(bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads a block from its start to its end. Numbers are exact up to 2^53. */
export class ByteReader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.position = 0;
  }

  get isAtEnd() {
    return this.position >= this.bytes.length;
  }

  u8() {
    if (this.isAtEnd) throw new RangeError('the data ends too early');
    return this.bytes[this.position++];
  }

  /** Reads a number of seven bits per byte, lowest first. */
  varint() {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  /** Reads a varint whose lowest bit is the sign. */
  signed() {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Reads a length and that many bytes of UTF-8, unchanged: `oneLine` makes it safe to show. */
  text() {
    const length = this.varint();
    const end = this.position + length;
    if (end > this.bytes.length) throw new RangeError('the data ends too early');
    const text = new TextDecoder('utf-8', {ignoreBOM: true}).decode(this.bytes.subarray(this.position, end));
    this.position = end;
    return text;
  }
}
