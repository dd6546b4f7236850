import { PRIVATE_NETWORK, readSettings, SettingsError } from '@kurz/process';
import { CLICKHOUSE_PROPERTIES, requiredClickHousesOf, REQUIRED_CLICKHOUSE_URL } from './clickhouse-setting';

const read = (environment: Record<string, string>) =>
  requiredClickHousesOf(
    readSettings(
      {
        KURZ_CLICKHOUSE_URL: REQUIRED_CLICKHOUSE_URL,
        KURZ_PRIVATE_NETWORK: PRIVATE_NETWORK,
        ...CLICKHOUSE_PROPERTIES,
      },
      environment,
    ),
    1_000,
  );

const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

const [ONE, TWO] = ['http://127.0.0.1:8123', 'http://127.0.0.1:8124'];

test('One address stands in either setting, several in the second, the first shard first', () => {
  const single = read({ KURZ_CLICKHOUSE_URL: ONE });
  expect(single).toMatchObject([{ url: ONE, database: 'kurz' }]);
  expect(read({ KURZ_CLICKHOUSE_URLS: ONE })).toEqual(single);
  const both = { KURZ_CLICKHOUSE_URL: ONE, KURZ_CLICKHOUSE_URLS: `${ONE}, ${TWO}\n` };
  expect(read(both)).toMatchObject([{ url: ONE }, { url: TWO }]);
});

test('Faults are told: none, one twice, another first, no address, one without TLS on another machine', () => {
  expect(faultsOf({})).toEqual(['KURZ_CLICKHOUSE_URL is missing']);
  expect(faultsOf({ KURZ_CLICKHOUSE_URLS: `${ONE},${ONE}` })[0]).toMatch(/twice/);
  expect(faultsOf({ KURZ_CLICKHOUSE_URL: TWO, KURZ_CLICKHOUSE_URLS: `${ONE},${TWO}` })[0]).toMatch(
    /must begin/,
  );
  expect(faultsOf({ KURZ_CLICKHOUSE_URLS: `${ONE},ftp://x` })[0]).toMatch(/http/);
  expect(faultsOf({ KURZ_CLICKHOUSE_URLS: `${ONE},http://elsewhere:8123` })[0]).toMatch(/no TLS/);
});

test.each([
  'https://',
  'https://kurz:ge%heim@clicks',
  'http://kurz:ge/heim@clicks:8123',
  'https://clicks:99999',
])('%s is no address, also in a private network', (url) => {
  const isPrivate = { KURZ_PRIVATE_NETWORK: 'true' };
  expect(faultsOf({ ...isPrivate, KURZ_CLICKHOUSE_URL: url })).toEqual([
    'KURZ_CLICKHOUSE_URL must be an address',
  ]);
  expect(faultsOf({ ...isPrivate, KURZ_CLICKHOUSE_URLS: `${ONE},${url}` })).toEqual([
    'KURZ_CLICKHOUSE_URLS must be an address',
  ]);
});

test.each([
  [`${ONE}/?database=clicks`, 'is refused: Unknown URL parameters: database'],
  [`${ONE}/?request_timeout=soon`, 'is refused: "request_timeout" has invalid numeric value: soon'],
  ['https://one:8443,https://two:8443', 'must be one address; KURZ_CLICKHOUSE_URLS takes several'],
  [`${ONE}/clicks`, 'must have no path: KURZ_CLICKHOUSE_DATABASE names the database'],
  [`${ONE}/behind/a-proxy`, 'must have no path: KURZ_CLICKHOUSE_DATABASE names the database'],
])('The setting refuses %s', (url, fault) => {
  expect(faultsOf({ KURZ_CLICKHOUSE_URL: url })).toEqual([`KURZ_CLICKHOUSE_URL ${fault}`]);
});

test('An address may end with the name of the database', () => {
  expect(faultsOf({ KURZ_CLICKHOUSE_URL: `${ONE}/kurz` })).toEqual([]);
  const clicks = { KURZ_CLICKHOUSE_DATABASE: 'clicks' };
  expect(faultsOf({ ...clicks, KURZ_CLICKHOUSE_URLS: `${ONE}/clicks, ${TWO}/` })).toEqual([]);
});
