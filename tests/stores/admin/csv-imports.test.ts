// A CSV file moves in once, however often its import is killed and run again, and can be taken back.

import { listImports, openCsvSource, runImport, dryRunImport, undoImport } from '@kurz/api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { systemClock } from '@kurz/process';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const by = { kind: 'operator', command: 'import csv' } as const;
const workspace = { id: 'ws_moved', defaultZoneId: 'zon_moved' };
const target = { workspace, zoneDomain: undefined };
const settings = { clock: systemClock, by };

let postgres: TestDatabase;
let database: Database;
beforeEach(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_moved', email: 'ada@example.com' }).execute();
  const terms = { plan: 'free' as const, billing_anchor: '2026-01-01' };
  const named = { id: workspace.id, name: 'Moved', owner_id: 'usr_moved', ...terms };
  await db.insertInto('workspaces').values(named).execute();
  const zone = {
    id: 'zon_moved',
    domain: 'krz.example',
    name: 'krz',
    zone_type: 'global' as const,
    is_default: true,
  };
  await db.insertInto('zones').values(zone).execute();
});
afterEach(async () => {
  await database.close();
  await postgres.close();
});

const source = (text: string | Buffer) =>
  openCsvSource(() =>
    Promise.resolve(
      (async function* () {
        yield await Promise.resolve(Buffer.from(text));
      })(),
    ),
  );

const links = () =>
  database.db
    .selectFrom('links')
    .select(['slug', 'url', 'title', 'is_archived', 'is_enabled', 'pre_tracking', 'created_at', 'expires_at'])
    .orderBy('slug')
    .execute();

const FILE = [
  'slug;url;title;tags;clicks;created;archived;expires',
  "one;https://a.example/1;'=1+1;red|blue;1,234;2020-10-26T17:20:40+0000;yes;2021-01-01",
  'two;https://a.example/2;;red;0;;;',
  'two;https://a.example/other;;;;;;',
  'docs/intro;https://a.example/3;;;;;;',
  'four;javascript:alert(1);;;;;;',
  'five;https://a.example/5;;;;0000-01-01;;',
  'six;https://a.example/6;;;;9999-01-01;;',
].join('\r\n');
const COUNTS = { new: 2, conflict: 1, slug_not_allowed: 1, destination_refused: 1, invalid: 2 };

it('moves links in with title, tags, count, dates and archive', async () => {
  const end = await runImport(database.db, await source(FILE), target, settings);
  expect(end).toMatchObject({ kind: 'imported', counts: COUNTS });
  expect(await links()).toMatchObject([
    {
      slug: 'one',
      title: '=1+1',
      is_archived: true,
      pre_tracking: 1_234,
      created_at: new Date('2020-10-26T17:20:40Z'),
      expires_at: new Date('2021-01-01T00:00:00Z'),
    },
    { slug: 'two', is_archived: false, pre_tracking: 0 },
  ]);
});

it('says in a dry run what a run would do, and changes nothing', async () => {
  const counts = await dryRunImport(database.db, await source(FILE), target, { now: systemClock.now() });
  expect(counts).toEqual(COUNTS);
  expect(await links()).toEqual([]);
});

it('says in a dry run where the tags end', async () => {
  const lines = Array.from(
    { length: 1_200 },
    (_, at) => `slug-${at},https://a.example/${at},tag ${at % 600}`,
  );
  const file = await source(['slug,url,tags', ...lines].join('\n'));
  const counts = { new: 1_000, invalid: 200 };
  expect(await dryRunImport(database.db, file, target, { now: systemClock.now() })).toEqual(counts);
  expect(await runImport(database.db, file, target, settings)).toMatchObject({ counts });
});

it('changes nothing when the same file is imported again', async () => {
  await runImport(database.db, await source(FILE), target, settings);
  const before = await links();
  const again = await runImport(database.db, await source(FILE), target, settings);
  expect(again).toMatchObject({ id: undefined, counts: { same: 2 } });
  expect(await links()).toEqual(before);
});

it('goes on with an import that ended between two pages', async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => `slug-${at},https://a.example/${at},${at}`);
  const file = await source(['slug,url,clicks', ...lines].join('\n'));
  const cut = {
    ...file,
    async *pagesFrom(cursor: number) {
      for await (const page of file.pagesFrom(cursor)) {
        if (page.cursor > 500) throw new Error('killed');
        yield page;
      }
    },
  };
  await expect(runImport(database.db, cut, target, settings)).rejects.toThrow('killed');
  expect(await links()).toHaveLength(500);
  const end = await runImport(database.db, file, target, settings);
  expect(end).toMatchObject({ kind: 'imported', counts: { new: 1_200 } });
  const moved = await links();
  expect(moved.reduce((sum, link) => sum + link.pre_tracking, 0)).toBe((1_199 * 1_200) / 2);
});

