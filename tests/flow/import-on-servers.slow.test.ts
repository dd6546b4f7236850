// A log is imported on servers by the built program: its visits go into the click stream exactly once.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startKafka, startPostgres, type TestKafka, type TestPostgres } from '@kurz/backends';
import { journalGroupOf, openKafka, openStreamOffsets } from '@kurz/click-stream';
import type { Database } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { openFixtureDatabase } from '../fixture-database';
import { describedPeers } from '../stores/admin/described-peers';
import { startFakePeer, TOKEN } from '../stores/admin/fake-peer';
import { addLink, addWorkspace, WORKSPACE } from '../stores/redirector/stored-links';
import { makeTopic } from '../stores/ship/ship-fixture';
import { TESTED_ENV } from '../tested-client';
import { lineOf } from './real-log';
import { spawnBuilt, type Environment } from './start-standalone';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-import-'));
let postgres: TestPostgres;
let kafka: TestKafka;
let database: Database;
let servers: Environment;
let withKafka: Environment;

beforeAll(async () => {
  [postgres, kafka] = await Promise.all([startPostgres(), startKafka()]);
  database = openFixtureDatabase(postgres.options);
  await addWorkspace(database.db);
  await makeTopic(kafka.brokers, 'kurz.clicks');
  const { host, port, user, password = '', database: name } = postgres.options;
  servers = {
    KURZ_POSTGRES_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`,
  };
  withKafka = { ...servers, KURZ_KAFKA_BROKERS: kafka.brokers.join(','), ...TESTED_ENV };
});
afterAll(async () => {
  await database.close();
  await Promise.all([postgres.close(), kafka.close()]);
  rmSync(folder, { recursive: true });
});

// a data folder that cannot be made shows that none is touched
const run = (environment: Environment, ...words: string[]) =>
  spawnBuilt('admin command of the image', words, { KURZ_DATA_DIR: '/proc/kurz', ...environment }).finished;

const spool = path.join(folder, 'spool');
const toShip = () =>
  database.db.selectFrom('visit_imports').select('id').where('to_ship', '=', true).execute();

describe('an import of a log', () => {
  const imported = (environment: Environment, slug: string, ...more: string[]) => {
    const file = path.join(folder, `${slug}.log`);
    writeFileSync(file, [lineOf(`/${slug}`), lineOf(`/q/${slug}`)].join('\n'));
    const words = ['visits', 'import', file, '--format', 'combined', '--zone', 'kurz.example'];
    return run(environment, ...words, '--spool', spool, '--no-wait', '--json', ...more);
  };
  test('says that it needs Kafka where no setting names one', async () => {
    const { code, stderr } = await imported(servers, 'nowhere');
    expect([code, stderr]).toEqual([1, expect.stringContaining('KURZ_KAFKA_BROKERS')]);
  });

  test('ends up in the click stream and in the audit log once', async () => {
    await addLink(database.db, 'logged');
    const first = await imported(withKafka, 'logged');
    expect(JSON.parse(first.stdout)).toMatchObject({ id: 1_000, counted: 2, isCounted: false });
    const again = await imported(withKafka, 'logged');
    expect(JSON.parse(again.stdout)).toMatchObject({ counted: 0, countedBefore: 2 });
    expect([await toShip(), readdirSync(spool)]).toEqual([[], []]);
    const events = database.db.selectFrom('audit_events').select(['actor_kind', 'command', 'subject_id']);
    expect(await events.where('action', '=', 'visits.imported').execute()).toEqual([
      { actor_kind: 'operator', command: 'visits import', subject_id: '1000' },
    ]);
    const offsets = openStreamOffsets(
      { kafka: openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog }) },
      { topic: 'kurz.clicks' },
    );
    const committed = await offsets.committed(journalGroupOf('import-1000'));
    await offsets.close();
    expect([...committed.values()]).toHaveLength(1);
  });

  test('is told apart from one whose journal lies on another machine, and counts nothing meanwhile', async () => {
    await addLink(database.db, 'lost');
    await imported(withKafka, 'lost');
    await database.db
      .updateTable('visit_imports')
      .set({ to_ship: true, journal_end: 999_999_999 })
      .where('id', '=', (eb) => eb.selectFrom('visit_imports').select((b) => b.fn.max('id').as('id')))
      .execute();
    await addLink(database.db, 'later');
    const later = await imported(withKafka, 'later');
    expect([later.code, later.stderr]).toEqual([1, expect.stringContaining('not on this machine')]);
    // Kafka has all of it: only the row is not updated
    await database.db
      .updateTable('visit_imports')
      .set({ journal_end: 1 })
      .where('to_ship', '=', true)
      .execute();
    expect(JSON.parse((await imported(withKafka, 'later')).stdout)).toMatchObject({ counted: 2 });
    expect(await toShip()).toEqual([]);
  });
});

describe('an import of links with their visits', () => {
  const imported = async (environment: Environment, ...more: string[]) => {
    const peer = await startFakePeer((asked) => describedPeers['shlink']?.(asked));
    const words = [
      'import',
      'shlink',
      '--from',
      peer.url,
      '--workspace',
      WORKSPACE,
      '--zone',
      'kurz.example',
    ];
    const { child, finished } = spawnBuilt(
      'admin command of the image',
      [...words, '--spool', spool, '--no-wait', '--json', ...more],
      { KURZ_DATA_DIR: '/proc/kurz', ...environment },
    );
    child.stdin.end(`${TOKEN}\n`);
    const { stdout } = await finished;
    await peer.close();
    return { answer: stdout, asked: peer.asked.length };
  };

  test('says that it needs Kafka before it asks for anything', async () => {
    const { answer, asked } = await imported(servers);
    expect([answer, asked]).toEqual([expect.stringMatching(/KURZ_KAFKA_BROKERS.*--no-visits/), 0]);
  });

  test('ends up in the click stream once, and their number is no total any more', async () => {
    const moved = { visits: 3, isCounted: false, counts: { new: 1, slug_not_allowed: 1 } };
    expect(JSON.parse((await imported(withKafka)).answer)).toMatchObject(moved);
    expect([await toShip(), readdirSync(spool)]).toEqual([[], []]);
    const [link] = await database.db
      .selectFrom('links')
      .select('pre_tracking')
      .where('slug', '=', 'spring')
      .execute();
    expect(link).toEqual({ pre_tracking: 1_201 });
    const again = { id: null, visits: 0, counts: { same: 1, slug_not_allowed: 1 } };
    expect(JSON.parse((await imported(withKafka)).answer)).toMatchObject(again);
  });
});
