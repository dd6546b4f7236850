import fc from 'fast-check';
import { checkTokenShape, makeTokenSecret } from './token-secret';

test('a secret starts with its kind’s prefix and carries 27 random characters and 6 of checksum', () => {
  expect(makeTokenSecret('workspace')).toMatch(/^kz_ws_[0-9A-Za-z]{33}$/);
  expect(makeTokenSecret('user')).toMatch(/^kz_[0-9A-Za-z]{33}$/);
  expect(27 * Math.log2(62)).toBeGreaterThanOrEqual(160);
});

test('no two secrets are the same, and each passes its own check', () => {
  const secrets = Array.from({ length: 200 }, (_, index) =>
    makeTokenSecret(index % 2 ? 'user' : 'workspace'),
  );
  expect(new Set(secrets).size).toBe(200);
  expect(secrets.filter((secret) => !checkTokenShape(secret))).toEqual([]);
});

test('the checksum is the CRC-32 that other programs compute, in base62', () => {
  // computed here bit by bit, without zlib
  const random = '0'.repeat(27);
  const value = Number(`0x${crc32Of(random)}`);
  expect(checkTokenShape(`kz_${random}${base62Of(value)}`)).toBe(true);
});

/** CRC-32 bit by bit, as the standard describes it. */
function crc32Of(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16);
}

function base62Of(value: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  for (let place = 5; place >= 0; place--) text += digits[Math.floor(value / 62 ** place) % 62];
  return text;
}

test('a slip in any one character is found', () => {
  const secret = makeTokenSecret('workspace');
  const position = fc.integer({ min: 6, max: secret.length - 1 });
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  fc.assert(
    fc.property(position, character, (at, by) => {
      const slipped = secret.slice(0, at) + by + secret.slice(at + 1);
      return slipped === secret || !checkTokenShape(slipped);
    }),
  );
});

test.each([
  '',
  'kz_',
  'kz_ws_',
  'other_ws_0000000000000000000000000000000000',
  makeTokenSecret('user').slice(0, -1),
  `${makeTokenSecret('user')}0`,
  makeTokenSecret('user').replace('kz_', 'KZ_'),
  ` ${makeTokenSecret('user')}`,
  `${makeTokenSecret('user')}\n`,
])('%j is no token', (text) => {
  expect(checkTokenShape(text)).toBe(false);
});
