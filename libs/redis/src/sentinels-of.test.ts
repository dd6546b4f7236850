import { REDIS_URL } from './redis-setting';
import { sentinelsOf } from './sentinels-of';

test('An address may name the sentinels that know the primary', () => {
  expect(sentinelsOf('redis+sentinel://kurz:a%40b@one,[::1]:7/2?master=links')).toEqual({
    kind: 'sentinels',
    sentinels: {
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: '::1', port: 7 },
      ],
      name: 'links',
      db: 2,
      username: 'kurz',
      password: 'a@b',
    },
  });
  expect(sentinelsOf('rediss://cache:6379')).toEqual({ kind: 'none' });
});

test('They may have TLS, and a name and password of their own', () => {
  expect(
    sentinelsOf('rediss+sentinel://:x@one?master=links&sentinel_user=watch&sentinel_password=a%26b'),
  ).toMatchObject({
    sentinels: {
      password: 'x',
      sentinelUsername: 'watch',
      sentinelPassword: 'a&b',
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    },
  });
});

test('Passwords of random bytes in base64 are taken as they are, that of the sentinels as that of Redis', () => {
  expect(sentinelsOf('redis+sentinel://:a+b=@one?master=links&sentinel_password=a+b/c=')).toMatchObject({
    sentinels: { password: 'a+b=', sentinelPassword: 'a+b/c=' },
  });
});

test.each([
  ['redis+sentinel://:geheim@one,two:26379', 'must name the primary: ?master=name'],
  ['redis+sentinel://:geheim@one?master=', 'must name the primary: ?master=name'],
  ['redis+sentinel://:geheim@one?master=links&quorum=2', 'has an unknown parameter: quorum'],
  ['redis+sentinel://:geheim@one/links?master=links', 'must name the database by its number'],
  [
    'redis+sentinel://:geheim@?master=links',
    'must be redis+sentinel://user:password@host:port,host:port/db?master=name',
  ],
])('The setting refuses %s', (address, fault) => {
  expect(REDIS_URL.validate(address, { KURZ_PRIVATE_NETWORK: 'true' })).toEqual([fault]);
});

test('Without TLS the setting takes sentinels on this machine only', () => {
  expect(REDIS_URL.validate('redis+sentinel://localhost,127.0.0.1:7?master=links', {})).toEqual([]);
  expect(REDIS_URL.validate('redis+sentinel://localhost,cache:7?master=links', {})).toEqual([
    'has no TLS, and cache is another machine: use rediss+sentinel://, or KURZ_PRIVATE_NETWORK=true when the network is private',
  ]);
  expect(REDIS_URL.validate('rediss+sentinel://cache?master=links', {})).toEqual([]);
});
