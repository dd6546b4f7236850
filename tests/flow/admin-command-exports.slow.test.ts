// `kurz workspace export` and `kurz user export`: beside the running product, while it is stopped, and on servers.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startClickHouse, startPostgres } from '@kurz/backends';
import { openClickHouse } from '@kurz/click-tables';
import { ofKind, recordsOf } from '../contract/exported';
import { openFixtureDatabase } from '../fixture-database';
import { writePlan } from '../stores/api-stats/write-plan';
import { addLink, addWorkspace } from '../stores/redirector/stored-links';
import { adminJson, runAdminCommand, runAdminCommandWith } from './admin-command';
import { rowsOf, spawnAdminCommand, spawnAdminJson } from './spawn-admin-command';
import { makeLinkReader } from './link-reader';
import { spawnBuilt, startStandalone, type Environment, type RunningStandalone } from './start-standalone';
import { until } from '../until';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-exports-'));
const fileOf = (name: string) => path.join(folder, name);
const partsLeft = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
const read = (file: string) => recordsOf(readFileSync(file, 'utf8'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the embedded product', () => {
  let kurz: RunningStandalone;
  let workspaceId: string;
  beforeAll(async () => {
    kurz = await startStandalone({ isNew: false });
    const workspaces = rowsOf(await adminJson(kurz.dataDirectory, 'workspace', 'list'), 'workspaces');
    workspaceId = String(workspaces.find((workspace) => !workspace['isPersonal'])?.['id']);
    await fetch(`${kurz.url}/v1/urls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kurz.token ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://shop.example/', slug: 'exported' }),
    });
    for (let visit = 0; visit < 3; visit++) await fetch(`${kurz.url}/exported`, { redirect: 'manual' });
    const { allLinks } = makeLinkReader(kurz);
    await until(async () => (await allLinks()).some(({ slug, hits }) => slug === 'exported' && hits === 3), {
      what: 'the visits are counted',
    });
  });
  afterAll(() => kurz.close());

  const exported = async (file: string, command = adminJson) => {
    await command(kurz.dataDirectory, 'workspace', 'export', workspaceId, '--to', file);
    return read(file);
  };
  const requestsIn = (records: ReturnType<typeof read>) =>
    ofKind(records, 'dailyCount').reduce((sum, row) => sum + Number(row['requests']), 0);

  test('exports a workspace with its counts beside the running product', async () => {
    let records: ReturnType<typeof read> = [];
    await until(
      async () => {
        rmSync(fileOf('running.jsonl'), { force: true });
        records = await exported(fileOf('running.jsonl'));
        return requestsIn(records) === 3;
      },
      { what: 'the counts are exported' },
    );
    expect(ofKind(records, 'link')).toMatchObject([{ slug: 'exported', total: 3 }]);
    expect(ofKind(records, 'member')).toMatchObject([{ email: 'owner@localhost', role: 'owner' }]);
  });

  test('exports the links in the shape of another service', async () => {
    const file = fileOf('links.csv');
    const words = ['workspace', 'export', workspaceId, '--format', 'shlink', '--to', file];
    await adminJson(kurz.dataDirectory, ...words);
    const [head, line] = readFileSync(file, 'utf8').split('\r\n');
    expect(head).toBe('createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits');
    expect(line).toContain(`,${kurz.zone},exported,http://${kurz.zone}/exported,https://shop.example/,,,3`);
    const both = await runAdminCommand(kurz.dataDirectory, ...words, '--portable');
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('cannot be used with')]);
  });

  test('exports a person', async () => {
    const file = fileOf('person.jsonl');
    await adminJson(kurz.dataDirectory, 'user', 'export', 'owner@localhost', '--to', file);
    expect(ofKind(read(file), 'user')).toMatchObject([{ email: 'owner@localhost' }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(partsLeft()).toEqual([]);
  });

  test('exports to standard output, for a command whose files go with its container', async () => {
    const run = (...words: string[]) => spawnAdminCommand(kurz.dataDirectory, ...words, '--to', '-');
    const workspace = await run('workspace', 'export', workspaceId);
    expect([workspace.code, workspace.stderr]).toEqual([0, `Exported ${workspaceId}\n`]);
    expect(ofKind(recordsOf(workspace.stdout), 'link')).toMatchObject([{ slug: 'exported', total: 3 }]);
    const links = await run('workspace', 'export', workspaceId, '--format', 'shlink', '--json');
    expect(links.stdout).toMatch(/^createdAt,.*\r\n.*,exported,.*,3\r\n$/);
    expect(JSON.parse(links.stderr)).toEqual({ id: workspaceId, bytes: Buffer.byteLength(links.stdout) });
    const person = await run('user', 'export', 'owner@localhost');
    expect(ofKind(recordsOf(person.stdout), 'user')).toMatchObject([{ email: 'owner@localhost' }]);
    expect(existsSync('-')).toBe(false);
  });

  test('fails where nobody reads its standard output', async () => {
    const words = ['workspace', 'export', workspaceId, '--to', '-'];
    const { child, finished } = spawnBuilt('admin command', words, { KURZ_DATA_DIR: kurz.dataDirectory });
    child.stdout.destroy();
    expect(await finished).toMatchObject({ code: 1, stderr: expect.stringContaining('EPIPE') as string });
  });

  test('replaces no file, and says what there is not', async () => {
    writeFileSync(fileOf('mine.jsonl'), 'mine');
    const run = (...words: string[]) => runAdminCommand(kurz.dataDirectory, ...words, '--json');
    const taken = await run('workspace', 'export', workspaceId, '--to', fileOf('mine.jsonl'));
    expect([taken.code, readFileSync(fileOf('mine.jsonl'), 'utf8')]).toEqual([1, 'mine']);
    const none = await run('workspace', 'export', 'ws_none', '--to', fileOf('none.jsonl'));
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('there is no workspace ws_none')]);
    const nobody = await run('user', 'export', 'nobody@example.com', '--to', fileOf('none.jsonl'));
    expect([nobody.code, existsSync(fileOf('none.jsonl'))]).toEqual([1, false]);
  });

  test('exports the same while it is stopped', async () => {
    await kurz.stop();
    expect(requestsIn(await exported(fileOf('stopped.jsonl'), spawnAdminJson))).toBe(3);
  });
});

