import * as fc from 'fast-check';
import { lineBytesOf, lineEnd, payloadOf, putLine } from './journal-line';

const latin1 = fc.string({
  unit: fc
    .integer({ min: 0, max: 255 })
    .filter((code) => code !== 10)
    .map((code) => String.fromCharCode(code)),
});

const bytesOf = (...payloads: string[]) => {
  const bytes = Buffer.alloc(payloads.reduce((sum, payload) => sum + lineBytesOf(payload), 0));
  let at = 0;
  for (const payload of payloads) {
    putLine(bytes, at, payload);
    at += lineBytesOf(payload);
  }
  return bytes;
};

test('a payload of any Latin-1 text without a line feed comes back as it was', () => {
  fc.assert(
    fc.property(latin1, (payload) => {
      const bytes = bytesOf(payload);
      const end = lineEnd(bytes, 0, bytes.length - 1);
      expect(end).toBe(bytes.length - 1);
      expect(payloadOf(bytes, 0, end)).toBe(payload);
    }),
  );
});

test('no single flipped bit of checksum or payload goes unseen', () => {
  const bytes = bytesOf('1\tvisit');
  for (let bit = 0; bit < (bytes.length - 1) * 8; bit++) {
    const hit = Buffer.from(bytes);
    hit.writeUInt8(hit.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(lineEnd(hit, 0, hit.length - 1)).toBe(-1);
  }
});

test('when a line feed is hit, both lines around it are still found', () => {
  fc.assert(
    fc.property(latin1, latin1, (first, second) => {
      const bytes = bytesOf(first, second);
      const feed = lineBytesOf(first) - 1;
      bytes[feed] = 11;
      expect(lineEnd(bytes, 0, bytes.length - 1)).toBe(feed);
      expect(lineEnd(bytes, feed + 1, bytes.length - 1)).toBe(bytes.length - 1);
    }),
  );
});

test('bytes that nobody wrote as a line are none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (array) => {
      expect(lineEnd(Buffer.from(array), 0, array.length)).toBe(-1);
    }),
  );
});
