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

test('of a host that is longer than any of the DNS only the hosts above it are names that can be one', () => {
  const hosts = namesOf(`https://${'a.'.repeat(16_000)}evil.example../x`).filter(
    ({ kind }) => kind === 'host',
  );
  expect(hosts.at(-2)).toEqual({ kind: 'host', value: 'evil.example' });
  expect(hosts[0]?.value).toBe(`${'a.'.repeat(120)}evil.example`);
  expect(hosts).toHaveLength(122);
  expect(named('a.'.repeat(120) + 'evil.example')).toMatchObject({ kind: 'host' });
  expect(named('a.'.repeat(121) + 'evil.example')).toBe('malformed');
});

test.each([1, 200, 253, 254, 255, 300])('a host of %i full stops and a letter has its names', (stops) => {
  const host = `${'.'.repeat(stops)}a`;
  const all = host.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  expect(namesOf(`https://${host}/`).slice(1)).toEqual(
    all.filter((value) => value.length <= 253).map((value) => ({ kind: 'host', value })),
  );
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
