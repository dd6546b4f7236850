// An import outlives the session that holds its lock, as in a failover of PostgreSQL, so that another import may begin.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { importVisits } from '../../../services/admin/src/visits-import/import-visits';
import { makeLineReader } from '../../../services/admin/src/visits-import/line-reader';
import { makeLinkFinder } from '../../../services/admin/src/visits-import/link-finder';
import { openLenientDatabase } from '../../fixture-database';
import { addLink, addWorkspace, SHARED_ZONE } from '../redirector/stored-links';

let database: Database;
let folder: string;
beforeEach(async () => {
  database = await openLenientDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-import-'));
  await addWorkspace(database.db);
  await addLink(database.db, 'abc');
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const zone = { id: SHARED_ZONE, domain: 'kurz.example' };
const LINE = '{"time":"2026-05-17T10:05:03Z","path":"/abc"}\n';

/** `machine` names its folder. `before` is awaited while the log is read. */
function importOn(machine: string, before: () => Promise<void> = () => Promise.resolve()) {
  const { db } = database;
  const find = makeLinkFinder({ db, zone, missing: undefined, onCreated: () => undefined });
  return importVisits(
    {
      db,
      log: silentLog,
      clock: systemClock,
      importsFolder: path.join(folder, machine),
      shipper: { prefix: 'import-', shipAll: () => Promise.resolve({ kind: 'shipped' }) },
      readLine: makeLineReader('ndjson'),
      linksOf: async (slugs) => {
        await before();
        return find(slugs);
      },
      onProgress: () => undefined,
    },
    { file: path.join(folder, 'log'), zone, shiftDays: 0, by: { kind: 'operator', command: 'test' } },
  );
}

/** Resolves when the session has ended, because it releases the lock only a moment after the signal. */
const endHolder = () =>
  sql`SELECT pg_terminate_backend(pid, 30000) FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
    database.db,
  );

test('a log that two import at once, because the lock was lost, is counted once', async () => {
  writeFileSync(path.join(folder, 'log'), LINE.repeat(3));
  const first = importOn('first', async () => {
    await endHolder();
    expect(await importOn('second')).toMatchObject({ kind: 'imported', tally: { counted: 3 } });
  });
  await expect(first).rejects.toThrow('another import');
  const rows = await database.db.selectFrom('visit_imports').select('lines').execute();
  expect(rows).toEqual([{ lines: 3 }]);
  expect(readdirSync(path.join(folder, 'second'))).toEqual([expect.stringMatching(/^import-\d+$/)]);
  expect(await importOn('first')).toMatchObject({
    kind: 'imported',
    tally: { counted: 0, countedBefore: 3 },
  });
  expect(readdirSync(path.join(folder, 'first'))).toEqual([]);
});
