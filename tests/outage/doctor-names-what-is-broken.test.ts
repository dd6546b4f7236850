// `kurz doctor` on a production installation: it finds no fault in a sound one, and names each fault of real stores and
// services by its code, with what to do.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import type { Database } from '@kurz/database';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { openFixtureDatabase } from '../fixture-database';
import { runServersCommand } from '../flow/admin-command';
import { startService, urlOfPostgres, type ServiceProcess } from '../flow/service-process';
import { TESTED_ENV } from '../tested-client';
import { until } from '../until';
import {
  countPartition,
  finishPartitionsFrom,
  forgetGroup,
  onClickHouse,
  setRetention,
  useUpConnections,
} from './break-stores';
import { doctor, doctorAhead, faultsOf } from './doctor-report';
import { DEAD_TOPIC, startProduction, TOPIC, type Production } from './start-production';

const HOUR_MS = 3_600_000;
const CLOCK = path.join(__dirname, 'settable-clock.cjs');
const PEPPER = 'pepper-of-the-tests-32-characters';

let production: Production;
let database: Database;
let sound: Record<string, string>;
/** Arguments that make the command look at the services too. */
let withServices: string[];
let absent: number;
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-doctor-'));

/** Starts an additional API with its own settings. */
async function startApi(settings: Record<string, string>): Promise<{ service: ServiceProcess; url: string }> {
  const port = String(await freePort());
  const service = startService('api', {
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: String(await freePort()),
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: port,
    KURZ_TOKEN_PEPPER: PEPPER,
    KURZ_POSTGRES_URL: sound['KURZ_POSTGRES_URL'] ?? '',
    KURZ_REDIS_URL: sound['KURZ_REDIS_URL'] ?? '',
    KURZ_CLICKHOUSE_URL: sound['KURZ_CLICKHOUSE_URL'] ?? '',
    ...settings,
  });
  await until(async () => (await service.ask('/livez')) !== undefined, { what: 'the API lives' });
  return { service, url: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  production = await startProduction();
  database = openFixtureDatabase(production.postgres.options);
  absent = await freePort();
  sound = {
    KURZ_DATA_DIR: '/proc/kurz',
    KURZ_POSTGRES_URL: urlOfPostgres(production.postgres.options),
    KURZ_REDIS_URL: production.redis.url,
    KURZ_CLICKHOUSE_URL: production.clickHouse.options.url,
    KURZ_KAFKA_BROKERS: production.kafka.directBrokers.join(','),
    KURZ_KAFKA_TOPIC: TOPIC,
    KURZ_KAFKA_DEAD_TOPIC: DEAD_TOPIC,
    KURZ_KAFKA_PARTITIONS: '4',
    KURZ_KAFKA_REPLICATION: '1',
    KURZ_KAFKA_RETENTION_MS: String(HOUR_MS),
    KURZ_TOKEN_PEPPER: PEPPER,
    ...TESTED_ENV,
  };
  withServices = production.services.flatMap((service) => ['--operations', service.operationsUrl]);
});
afterAll(async () => {
  await database.close();
  await production.close();
  rmSync(folder, { recursive: true });
});

const setRedis = (name: string, value: string) =>
  production.redis.onEach((redis) => redis.config('SET', name, value));

const probe = (...words: string[]) => [
  ...['--probe', production.counted.workspaceId, '--api', production.clients[0].url],
  ...['--redirects', `http://127.0.0.1:${production.port}`, ...words],
];

test('a sound installation has no fault, and a probe link goes the whole way', async () => {
  const report = await doctor(sound, ...withServices, ...probe());
  expect(report).toMatchObject({ code: 0, isHealthy: true });
  expect(report.findings.map(({ code }) => code)).toEqual([]);
  const looked = report.parts.filter(({ skipped }) => skipped === undefined).map(({ part }) => part);
  expect(looked).toEqual(['postgres', 'redis', 'kafka', 'clickhouse', 'services', 'probe']);
  // only the audit events of the probe are left
  const { rows } = await sql<{ links: number }>`
    SELECT count(*)::int AS links FROM links WHERE slug LIKE 'doctor-%'`.execute(database.db);
  expect(rows).toEqual([{ links: 0 }]);
});

