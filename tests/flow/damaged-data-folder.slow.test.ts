// A start of the embedded product on a data folder of which a part is damaged or missing, as after a power cut, a
// faulty disk, or half a backup: it says in one sentence which part, and what to do.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { openDatabase } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '../../services/standalone/src/postgres/start-embedded-postgres';
import { until } from '../until';
import { makeLinkReader } from './link-reader';
import {
  newDataFolder,
  removeDataFolder,
  spawnBuilt,
  startStandalone,
  type RunningStandalone,
} from './start-standalone';

let whole: RunningStandalone;
let dataDirectory: string;
beforeAll(async () => {
  whole = await startStandalone({ isNew: false });
  const { url, token = '' } = whole;
  await fetch(`${url}/v1/urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://a.example/', slug: 'counted' }),
  });
  await fetch(`${url}/counted`, { redirect: 'manual' });
  await makeLinkReader({ ...whole, token }).settledStats('counted', 1);
  await whole.stop();
});
afterAll(() => whole.close());
beforeEach(() => {
  dataDirectory = newDataFolder();
  cpSync(whole.dataDirectory, dataDirectory, { recursive: true });
});
afterEach(() => removeDataFolder(dataDirectory));

const at = (...names: string[]) => path.join(dataDirectory, ...names);

/** The one file of that name below the folder. */
function fileBelow(folder: string, name: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (file) => path.basename(file) === name,
  );
  if (found === undefined) throw new Error(`there is no ${name}`);
  return path.join(folder, found);
}

async function failedStart(): Promise<string> {
  const settings = { KURZ_DATA_DIR: dataDirectory, KURZ_PORT: String(await freePort()) };
  const { child, finished } = spawnBuilt('product', [], settings);
  // it has started
  child.stdout.on('data', (text: Buffer) => text.includes('Ctrl-C') && child.kill());
  const { code, stderr } = await finished;
  expect(stderr).not.toContain('    at ');
  expect(code).toBe(1);
  return stderr;
}

const EMPTIED = [
  [
    'ClickHouse',
    'a table',
    () => fileBelow(at('clickhouse', 'store'), 'clicks_daily.sql'),
    'ClickHouse cannot open',
  ],
  ['ClickHouse', 'the database', () => at('clickhouse', 'metadata', 'kurz.sql'), 'ClickHouse cannot open'],
  ['PostgreSQL', 'its control file', () => at('postgres', 'global', 'pg_control'), 'PostgreSQL cannot open'],
  ['PostgreSQL', 'its file map', () => at('postgres', 'global', 'pg_filenode.map'), 'PostgreSQL cannot open'],
  ['the ingester', 'its intent', () => at('ingester', 'plan-0.json'), 'plan-0.json is not an intent'],
  ['the product', 'its secrets', () => at('secrets.json'), 'secrets.json is damaged'],
] as const;

test.each(EMPTIED)('the file in which %s keeps %s is empty', async (_store, _what, file, sentence) => {
  truncateSync(file());
  const said = await failedStart();
  expect(said).toContain(`kurz: `);
  expect(said).toContain(sentence);
  expect(said).toMatch(/restore .* backup/i);
});

test('the journal ends before what is counted of it', async () => {
  rmSync(at('journal'), { recursive: true });
  const said = await failedStart();
  expect(said).toContain('do not belong together');
  expect(said).toContain('Restore the whole data folder from one backup.');
});

test('the folder of the ingester is missing', async () => {
  rmSync(at('ingester'), { recursive: true });
  const said = await failedStart();
  expect(said).toContain(`kurz: ${at('ingester')} is missing`);
  expect(said).toContain('Restore the whole data folder from one backup.');
});

test('the folder of the counts is missing: it starts without them where a person says so', async () => {
  rmSync(at('clickhouse'), { recursive: true });
  // a command on the stopped product makes no empty folder, with which the product would start
  const settings = { KURZ_DATA_DIR: dataDirectory };
  const doctor = await spawnBuilt('admin command', ['doctor'], settings).finished;
  expect(doctor.stdout).toContain(`${at('clickhouse')} is missing`);
  for (let start = 0; start < 2; start++) {
    const said = await failedStart();
    expect(said).toContain(`kurz: ${at('clickhouse')} is missing`);
    expect(said).toContain('create an empty folder');
  }
  mkdirSync(at('clickhouse'));
  const kurz = await startStandalone({ dataDirectory });
  expect((await kurz.stop()).code).toBe(0);
});

test('a later release has used it', async () => {
  const secrets = JSON.parse(readFileSync(at('secrets.json'), 'utf8')) as Record<string, string>;
  const password = secrets['postgresPassword'] ?? '';
  const server = await startEmbeddedPostgres({ directory: at('postgres'), password, log: silentLog });
  const database = openDatabase(server.options);
  await sql`INSERT INTO migrations (name) VALUES ('9999-future.sql')`.execute(database.db);
  await database.close();
  await server.close();
  const said = await failedStart();
  expect(said).toContain(`kurz: a later release has used ${dataDirectory}`);
  expect(said).toContain('it has 9999-future.sql');
});

test('rows that ClickHouse cannot read are told', async () => {
  truncateSync(fileBelow(at('clickhouse', 'store'), 'columns.txt'));
  const settings = { KURZ_DATA_DIR: dataDirectory, KURZ_PORT: String(await freePort()) };
  const { child, output, finished } = spawnBuilt('product', [], settings);
  await until(() => output.stderr.includes('"event":"counts_damaged"'), { ms: 60_000 });
  child.kill('SIGTERM');
  await finished;
});
