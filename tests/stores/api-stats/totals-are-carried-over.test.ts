// Another shortener's lifetime count is added once, to pre_tracking.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { importTotals } from '../../../services/admin/src/visits-import/import-totals';
import { addLink, addWorkspace, SHARED_ZONE } from '../redirector/stored-links';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-totals-'));
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await addWorkspace(database.db);
  for (const slug of ['one', 'two']) await addLink(database.db, slug);
});
afterAll(async () => {
  await database.close();
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const imported = (lines: string[]) => {
  const file = path.join(folder, 'totals.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const connection = { db: database.db, by: { kind: 'operator', command: 'visits import' } as const };
  return importTotals(connection, { file, zone: { id: SHARED_ZONE, domain: 'kurz.example' } });
};
const carried = async () => {
  const rows = await database.db.selectFrom('links').select(['slug', 'pre_tracking']).execute();
  return Object.fromEntries(rows.map((row) => [row.slug, Number(row.pre_tracking)]));
};

test('each line of a file is added once, also when the file has grown', async () => {
  const lines = ['slug,count', 'one,40', '{"slug":"two","count":7}', 'one,2', 'nobody,5', 'two,-1'];
  expect(await imported(lines)).toMatchObject({
    json: { lines: 6, added: 3, unreadable: 2, withoutLink: 1, total: 49 },
  });
  expect(await carried()).toEqual({ one: 42, two: 7 });
  expect(await imported(lines)).toMatchObject({ json: { added: 0, addedBefore: 3 } });
  expect(await imported([...lines, 'two,3'])).toMatchObject({ json: { added: 1, addedBefore: 3, total: 3 } });
  expect(await carried()).toEqual({ one: 42, two: 10 });
});

test('a line that the file had before it grew is not added again by the file as it was', async () => {
  const lines = ['made-later,5'];
  expect(await imported(['one,1', ...lines])).toMatchObject({ json: { added: 1, withoutLink: 1 } });
  await addLink(database.db, 'made-later');
  expect(await imported(['one,1', ...lines, 'two,1'])).toMatchObject({ json: { added: 2, addedBefore: 1 } });
  expect(await imported(['one,1', ...lines])).toMatchObject({ json: { added: 0, addedBefore: 2 } });
  expect(await carried()).toMatchObject({ 'made-later': 5 });
});
