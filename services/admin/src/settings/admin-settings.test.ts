import { SettingsError } from '@kurz/process';
import { readAdminSettings } from './admin-settings';

describe('readAdminSettings', () => {
  it('says of no server when nothing is set, so that the command works on the data folder', () => {
    const settings = readAdminSettings({});
    expect([settings.postgres, settings.clickHouses, settings.kafka]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(settings.topics).toEqual({
      topic: 'kurz.clicks',
      deadTopic: 'kurz.clicks.dead',
      partitions: 12,
      replication: 3,
      retentionMs: 7 * 86_400_000,
    });
  });

  it('takes servers by their URLs, and the cluster that ClickHouse is a part of', () => {
    const settings = readAdminSettings({
      KURZ_POSTGRES_URL: 'postgres://kurz:p%40ss@db:5433/kurz?sslmode=require',
      KURZ_CLICKHOUSE_URL: 'https://kurz:secret@clicks:8443',
      KURZ_CLICKHOUSE_CLUSTER: '{cluster}',
      KURZ_KAFKA_BROKERS: 'a:9092,b:9092',
    });
    expect(settings.postgres).toMatchObject({ host: 'db', port: 5433, user: 'kurz', password: 'p@ss' });
    expect(settings.clickHouses).toMatchObject([{ kind: 'server', database: 'kurz', cluster: '{cluster}' }]);
    expect(settings.kafka).toMatchObject({
      brokers: ['a:9092', 'b:9092'],
      ssl: true,
      mechanism: 'scram-sha-512',
    });
  });

  it('refuses stores without TLS on other machines, unless the network is private', () => {
    const plain = { KURZ_REDIS_URL: 'redis://cache:6379', KURZ_CLICKHOUSE_URL: 'http://clicks:8123' };
    expect(() => readAdminSettings(plain)).toThrow(
      /KURZ_REDIS_URL has no TLS[^]*KURZ_CLICKHOUSE_URL has no TLS/,
    );
    expect(readAdminSettings({ ...plain, KURZ_PRIVATE_NETWORK: 'true' }).redisUrl).toBe('redis://cache:6379');
  });

  it('speaks plainly to brokers on this machine alone, or where the setting says so', () => {
    const sslOf = (brokers: string, setting: Record<string, string> = {}) =>
      readAdminSettings({ KURZ_KAFKA_BROKERS: brokers, ...setting }).kafka?.ssl;
    expect([sslOf('127.0.0.1:9092,localhost:9093'), sslOf('127.0.0.1:9092,b:9092')]).toEqual([false, true]);
    expect(sslOf('b:9092', { KURZ_KAFKA_SSL: 'false' })).toBe(false);
  });

  it('makes the users that addresses of services name, and refuses an address without one', () => {
    const redis = { KURZ_INGESTER_REDIS_URL: 'rediss://kurz_ingester:p%40ss@redis:6379' };
    expect(readAdminSettings(redis).storeUsers).toEqual([
      { store: 'redis', service: 'ingester', user: 'kurz_ingester', password: 'p@ss' },
    ]);
    expect(() => readAdminSettings({ KURZ_API_CLICKHOUSE_URL: 'http://clicks:8123' })).toThrow(
      'KURZ_API_CLICKHOUSE_URL must be an address',
    );
  });

  it('lists every fault at once', () => {
    const faultsOf = () => {
      try {
        readAdminSettings({
          KURZ_POSTGRES_URL: 'mysql://x',
          KURZ_REDIS_URL: 'http://x',
          KURZ_TOKEN_PEPPER: 'short',
          KURZ_CLICKHOUSE_DATABASE: 'x; DROP',
          KURZ_CLICKHOUSE_CLUSTER: "'; DROP",
          KURZ_KAFKA_BROKERS: 'kafka',
          KURZ_KAFKA_MECHANISM: 'gssapi',
          KURZ_KAFKA_PARTITIONS: '0',
        });
        return [];
      } catch (error) {
        if (error instanceof SettingsError) return error.faults;
        throw error;
      }
    };
    expect(faultsOf().map((fault) => fault.split(' ')[0])).toEqual([
      'KURZ_REDIS_URL',
      'KURZ_TOKEN_PEPPER',
      'KURZ_CLICKHOUSE_DATABASE',
      'KURZ_CLICKHOUSE_CLUSTER',
      'KURZ_KAFKA_BROKERS',
      'KURZ_KAFKA_MECHANISM',
      'KURZ_KAFKA_PARTITIONS',
      'KURZ_POSTGRES_URL',
    ]);
  });
});
