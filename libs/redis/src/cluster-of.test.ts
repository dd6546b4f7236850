import { clusterOf } from './cluster-of';
import { REDIS_URL } from './redis-setting';

test('An address may name nodes of a cluster', () => {
  const read = clusterOf('rediss+cluster://kurz:a%40b@one,[::1]:7');
  if (read.kind !== 'cluster') throw new Error(read.kind);
  const { seeds, urlOf } = read.address;
  expect(seeds).toEqual(['one:6379', '::1:7']);
  expect(seeds.map(urlOf)).toEqual(['rediss://kurz:a%40b@one:6379', 'rediss://kurz:a%40b@[::1]:7']);
  expect(clusterOf('redis://cache:6379')).toEqual({ kind: 'none' });
  expect(clusterOf('redis+sentinel://cache?master=links')).toEqual({ kind: 'none' });
});

test.each([
  ['redis+cluster://:geheim@one/2', 'must not name a database: a cluster has only one'],
  ['redis+cluster://:geheim@one?master=links', 'must have no parameters when it names a cluster'],
  ['redis+cluster://:geheim@', 'must be redis+cluster://user:password@host:port,host:port'],
])('The setting refuses %s', (address, fault) => {
  expect(REDIS_URL.validate(address, { KURZ_PRIVATE_NETWORK: 'true' })).toEqual([fault]);
});

test('Without TLS the setting takes nodes on this machine only', () => {
  expect(REDIS_URL.validate('redis+cluster://localhost,127.0.0.1:7', {})).toEqual([]);
  expect(REDIS_URL.validate('redis+cluster://localhost,cache:7', {})).toEqual([
    'has no TLS, and cache is another machine: use rediss+cluster://, or KURZ_PRIVATE_NETWORK=true when the network is private',
  ]);
  expect(REDIS_URL.validate('rediss+cluster://cache', {})).toEqual([]);
});