describe('on servers', () => {
  test('exports with the counts of ClickHouse, and nothing without it', async () => {
    const [postgres, clickHouse] = await Promise.all([startPostgres(), startClickHouse()]);
    const database = openFixtureDatabase(postgres.options);
    const tables = openClickHouse(clickHouse.options);
    try {
      await addWorkspace(database.db);
      const { id: linkId, workspace_id: workspaceId } = await addLink(database.db, 'served').then(() =>
        database.db.selectFrom('links').select(['id', 'workspace_id']).executeTakeFirstOrThrow(),
      );
      const row = { stream_partition: 0, position: 1, consolidated_until: new Date() };
      await database.db.insertInto('stream_progress').values(row).execute();
      await writePlan(tables, {
        workspaceId,
        linkId,
        planFrom: 0,
        hours: [{ at: '2026-03-10T12', requests: 4 }],
      });
      const { host, port, user, password = '', database: name } = postgres.options;
      const servers: Environment = {
        KURZ_DATA_DIR: '/proc/kurz',
        KURZ_POSTGRES_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`,
      };
      const withCounts = {
        ...servers,
        KURZ_CLICKHOUSE_URL: clickHouse.options.url,
        KURZ_CLICKHOUSE_DATABASE: clickHouse.options.database,
      };
      const run = (file: string, environment: Environment) => {
        const words = ['workspace', 'export', workspaceId, '--to', file];
        return runAdminCommandWith('', environment, ...words);
      };
      expect(await run(fileOf('unnamed.jsonl'), servers)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('KURZ_CLICKHOUSE_URL') as string,
      });
      expect(await run(fileOf('served.jsonl'), withCounts)).toMatchObject({ code: 0 });
      expect(ofKind(read(fileOf('served.jsonl')), 'dailyCount')).toMatchObject([{ linkId, requests: 4 }]);
      await clickHouse.kill();
      expect(await run(fileOf('away.jsonl'), withCounts)).toMatchObject({ code: 1 });
      const left = ['unnamed.jsonl', 'away.jsonl'].map(fileOf).filter((file) => existsSync(file));
      expect([...left, ...partsLeft()]).toEqual([]);
    } finally {
      await tables.close();
      await database.close();
      await Promise.all([postgres.close(), clickHouse.close()]);
    }
  });
});
