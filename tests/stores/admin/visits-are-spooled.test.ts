// An import requests the visits of its links link by link. Whenever a run is cut off, the next one requests only the
// links that were not committed, and no visit is spooled twice.

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SourceChanged, SourceFault, type MovedVisit } from '@kurz/api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, withHistoryLock, type Database } from '@kurz/database';
import { spoolVisits } from '../../../services/admin/src/history-import/spool-visits';
import { spooledVisits } from '../../../services/admin/src/history-import/visit-spool';
import { addLink, addWorkspace, WORKSPACE } from '../redirector/stored-links';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const NOW = Date.UTC(2026, 10, 1);
const LINKS = 50;
const visit: MovedVisit = { time: NOW - 1_000, referrer: '', userAgent: 'curl', address: '', country: 'DE' };

let postgres: TestDatabase;
let database: Database;
let folder: string;
beforeEach(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-spool-'));
  const { db } = database;
  await addWorkspace(db);
  const fingerprint = Buffer.alloc(0);
  await db
    .insertInto('imports')
    .values({ id: 'imp_1', workspace_id: WORKSPACE, source: 'shlink', fingerprint })
    .execute();
  for (let at = 0; at < LINKS; at++) await addLink(db, `slug-${at}`);
  for (const { id } of await db.selectFrom('links').select('id').execute()) {
    const item = { import_id: 'imp_1', link_id: id, version: 1, history_key: `key of ${id}` };
    await db.insertInto('import_items').values(item).execute();
  }
});
afterEach(async () => {
  await database.close();
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const running = { id: 'imp_1', workspaceId: WORKSPACE, startedAt: new Date(NOW) };

/** Each link has three visits on two pages. `before` is called before each link's pages, and may throw. */
function sourceOf(before: (asked: number) => void = () => undefined) {
  const asked: string[] = [];
  return {
    asked,
    history: {
      kind: 'visits' as const,
      keyOf: () => undefined,
      of: async function* (key: string) {
        asked.push(key);
        before(asked.length);
        yield await Promise.resolve([visit, { ...visit, time: NaN }]);
        yield [visit, visit];
      },
    },
  };
}

const spool = (history: ReturnType<typeof sourceOf>['history']) =>
  spoolVisits({ db: database.db, importsFolder: folder, now: () => NOW }, history, running);

async function countsIn(bytes: number | undefined): Promise<number[]> {
  const counts = new Map<string, number>();
  for await (const { linkId } of spooledVisits(folder, 'imp_1', bytes ?? -1))
    counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
  return [...counts.values()];
}
const THREE_OF_EACH = Array.from({ length: LINKS }, () => 3);

const endAt = (at: number) => (asked: number) => {
  if (asked === at) throw new SourceFault('is away');
};

it('goes on behind the links that are committed', async () => {
  await expect(spool(sourceOf(endAt(47)).history)).rejects.toThrow('is away');
  appendFileSync(path.join(folder, 'imp_1.visits'), 'half a line of a kill');
  const { history, asked } = sourceOf();
  expect(await countsIn(await spool(history))).toEqual(THREE_OF_EACH);
  expect(asked).toHaveLength(LINKS - 40);
  const again = sourceOf();
  expect(await countsIn(await spool(again.history))).toEqual(THREE_OF_EACH);
  expect(again.asked).toEqual([]);
});

it('begins again where the file of an earlier run is not', async () => {
  await expect(spool(sourceOf(endAt(30)).history)).rejects.toThrow('is away');
  rmSync(path.join(folder, 'imp_1.visits'));
  const { history, asked } = sourceOf();
  expect(await countsIn(await spool(history))).toEqual(THREE_OF_EACH);
  expect(asked).toHaveLength(LINKS);
});

it('asks again for a link whose visits change while they are read, and gives up when they always do', async () => {
  const change = new SourceChanged('gets visits while they are read');
  let changes = 0;
  const history = {
    ...sourceOf().history,
    of: async function* () {
      yield await Promise.resolve([visit, visit]);
      if (changes++ === 0) throw change;
      yield [visit];
    },
  };
  expect(await countsIn(await spool(history))).toEqual(THREE_OF_EACH);
  await database.db.updateTable('imports').set({ history_cursor: '', history_bytes: 0 }).execute();
  const always = () => {
    throw change;
  };
  await expect(spool(sourceOf(always).history)).rejects.toThrow(change);
});

it('ends when the import is undone meanwhile', async () => {
  await database.db.updateTable('imports').set({ state: 'undoing' }).execute();
  expect(await spool(sourceOf().history)).toBeUndefined();
});

it('keeps a second process out', async () => {
  await withHistoryLock(database.db, 'imp_1', async () => {
    expect(await withHistoryLock(database.db, 'imp_1', () => Promise.resolve(1))).toBeUndefined();
    expect(await withHistoryLock(database.db, 'imp_2', () => Promise.resolve(2))).toBe(2);
  });
});

it('keeps no address, and a country where there is none', async () => {
  const addressed = { ...visit, address: '203.0.113.77', userAgent: 'x' };
  const history = {
    ...sourceOf().history,
    of: async function* () {
      yield await Promise.resolve([visit, addressed, { ...visit, country: 'Germany' }]);
    },
  };
  await spool(history);
  const text = readFileSync(path.join(folder, 'imp_1.visits'), 'latin1');
  const networks = new Set(text.split('\n').map((line) => line.split('\t')[10]));
  expect([...networks]).toEqual(['DE', '203.0.113.0', '', undefined]);
});
