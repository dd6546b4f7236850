import { SettingsError } from '@kurz/process';
import { readProcessSettings } from './process-settings';

const least = {
  KURZ_JOURNAL_DIR: '/var/lib/kurz',
  KURZ_POSTGRES_URL: 'postgres://kurz:geheim@db/links',
  KURZ_REDIS_URL: 'rediss://cache:6379',
  KURZ_KAFKA_BROKERS: 'kafka-1:9092,kafka-2:9092',
};

test('Where the stores and the journal are is enough', () => {
  expect(readProcessSettings(least)).toMatchObject({
    logLevel: 'info',
    ops: { host: '0.0.0.0', port: 9101 },
    port: 8080,
    stopMs: 8_800,
    workers: 1,
    journalDirectory: '/var/lib/kurz',
    journalMaxBytes: 10 * 1024 ** 3,
    isFastPathOn: true,
    maxConnections: 10_000,
    postgres: { host: 'db', maxConnections: 10 },
    kafka: { brokers: ['kafka-1:9092', 'kafka-2:9092'], ssl: true, topic: 'kurz.clicks' },
  });
});

test('Name and password are shown to Kafka in the way that its operator names', () => {
  expect(readProcessSettings(least).kafka.mechanism).toBe('scram-sha-512');
  expect(readProcessSettings({ ...least, KURZ_KAFKA_MECHANISM: 'plain' }).kafka.mechanism).toBe('plain');
  expect(() => readProcessSettings({ ...least, KURZ_KAFKA_MECHANISM: 'gssapi' })).toThrow(SettingsError);
});

test('Redis without TLS is refused on another machine, unless the network is private', () => {
  const plain = { ...least, KURZ_REDIS_URL: 'redis://cache:6379' };
  expect(() => readProcessSettings(plain)).toThrow(/KURZ_REDIS_URL has no TLS/);
  const settings = readProcessSettings({ ...plain, KURZ_PRIVATE_NETWORK: 'true' });
  expect(settings.redisUrl).toBe(plain.KURZ_REDIS_URL);
});

test('The machine names the journals, and may be given another name', () => {
  expect(readProcessSettings(least).nodeName).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
  expect(readProcessSettings({ ...least, KURZ_NODE_NAME: 'redirector-0' }).nodeName).toBe('redirector-0');
});

test('The workers share the room for journals', () => {
  const settings = readProcessSettings({ ...least, KURZ_WORKERS: '4', KURZ_JOURNAL_MAX_BYTES: '4194304' });
  expect(settings.journalMaxBytes).toBe(1_048_576);
});

test('By default a worker ships faster than it can answer', () => {
  expect(readProcessSettings(least).shipVisitsPerSecond).toBe(120_000);
  const given = readProcessSettings({ ...least, KURZ_SHIP_VISITS_PER_SECOND: '300000' });
  expect(given.shipVisitsPerSecond).toBe(300_000);
});

test('A near cache has a bound, beyond which no worker could make it', () => {
  const withBytes = (bytes: number) =>
    readProcessSettings({ ...least, KURZ_NEAR_CACHE_BYTES: String(bytes) }).redirector.nearCacheBytes;
  expect(withBytes(4 * 1024 ** 3)).toBe(4 * 1024 ** 3);
  expect(() => withBytes(17 * 1024 ** 3)).toThrow(/KURZ_NEAR_CACHE_BYTES must be <= \d+/);
});

test('All faults are named at once, and no secret with them', () => {
  const read = () =>
    readProcessSettings({
      KURZ_POSTGRES_URL: 'postgres://kurz:geheim@db/links?sslmode=prefer',
      KURZ_REDIS_URL: 'cache:6379',
      KURZ_KAFKA_BROKERS: 'kafka',
      KURZ_WORKERS: '0',
      KURZ_NODE_NAME: 'a/b',
    });
  let faults: string[] = [];
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) faults = error.faults;
  }
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual([
    'KURZ_JOURNAL_DIR',
    'KURZ_KAFKA_BROKERS',
    'KURZ_NODE_NAME',
    'KURZ_POSTGRES_URL',
    'KURZ_REDIS_URL',
    'KURZ_WORKERS',
  ]);
  expect(faults.join()).not.toContain('geheim');
});
