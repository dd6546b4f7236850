import { isIPv4, isIPv6 } from 'node:net';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../tests/inputs/any-character';
import { cutAddress } from './cut-address';

const expanded = (address: string): number[] => {
  const [left = '', right = ''] = address.split('::');
  const groups = (side: string) => (side === '' ? [] : side.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groups(left), groups(right)];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
};

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['0.0.0.0', '0.0.0.0'],
  ['255.255.255.255', '255.255.255.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['::FFFF:cb00:714d', '203.0.113.0'],
  ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:0DB8:0001::6', '2001:db8:1::'],
  ['2001:db8::1:2:3:4:5', '2001:db8::'],
  ['2001:db8:0:5::', '2001:db8::'],
  ['2001::5', '2001::'],
  ['0:0:1::', '0:0:1::'],
  ['::1', '::'],
  ['::', '::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::ffff:203.0.113.77%3', '203.0.113.0'],
  ['64:ff9b::203.0.113.77', '64:ff9b::'],
])('%s is cut to %s', (address, network) => {
  expect(cutAddress(address)).toBe(network);
});

test('6to4, whose first 48 bits hold a whole IPv4 address, is cut to that address’s /24', () => {
  expect(cutAddress('2002:cb00:714d:1::1')).toBe('203.0.113.0');
});

test.each([
  '',
  'unknown',
  '203.0.113',
  '203.0.113.',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.7:80',
  '203.0.113.7 ',
  '1.2.3.4.5',
  '[2001:db8::1]',
  '2001:db8::1::2',
  '2001:db8:1:2:3:4:5',
  '1:2:3:4:5:6:7:8:9',
  '12345::',
  ':1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:',
  '::1.2.3.4:5',
  ':::',
  '%eth0',
  ':'.repeat(100_000),
])('%j is no address and leaves nothing', (text) => {
  expect(cutAddress(text)).toBe('');
});

test('no IPv4 address leaves finer than its /24', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const octets = address.split('.');
      expect(cutAddress(address)).toBe(`${octets.slice(0, 3).join('.')}.0`);
      expect(cutAddress(`::ffff:${address}`)).toBe(cutAddress(address));
    }),
  );
});

test('no IPv6 address leaves finer than its /48', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const network = cutAddress(address);
      if (isIPv4(network)) {
        expect(network).toMatch(/\.0$/);
      } else {
        expect(isIPv6(network)).toBe(true);
        expect(expanded(network).slice(3)).toEqual([0, 0, 0, 0, 0]);
        if (!address.includes('.'))
          expect(expanded(network).slice(0, 3)).toEqual(expanded(address).slice(0, 3));
      }
    }),
    { numRuns: 500 },
  );
});

test('what the system takes for an address, and nothing else, leaves a network; nothing throws', () => {
  const alphabet = fc.constantFrom(...'0123456789abcdefF:.%:: ');
  const nearly = fc
    .tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(), alphabet)
    .map(([address, at, character]) => {
      const cut = at % address.length;
      return address.slice(0, cut) + character + address.slice(cut + 1);
    });
  const texts = fc.oneof(
    fc.string({ unit: alphabet, maxLength: 20 }),
    nearly,
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const withoutZone = text.split('%')[0] ?? '';
      const isAddress = isIPv4(text) || isIPv6(withoutZone);
      expect(cutAddress(text) !== '').toBe(isAddress);
    }),
    { numRuns: 2_000 },
  );
});

test('a cut network stays as it is when cut again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(cutAddress(cutAddress(address))).toBe(cutAddress(address));
    }),
  );
});