it('takes back what nobody has changed since', async () => {
  const end = await runImport(database.db, await source(FILE), target, settings);
  if (end.kind !== 'imported' || end.id === undefined) throw new Error('nothing was imported');
  await database.db
    .updateTable('links')
    .set({ title: 'mine', version: 1_000_000 })
    .where('slug', '=', 'two')
    .execute();
  expect(await undoImport(database.db, end.id, by)).toEqual({ kind: 'undone', removed: 1, kept: 1 });
  expect((await links()).map(({ slug }) => slug)).toEqual(['two']);
  const tags = await database.db.selectFrom('tags').select('name').execute();
  expect(tags).toEqual([{ name: 'red' }]);
});

it('leaves a link in place that its owner cannot delete', async () => {
  const { db } = database;
  // the mark of a deleted link that was restricted
  const mark = { zone_id: 'zon_moved', domain: 'krz.example', slug: 'two', mark: 'restricted' as const };
  await db.insertInto('marked_keys').values(mark).execute();
  const end = await runImport(db, await source(FILE), target, settings);
  if (end.kind !== 'imported' || end.id === undefined) throw new Error('nothing was imported');
  expect(await undoImport(db, end.id, by)).toEqual({ kind: 'undone', removed: 1, kept: 1 });
  expect((await links()).map(({ slug }) => slug)).toEqual(['two']);
});

it('erases once more what an import has told of a link that was deleted meanwhile', async () => {
  const { db } = database;
  const end = await runImport(db, await source(FILE), target, settings);
  if (end.kind !== 'imported' || end.id === undefined) throw new Error('no import');
  const { id: link_id } = await db.selectFrom('links').select('id').limit(1).executeTakeFirstOrThrow();
  await db.deleteFrom('links').where('id', '=', link_id).execute();
  const erasure = { link_id, workspace_id: workspace.id, passed_by: '{}', closed_at: new Date() };
  await db.insertInto('erasures').values(erasure).execute();
  await db
    .insertInto('import_days')
    .values({ import_id: end.id, link_id, day: '2026-01-01', clicks: 1 })
    .execute();
  await undoImport(db, end.id, by);
  const erasures = db.selectFrom('erasures').select(['closed_at', 'passed_by']);
  expect(await erasures.where('link_id', '=', link_id).execute()).toEqual([
    { closed_at: null, passed_by: null },
  ]);
});

it('takes an import back once, however often it is asked to', async () => {
  const end = await runImport(database.db, await source(FILE), target, settings);
  if (end.kind !== 'imported' || end.id === undefined) throw new Error('nothing was imported');
  const undone = { kind: 'undone', removed: 2, kept: 0 };
  expect(await undoImport(database.db, end.id, by)).toEqual(undone);
  expect(await undoImport(database.db, end.id, by)).toEqual(undone);
  const events = await database.db
    .selectFrom('audit_events')
    .select(['action', 'changes'])
    .where('action', 'like', 'import.%')
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['import.finished', 'import.undone']);
  expect(await listImports(database.db, workspace.id)).toMatchObject([
    { id: end.id, source: 'csv', state: 'undone', counts: COUNTS },
  ]);
});

it('ends an import that runs when it is taken back', async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => `slug-${at},https://a.example/${at}`);
  const file = await source(['slug,url', ...lines].join('\n'));
  const undoneAfterAPage = {
    ...file,
    async *pagesFrom(cursor: number) {
      for await (const page of file.pagesFrom(cursor)) {
        const [running] = await listImports(database.db, workspace.id);
        if (page.cursor > 500 && running) await undoImport(database.db, running.id, by);
        yield page;
      }
    },
  };
  expect(await runImport(database.db, undoneAfterAPage, target, settings)).toEqual({
    kind: 'other_import_runs',
  });
  expect(await links()).toEqual([]);
});

it('makes each link once when two import the same file at a time', async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => `slug-${at},https://a.example/${at},1`);
  const file = await source(['slug,url,clicks', ...lines].join('\n'));
  const ends = await Promise.all([1, 2].map(() => runImport(database.db, file, target, settings)));
  expect(ends.some(({ kind }) => kind === 'imported')).toBe(true);
  const moved = await links();
  expect(moved).toHaveLength(1_200);
  expect(moved.every((link) => link.pre_tracking === 1)).toBe(true);
});

it('reads UTF-16 with a byte order mark', async () => {
  const text = Buffer.from('\ufeffslug\turl\r\nuni\thttps://a.example/\r\n', 'utf16le');
  await runImport(database.db, await source(text), target, settings);
  expect(await links()).toMatchObject([{ slug: 'uni' }]);
});
