// An import of visits creates missing links, but none with a destination that the API would refuse: one on a domain
// that serves short links, or one that is too long. With such a link, no import would accept the workspace's export.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import { importVisits } from '../../../services/admin/src/visits-import/import-visits';
import { makeLineReader } from '../../../services/admin/src/visits-import/line-reader';
import { makeLinkFinder } from '../../../services/admin/src/visits-import/link-finder';
import { runImport } from '../../../services/admin/src/visits-import/run-import';
import { openLenientDatabase } from '../../fixture-database';
import { addWorkspace, SHARED_ZONE } from '../redirector/stored-links';

const by = { kind: 'operator', command: 'visits import' } as const;
const zone = { id: SHARED_ZONE, domain: 'kurz.example' };
const MAX_LENGTH = 32_767;
const BASE = 'https://old.example';

let database: Database;
let folder: string;
let workspaceId: string;
beforeEach(async () => {
  database = await openLenientDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-log-'));
  await addWorkspace(database.db);
  const { id } = await database.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  workspaceId = id;
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function importPaths(paths: readonly string[]) {
  const file = path.join(folder, 'visits.ndjson');
  const now = new Date(systemClock.now()).toISOString();
  writeFileSync(file, paths.map((visited) => `${JSON.stringify({ time: now, path: visited })}\n`).join(''));
  const missing = { workspaceId, destinationBase: new URL(BASE), by };
  const outcome = await importVisits(
    {
      db: database.db,
      log: silentLog,
      clock: systemClock,
      importsFolder: path.join(folder, 'imports'),
      shipper: undefined,
      readLine: makeLineReader('ndjson'),
      linksOf: makeLinkFinder({ db: database.db, zone, missing, onCreated: () => undefined }),
      onProgress: () => undefined,
    },
    { file, zone, shiftDays: 0, by },
  );
  if (outcome.kind !== 'imported') throw new Error(outcome.kind);
  return outcome.tally;
}

test('a path that is too long for a destination makes no link, and its line is one without a link', async () => {
  const longest = '/'.padEnd(MAX_LENGTH - BASE.length, 'a');
  // in an address, each of these letters takes nine characters
  const grown = `/${'中'.repeat(MAX_LENGTH / 9)}`;
  const tally = await importPaths(['/one', longest, `${longest}a`, grown]);
  expect([tally.counted, tally.linesWithoutLink]).toEqual([2, 2]);
  const links = await database.db.selectFrom('links').select(['url', 'location']).execute();
  expect(links.map(({ url }) => url).sort()).toEqual([`${BASE}${longest}`, `${BASE}/one`]);
  expect(Math.max(...links.map(({ location }) => location.length))).toBe(MAX_LENGTH);
});

test('links that are made lead to no domain that serves short links', async () => {
  const { db } = database;
  const file = path.join(folder, 'visits.ndjson');
  writeFileSync(file, `${JSON.stringify({ time: systemClock.now(), path: '/one' })}\n`);
  const importTo = (base: string) =>
    runImport(
      {
        connection: { db, by, embedded: undefined, stream: undefined, applyChanges: () => Promise.resolve() },
        log: silentLog,
        clock: systemClock,
        bar: { show: () => undefined, end: () => undefined },
      },
      {
        file,
        format: 'ndjson',
        zone: zone.domain,
        createLinksIn: workspaceId,
        destinationBase: new URL(base),
        shiftDays: 0,
        spool: undefined,
        isAwaited: false,
      },
    );
  for (const base of [`https://${zone.domain}`, `http://${zone.domain}./sub`])
    expect(JSON.stringify(await importTo(base))).toContain('would lead to themselves');
  expect(JSON.stringify(await importTo(BASE))).toContain('KURZ_KAFKA_BROKERS');
});
