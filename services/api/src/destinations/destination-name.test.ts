import fc from 'fast-check';
import { anyWebUrl } from '../../../../tests/inputs/any-web-url';
import { addressOf, destinationNamed, hashOf, namesOf } from './destination-name';

const named = (text: string) => {
  const outcome = destinationNamed(text);
  return outcome.kind === 'named' ? outcome.name : outcome.kind;
};

test.each([
  ['Evil.Example.', 'evil.example'],
  ['evil.example:8443', 'evil.example'],
  [' www.bücher.example ', 'www.xn--bcher-kva.example'],
  ['203.0.113.7', '203.0.113.7'],
  ['0xCB.0x00.0x71.0x07', '203.0.113.7'],
  ['[2001:DB8::1]', '[2001:db8::1]'],
])('%j names the host %s', (text, value) => {
  expect(named(text)).toEqual({ kind: 'host', value });
});

test.each([
  ['https://Evil.example/Path?q=1#part', 'evil.example/Path?q=1'],
  ['http://evil.example:80/', 'evil.example/'],
  ['evil.example./a', 'evil.example/a'],
  ['https://evil.example:8443/%61%2f', 'evil.example:8443/a%2F'],
  ['evil.example?x', 'evil.example/?x'],
])('%j names the address %s', (text, value) => {
  expect(named(text)).toEqual({ kind: 'address', value });
});

test.each([
  ['', 'malformed'],
  ['ftp://evil.example/', 'malformed'],
  ['http://user@evil.example/', 'malformed'],
  ['co.uk', 'public_suffix'],
  ['com', 'public_suffix'],
])('%j names nothing: %s', (text, kind) => {
  expect(named(text)).toBe(kind);
});

test('a destination has its address, its host and every host above as names', () => {
  expect(namesOf('https://a.evil.example.:8443/x#y')).toEqual([
    { kind: 'address', value: 'a.evil.example:8443/x' },
    { kind: 'host', value: 'a.evil.example' },
    { kind: 'host', value: 'evil.example' },
    { kind: 'host', value: 'example' },
  ]);
});

test('whatever is named as an address is found under the address of that destination', () => {
  fc.assert(
    fc.property(anyWebUrl({ withFragments: true, withQueryParameters: true }), (text) => {
      const { href } = new URL(text);
      const name = named(href);
      expect(name).toEqual(addressOf(href));
      expect(namesOf(href).map((each) => hashOf(each).toString('hex'))).toContain(
        hashOf(addressOf(href)).toString('hex'),
      );
    }),
  );
});
