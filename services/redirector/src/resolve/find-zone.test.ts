import { makeZoneFinder } from './find-zone';
import type { Zone } from './zone';

const zone = (id: string): Zone => ({ id, isEnabled: true, rootLocation: '' });
const zones = new Map([
  ['kurz.example', zone('plain')],
  ['kurz.example:8443', zone('with-port')],
  ['localhost:3000', zone('local')],
  ['xn--mller-kva.example', zone('umlaut')],
]);
const { find } = makeZoneFinder((domain) => zones.get(domain), {
  '127.0.0.1:3000': 'localhost:3000',
  'Alias.Example': 'KURZ.example',
  'kurz.example:8443': 'localhost:3000',
});
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test.each([
  ['kurz.example', 'plain'],
  ['KURZ.example.', 'plain'],
  ['kurz.example:80', 'plain'],
  ['kurz.example:9999', 'plain'],
  ['kurz.example:8443', 'with-port'],
  ['localhost:3000', 'local'],
  ['LOCALHOST.:3000', 'local'],
  ['127.0.0.1:3000', 'local'],
  ['alias.example', 'plain'],
  ['alias.example:81', 'plain'],
  [utf8('Müller.example'), 'umlaut'],
])('%s is served by the zone %s, again when it is asked again', (host, id) => {
  expect(find(host)?.id).toBe(id);
  expect(find(host)?.id).toBe(id);
});

test.each([
  ['localhost'],
  ['127.0.0.1'],
  ['127.0.0.1:3001'],
  ['evil.kurz.example'],
  ['kurz.example.evil'],
  [''],
])('%s is served by none', (host) => {
  expect(find(host)).toBeUndefined();
});

test('Ten thousand spellings of one host are all served', () => {
  for (let port = 10_000; port < 20_000; port++) expect(find(`kurz.example:${port}`)?.id).toBe('plain');
});
