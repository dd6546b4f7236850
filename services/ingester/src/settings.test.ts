import { SettingsError } from '@kurz/process';
import { readProcessSettings } from './settings';

const NEEDED = {
  KURZ_POSTGRES_URL: 'postgres://kurz:secret@db:5432/kurz',
  KURZ_REDIS_URL: 'rediss://cache:6379',
  KURZ_CLICKHOUSE_URL: 'https://kurz:secret@clickhouse:8443',
  KURZ_KAFKA_BROKERS: 'one:9092,two:9092',
};

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readProcessSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('the settings of the ingester', () => {
  it('need the four stores and nothing else', () => {
    const settings = readProcessSettings(NEEDED);
    expect(settings).toMatchObject({
      ops: { host: '0.0.0.0', port: 9102 },
      kafka: { brokers: ['one:9092', 'two:9092'], ssl: true },
      ingester: {
        topic: 'kurz.clicks',
        deadTopic: 'kurz.clicks.dead',
        lingerMs: 10_000,
        maxVisits: 100_000,
        resumeFromProgress: false,
      },
    });
    expect(faultsOf({}).map((fault) => /^\w+/.exec(fault)?.[0])).toEqual(
      expect.arrayContaining(Object.keys(NEEDED)),
    );
  });

  it('show name and password to Kafka in the way that its operator names, and in no other', () => {
    expect(readProcessSettings(NEEDED).kafka.mechanism).toBe('scram-sha-512');
    const names = { KURZ_KAFKA_USERNAME: 'kurz', KURZ_KAFKA_PASSWORD: 'secret' };
    const given = { ...NEEDED, ...names, KURZ_KAFKA_MECHANISM: 'plain' };
    expect(readProcessSettings(given).kafka).toMatchObject({ username: 'kurz', mechanism: 'plain' });
    expect(faultsOf({ ...NEEDED, KURZ_KAFKA_MECHANISM: 'gssapi' })).toHaveLength(1);
  });

  it('have a name for Kafka with its password, and no password without its name', () => {
    expect(faultsOf({ ...NEEDED, KURZ_KAFKA_USERNAME: 'kurz' })).toEqual([
      'KURZ_KAFKA_USERNAME is set without KURZ_KAFKA_PASSWORD',
    ]);
    expect(faultsOf({ ...NEEDED, KURZ_KAFKA_PASSWORD: 'secret', KURZ_KAFKA_USERNAME: '' })).toEqual([
      'KURZ_KAFKA_PASSWORD is set without KURZ_KAFKA_USERNAME',
    ]);
  });

  it('want TLS to stores on other machines, unless the network is private', () => {
    const plain = {
      ...NEEDED,
      KURZ_REDIS_URL: 'redis://cache:6379',
      KURZ_CLICKHOUSE_URL: 'http://kurz:secret@clickhouse:8123',
    };
    expect(faultsOf(plain)).toEqual([
      expect.stringMatching(/^KURZ_REDIS_URL has no TLS/),
      expect.stringMatching(/^KURZ_CLICKHOUSE_URL has no TLS/),
    ]);
    expect(faultsOf(plain).join()).not.toContain('secret');
    expect(faultsOf({ ...plain, KURZ_PRIVATE_NETWORK: 'true' })).toEqual([]);
  });

  it('list every fault at once and tell no password', () => {
    const faults = faultsOf({
      ...NEEDED,
      KURZ_POSTGRES_URL: 'mysql://kurz:secret@db/kurz',
      KURZ_KAFKA_BROKERS: 'one',
      KURZ_MAX_VISITS: '100001',
      KURZ_GEO_DB: '/nowhere/geo.mmdb',
    });
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).not.toContain('secret');
  });
});
