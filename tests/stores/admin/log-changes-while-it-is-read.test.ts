// An import reads a log twice: to find what earlier imports have counted of it, and to count it. When another file has
// taken its place in between, as after a rotation, that file is not counted under the name of the first.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { importTotals } from '../../../services/admin/src/visits-import/import-totals';
import { importVisits } from '../../../services/admin/src/visits-import/import-visits';
import { makeLineReader } from '../../../services/admin/src/visits-import/line-reader';
import { makeLinkFinder } from '../../../services/admin/src/visits-import/link-finder';
import { openLenientDatabase } from '../../fixture-database';
import { untilLockWaits } from '../../lock-waits';
import { addLink, addWorkspace, SHARED_ZONE } from '../redirector/stored-links';

const LINES = 20_000;
const by = { kind: 'operator', command: 'visits import' } as const;
const zone = { id: SHARED_ZONE, domain: 'kurz.example' };

let database: Database;
let folder: string;
let file: string;
beforeEach(async () => {
  database = await openLenientDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-log-'));
  file = path.join(folder, 'access.log');
  await addWorkspace(database.db);
  for (const slug of ['one', 'two']) await addLink(database.db, slug);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const logOf = (slug: string) =>
  `192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /${slug} HTTP/1.1" 302 0 "-" "curl"\n`.repeat(LINES);

/** `onBytes` is called when the second reading reads bytes. */
const importLog = (onBytes: () => void = () => undefined) =>
  importVisits(
    {
      db: database.db,
      log: silentLog,
      clock: systemClock,
      importsFolder: path.join(folder, 'imports'),
      shipper: undefined,
      readLine: makeLineReader('combined'),
      linksOf: makeLinkFinder({ db: database.db, zone, missing: undefined, onCreated: () => undefined }),
      onProgress: onBytes,
    },
    { file, zone, shiftDays: 0, by },
  );
const countedOf = (outcome: Awaited<ReturnType<typeof importLog>>) =>
  outcome.kind === 'imported' ? outcome.tally.counted : outcome.kind;

it('counts nothing of a log that becomes another one meanwhile, and all of both afterwards', async () => {
  writeFileSync(file, logOf('one'));
  let isRotated = false;
  const rotate = () => {
    if (!isRotated) writeFileSync(file, logOf('two'));
    isRotated = true;
  };
  expect(countedOf(await importLog(rotate))).toBe('log_changed');
  expect(await database.db.selectFrom('visit_imports').select('id').execute()).toEqual([]);
  expect(countedOf(await importLog())).toBe(LINES);
  writeFileSync(file, logOf('one'));
  expect(countedOf(await importLog())).toBe(LINES);
});

it('counts a log that has grown meanwhile, each line once', async () => {
  writeFileSync(file, logOf('one'));
  let isGrown = false;
  const grow = () => {
    if (!isGrown) writeFileSync(file, logOf('one') + logOf('two'));
    isGrown = true;
  };
  expect(countedOf(await importLog(grow))).toBe(2 * LINES);
  expect(countedOf(await importLog())).toBe(0);
});

it('adds no totals of a file that becomes another one meanwhile', async () => {
  const { db } = database;
  const totalsOf = (slug: string) => `${slug},1\n`.repeat(LINES * 2);
  const importFile = () => importTotals({ db, by }, { file, zone });
  const added = async () => {
    const rows = await db.selectFrom('links').select('pre_tracking').orderBy('slug').execute();
    return rows.map((row) => row.pre_tracking);
  };
  writeFileSync(file, totalsOf('one'));
  let adding = Promise.resolve<Awaited<ReturnType<typeof importFile>> | undefined>(undefined);
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT FROM links FOR UPDATE`.execute(transaction);
    adding = importFile();
    await untilLockWaits(db);
    writeFileSync(file, totalsOf('two'));
  });
  expect(await adding).toMatchObject({ kind: 'failed' });
  expect(await added()).toEqual([0, 0]);
  await importFile();
  expect(await added()).toEqual([0, LINES * 2]);
});
