// Every store over TLS: a program that trusts the CA of their certificates works, and one that trusts another CA talks
// to none of them.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, type TestKafka, type TestPostgres } from '@kurz/backends';
import { openFixtureDatabase } from '../fixture-database';
import { addLink, addWorkspace } from '../stores/redirector/stored-links';
import { ask } from '../stores/redirector/ask';
import { startService, urlOfPostgres, type ServiceProcess } from './service-process';
import { spawnBuilt } from './start-standalone';
import { makeAuthority, type Authority } from './tls/certificates';
import {
  startEncryptingKafka,
  startEncryptingPostgres,
  startEncryptingRedis,
  type EncryptingRedis,
} from './tls/encrypting-stores';
import { TESTED_ENV } from '../tested-client';
import { until } from '../until';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-tls-'));
const REFUSED = /certificate|issuer|self-signed/i;
let [right, wrong]: [Authority?, Authority?] = [];
let kafka: TestKafka;
let redis: EncryptingRedis;
let postgres: TestPostgres;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  right = makeAuthority(folder, 'right');
  wrong = makeAuthority(folder, 'wrong');
  [kafka, redis, postgres] = await Promise.all([
    startEncryptingKafka(right.server),
    startEncryptingRedis(right.server),
    startEncryptingPostgres(right.server),
  ]);
  const database = openFixtureDatabase(postgres.options);
  await addWorkspace(database.db);
  await addLink(database.db, 'abc');
  await database.close();
});
afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
});
afterAll(async () => {
  await Promise.all([kafka?.close(), redis?.close(), postgres?.close()]);
  rmSync(folder, { recursive: true });
});

const kafkaSettings = () => ({
  KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
  KURZ_KAFKA_SSL: 'true',
  KURZ_KAFKA_REPLICATION: '1',
  ...TESTED_ENV,
});
/** The setting that makes a program trust another CA besides Node's own. */
const trusting = (authority: Authority | undefined): Record<string, string> =>
  authority ? { NODE_EXTRA_CA_CERTS: authority.file } : {};
const postgresUrl = (mode: string, authority?: Authority) => {
  const root = authority ? `&sslrootcert=${encodeURIComponent(authority.file)}` : '';
  return `${urlOfPostgres(postgres.options)}?sslmode=${mode}${root}`;
};
const admin = (words: string[], settings: Record<string, string>) =>
  spawnBuilt('admin command of the image', words, { ...settings, KURZ_DATA_DIR: '/dev/null/none' }).finished;

async function startRedirector(authority: Authority | undefined) {
  const port = await freePort();
  const service = startService('redirector', {
    ...kafkaSettings(),
    ...trusting(authority),
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: String(port),
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: String(await freePort()),
    KURZ_NODE_NAME: 'node',
    KURZ_JOURNAL_DIR: mkdtempSync(path.join(folder, 'journals-')),
    KURZ_POSTGRES_URL: postgresUrl('verify-full'),
    KURZ_REDIS_URL: redis.url,
  });
  started.push(service);
  const metric = async (line: RegExp) => line.exec((await service.ask('/metrics'))?.text ?? '')?.[1];
  return { ...service, port, metric };
}

describe('with the authority of the certificates', () => {
  it('Kafka lets topics be made', async () => {
    const { code, stderr } = await admin(['topics'], { ...kafkaSettings(), ...trusting(right) });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  });

  it.each(['verify-full', 'verify-ca', 'require'])('PostgreSQL is asked with sslmode %s', async (mode) => {
    const { code, stderr } = await admin(['workspace', 'list'], {
      KURZ_POSTGRES_URL: postgresUrl(mode, right),
    });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('a redirector reads PostgreSQL and Redis and ships into Kafka', async () => {
    await admin(['topics'], { ...kafkaSettings(), ...trusting(right) });
    const redirector = await startRedirector(right);
    await until(redirector.isReady, { what: 'it is ready' });
    // on a busy machine a look-up may be refused first
    await until(async () => (await ask(redirector.port, '/abc')).status === 302, {
      what: 'it redirects',
    });
    await until(async () => (await redirector.metric(/^kurz_ship_visits_total (\d+)/m)) === '1', {
      what: 'the visit is in Kafka',
    });
    expect(redirector.log()).not.toMatch(/redis_lost|shipping_waits/);
  });
});

describe('with another authority, or none', () => {
  it.each(['wrong', 'no'])('Kafka is not talked to (%s authority)', async (which) => {
    const { code, stderr } = await admin(['topics', '--wait', '0'], {
      ...kafkaSettings(),
      ...trusting(which === 'wrong' ? wrong : undefined),
    });
    expect([code, stderr]).toEqual([1, expect.stringMatching(REFUSED)]);
  });

  it.each(['verify-full', 'verify-ca', 'require'])(
    'PostgreSQL is not talked to with sslmode %s and another authority',
    async (mode) => {
      const { code, stderr } = await admin(['workspace', 'list'], {
        KURZ_POSTGRES_URL: postgresUrl(mode, wrong),
      });
      expect([code, stderr]).toEqual([1, expect.stringMatching(REFUSED)]);
    },
  );

  it('a redirector is not ready, and says of Redis and Kafka what is wrong', async () => {
    const redirector = await startRedirector(wrong);
    const saysOf = (event: string) =>
      redirector
        .log()
        .split('\n')
        .some((line) => line.includes(`"event":"${event}"`) && REFUSED.test(line));
    await until(() => saysOf('redis_lost'), { what: 'it says so of Redis' });
    await until(() => saysOf('shipping_waits'), { what: 'it says so of Kafka' });
    expect(await redirector.isReady()).toBe(false);
  });
});
