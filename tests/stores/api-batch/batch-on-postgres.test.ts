// A batch on a real PostgreSQL, without HTTP: the statements that it costs, and generated slugs that are already taken.

import { Kysely, PostgresDialect } from 'kysely';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database, type Db, type Tables } from '@kurz/database';
import { systemClock } from '@kurz/process';
import type { ActingWorkspace } from '../../../services/api/src/access/actor';
import { makeCreateLinks } from '../../../services/api/src/links/batch/create-links';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;
let db: Db;
const statements: string[] = [];

beforeAll(async () => {
  postgres = await openTestDatabase();
  // forty transactions share twenty connections: on a busy machine they wait for longer than production allows
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS, maxConnections: 20 });
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: (event) => void statements.push(event.query.sql),
  });
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  const zone = {
    id: 'zon_1',
    domain: 'krz.example',
    name: 'Kurz',
    zone_type: 'global',
    is_default: true,
  } as const;
  await db.insertInto('zones').values(zone).execute();
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

let workspaces = 0;
async function addWorkspace(): Promise<ActingWorkspace> {
  const id = `ws_${++workspaces}`;
  await db.insertInto('workspaces').values({ id, name: id, owner_id: 'usr_1', plan: 'pro' }).execute();
  return {
    id,
    plan: 'pro',
    billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
    defaultZoneId: null,
    isInTransfer: false,
  };
}

const url = 'https://a.example/';
const creating = (draw?: () => string) => {
  const createLinks = makeCreateLinks({ clock: systemClock, generate: draw }, {});
  return (workspace: ActingWorkspace, items: unknown[]) =>
    db.transaction().execute((transaction) => createLinks(transaction, workspace, items));
};
const endOf = (outcome: { kind: string; code?: string }) => outcome.code ?? outcome.kind;

test('a hundred links take as many statements as one', async () => {
  const workspace = await addWorkspace();
  const costOf = async (count: number) => {
    statements.length = 0;
    const items = Array.from({ length: count }, (_, index) => ({
      url,
      slug: index % 2 ? `cost-${count}-${index}` : undefined,
      zoneDomain: index % 3 ? 'krz.example' : undefined,
    }));
    const outcomes = await creating()(workspace, items);
    expect(outcomes.map(endOf)).toEqual(items.map(() => 'created'));
    return statements.length;
  };
  const one = await costOf(4);
  expect(await costOf(100)).toBe(one);
  // including the read of the blocked destinations under their lock, and the events of the audit log
  expect(one).toBeLessThanOrEqual(14);
});

test('a drawn slug that a link or another item has is drawn again', async () => {
  const workspace = await addWorkspace();
  await creating()(workspace, [{ url, slug: 'drawn-a' }]);
  const slugs = ['drawn-a', 'drawn-b', 'drawn-b', 'chosen', 'drawn-a', 'drawn-c'];
  const outcomes = await creating(() => slugs.shift() ?? 'too-many-draws')(workspace, [
    { url },
    { url, slug: 'chosen' },
    { url },
  ]);
  expect(outcomes.map((outcome) => (outcome.kind === 'created' ? outcome.row.slug : outcome.code))).toEqual([
    'drawn-c',
    'chosen',
    'drawn-b',
  ]);
});

test('a generator that only ever draws the same ends in an error, and nothing of the batch is kept', async () => {
  const workspace = await addWorkspace();
  const items = [{ url, slug: 'kept-not' }, { url }, { url }];
  await expect(creating(() => 'stuck77')(workspace, items)).rejects.toThrow('generated slugs');
  const links = db.selectFrom('links').select('id').where('workspace_id', '=', workspace.id);
  expect(await links.execute()).toEqual([]);
});

test('forty batches at once that want the same slugs in opposite orders all end, and each slug has one link', async () => {
  const workspaceList = await Promise.all(Array.from({ length: 4 }, addWorkspace));
  const items = Array.from({ length: 50 }, (_, index) => ({ url, slug: `crossed-${index}` }));
  const create = creating();
  const all = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const workspace = workspaceList[index % workspaceList.length];
      if (!workspace) throw new Error('there is no workspace');
      return create(workspace, index % 2 ? [...items].reverse() : items);
    }),
  );
  const ends = all.flat().map(endOf);
  expect(ends.filter((end) => end === 'created')).toHaveLength(50);
  expect(ends.filter((end) => end === 'SLUG_EXISTS')).toHaveLength(50 * 39);
});

test('the changes of exactly the created links wait for the link cache', async () => {
  const workspace = await addWorkspace();
  await db.deleteFrom('link_changes').execute();
  await creating()(workspace, [
    { url, slug: 'told-a' },
    { url: 'no' },
    { url, slug: 'told-a' },
    { url, slug: 'told-b' },
  ]);
  const changes = await db.selectFrom('link_changes').select('slug').orderBy('slug').execute();
  expect(changes.map((change) => change.slug)).toEqual(['told-a', 'told-b']);
});