test('in words, each finding says what to do', async () => {
  await setRedis('maxmemory-policy', 'allkeys-lru');
  const { code, stdout, stderr } = await runServersCommand(sound, 'doctor');
  await setRedis('maxmemory-policy', 'noeviction');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('fault    redis_may_evict\n');
  expect(stdout).toContain('Set `maxmemory-policy noeviction`');
  expect(stdout).toMatch(/1 fault, 0 warnings\n$/);
});

describe('settings that lead nowhere', () => {
  const anywhere = () => `127.0.0.1:${absent}`;
  const cases: [code: string, change: () => Record<string, string>][] = [
    ['settings_invalid', () => ({ KURZ_POSTGRES_URL: 'nonsense', KURZ_KAFKA_PARTITIONS: '0' })],
    ['postgres_unreachable', () => ({ KURZ_POSTGRES_URL: `postgres://a:b@${anywhere()}/c` })],
    [
      'postgres_login_refused',
      () => ({ KURZ_POSTGRES_URL: urlOfPostgres({ ...production.postgres.options, password: 'wrong' }) }),
    ],
    ['redis_unreachable', () => ({ KURZ_REDIS_URL: `redis://${anywhere()}` })],
    [
      'redis_login_refused',
      () => ({ KURZ_REDIS_URL: production.redis.url.replace('//', '//nobody:wrong@') }),
    ],
    ['kafka_unreachable', () => ({ KURZ_KAFKA_BROKERS: anywhere() })],
    ['kafka_topic_missing', () => ({ KURZ_KAFKA_DEAD_TOPIC: 'nowhere' })],
    ['kafka_few_copies', () => ({ KURZ_KAFKA_REPLICATION: '2' })],
    ['clickhouse_unreachable', () => ({ KURZ_CLICKHOUSE_URL: `http://${anywhere()}` })],
    ['clickhouse_not_migrated', () => ({ KURZ_CLICKHOUSE_DATABASE: 'elsewhere' })],
    ['mail_unreachable', () => ({ KURZ_SMTP_URL: `smtp://${anywhere()}` })],
    ['public_address_unreachable', () => ({ KURZ_APP_URL: `http://${anywhere()}` })],
    ['public_address_elsewhere', () => ({ KURZ_APP_URL: `http://127.0.0.1:${production.port}` })],
    ['public_address_not_encrypted', () => ({ KURZ_APP_URL: 'http://kurz.example' })],
  ];

  test.each(cases)('%s', async (code, change) => {
    const report = await doctor({ ...sound, ...change() });
    expect(report.code).toBe(1);
    expect(faultsOf(report)).toContain(code);
    for (const { what, todo } of report.findings) expect(`${what} ${todo}`).not.toMatch(/\?\.|undefined|\{/);
  });

  test('every fault of the settings is told, and nothing else is looked at', async () => {
    const change = { KURZ_POSTGRES_URL: 'nonsense', KURZ_KAFKA_PARTITIONS: '0' };
    const report = await doctor({ ...sound, ...change });
    expect(report.findings.map(({ code }) => code)).toEqual(['settings_invalid', 'settings_invalid']);
  });

  test('one store that is away hides nothing of the others', async () => {
    const change = { KURZ_REDIS_URL: `redis://${anywhere()}`, KURZ_KAFKA_DEAD_TOPIC: 'nowhere' };
    const report = await doctor({ ...sound, ...change });
    expect(faultsOf(report)).toEqual(['redis_unreachable', 'kafka_topic_missing']);
  });
});

describe('stores that are broken', () => {
  type Break = { code: string; harm: () => Promise<unknown>; heal: () => Promise<unknown> };
  const zone = (change: { is_enabled: boolean; is_default: boolean }) =>
    database.db.updateTable('zones').set(change).execute();
  let connections: Client[] = [];
  const renameTable = (from: string, to: string) =>
    onClickHouse(production, `RENAME TABLE kurz.${from} TO kurz.${to}`);
  const cases: Break[] = [
    {
      code: 'redis_full',
      harm: () => setRedis('maxmemory', '1mb'),
      heal: () => setRedis('maxmemory', '0'),
    },
    {
      code: 'kafka_topic_configured_otherwise',
      harm: () => setRetention(production, HOUR_MS / 2),
      heal: () => setRetention(production, HOUR_MS),
    },
    {
      code: 'kafka_partition_gone',
      harm: () => countPartition(database.db, 9),
      heal: () => finishPartitionsFrom(database.db, 4),
    },
    {
      code: 'clickhouse_table_missing',
      harm: () => renameTable('clicks_daily_by', 'away'),
      heal: () => renameTable('away', 'clicks_daily_by'),
    },
    {
      code: 'no_domain',
      harm: () => zone({ is_enabled: false, is_default: false }),
      heal: () => zone({ is_enabled: true, is_default: true }),
    },
    {
      code: 'default_domain_disabled',
      harm: () => zone({ is_enabled: false, is_default: true }),
      heal: () => zone({ is_enabled: true, is_default: true }),
    },
    {
      code: 'postgres_connections_used_up',
      harm: async () => {
        connections = await useUpConnections(database.db, production.postgres.options);
      },
      heal: () => Promise.all(connections.map((client) => client.end())),
    },
  ];

  test.each(cases)('$code', async ({ code, harm, heal }) => {
    await harm();
    const report = await doctor(sound).finally(heal);
    expect(report.code).toBe(1);
    expect(faultsOf(report)).toEqual([code]);
    expect(faultsOf(await doctor(sound))).toEqual([]);
  });
});

describe('services', () => {
  test('postgres_not_migrated, and the API that waits for it: service_not_ready', async () => {
    const [{ name = '' } = {}] = (
      await sql<{ name: string }>`DELETE FROM migrations WHERE name LIKE '0001%' RETURNING name`.execute(
        database.db,
      )
    ).rows;
    const api = await startApi({});
    const report = await doctor(sound, '--operations', api.url);
    await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(database.db);
    await api.service.close();
    expect(faultsOf(report)).toEqual(['postgres_not_migrated', 'service_not_ready']);
    expect(report.findings.find(({ code }) => code === 'service_not_ready')?.what).toContain('schema');
  });

  test('clock_skew of a service whose clock is ahead', async () => {
    const file = path.join(folder, 'clock');
    writeFileSync(file, '10000');
    const api = await startApi({ NODE_OPTIONS: `--require ${CLOCK}`, TEST_CLOCK_FILE: file });
    const report = await doctor(sound, '--operations', api.url);
    await api.service.close();
    expect(faultsOf(report)).toEqual(['clock_skew']);
    expect(report.findings[0]?.what).toMatch(/differs from this one by (9\.\d|10(\.\d)?) s/);
  });

  test('service_unreachable, which a port without a service is', async () => {
    const report = await doctor(sound, '--operations', `http://127.0.0.1:${absent}`);
    expect(faultsOf(report)).toEqual(['service_unreachable']);
  });
});

describe('the probe', () => {
  test.each([
    ['probe_not_created', () => ['--probe', 'ws_nobody', '--api', production.clients[0].url]],
    ['probe_not_redirected', () => probe().slice(0, 4).concat('--redirects', `http://127.0.0.1:${absent}`)],
  ])('%s', async (code, words) => {
    const report = await doctor(sound, ...words());
    expect(faultsOf(report)).toEqual([code]);
  });

  // these tests come last, because the ingesters stay killed
  test('probe_not_counted and ingester_absent when no ingester runs', async () => {
    await Promise.all(production.ingesters.map((ingester) => ingester.kill()));
    await until(async () => faultsOf(await doctor(sound)).includes('ingester_absent'), {
      what: 'Kafka has noticed',
    });
    const report = await doctor(sound, ...probe('--wait', '1'));
    expect(new Set(faultsOf(report))).toEqual(new Set(['ingester_absent', 'probe_not_counted']));
  });

  test('ingester_lags as soon as messages have waited for longer than the longest linger', async () => {
    expect(faultsOf(await doctor(sound))).not.toContain('ingester_lags');
    const isLate = async () => faultsOf(await doctorAhead(HOUR_MS / 4, sound)).includes('ingester_lags');
    await until(isLate, { what: 'the visit of the probe is shipped' });
  });

  test('stream_position_lost where the counts in ClickHouse have a position that Kafka has forgotten', async () => {
    // the live counts keep their positions in Redis, so the group goes on from there
    await forgetGroup(production, 'kurz-live');
    expect(faultsOf(await doctor(sound))).not.toContain('stream_position_lost');
    await forgetGroup(production, 'kurz-consolidate');
    expect(faultsOf(await doctor(sound))).toContain('stream_position_lost');
  });
});
