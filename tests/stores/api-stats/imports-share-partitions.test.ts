// Each query of the click tables names all partitions of the click stream. An import of days reuses that of an ended
// import, so only parallel imports add partitions. Unfinished rows of an earlier import do not count.

import { runImport, undoImport, type LinkSource } from '@kurz/api';
import { insertRows, type ClickTable } from '@kurz/click-tables';
import { systemClock } from '@kurz/process';
import { makeMoveHistory } from '../../../services/admin/src/history-import/move-history';
import { ANALYTICS_CONFIG } from '../../../services/api/src/analytics/query-analytics';
import { pagesOf } from '../../../services/api/src/imports/import-source';
import { NO_FIELDS } from '../../../services/api/src/imports/peers/peer-source';
import { ZONE } from './open-analytics-stores';
import { startStats, windowFor, WORKSPACE, type StatsWorld } from './start-stats';

const CUT = new Error('cut off');
const DAY = '2026-02-01';
const by = { kind: 'operator', command: 'import bitly' } as const;
const target = { workspace: { id: WORKSPACE, defaultZoneId: ZONE.id }, zoneDomain: undefined };

let world: StatsWorld;
beforeAll(async () => {
  world = await startStats();
});
afterAll(() => world.close());

type Told = { slug: string; clicks: number };

const historyOf = ({ slug, clicks }: Told) => ({
  kind: 'days' as const,
  keyOf: () => slug,
  of: () => Promise.resolve({ days: [{ day: DAY, clicks }], total: undefined }),
});

const sourceOf = (told: Told): LinkSource => ({
  name: 'bitly',
  fingerprint: Buffer.from(told.slug),
  mayChange: false,
  history: historyOf(told),
  pagesFrom: (cursor) =>
    pagesOf(
      (async function* () {
        yield await Promise.resolve(told.slug);
      })(),
      cursor,
      (slug, place) => [{ ...NO_FIELDS, place, slug, url: `https://a.example/${slug}` }],
    ),
});

/** `isCut`: the process dies after the first rows of the batch. */
async function importOf(told: Told, { isCut = false, onRows = () => Promise.resolve() } = {}) {
  const { db, clickHouse } = world;
  const writeClickRows = async (table: ClickTable, lines: Buffer) => {
    await insertRows(clickHouse, table, lines);
    await onRows();
    if (isCut) throw CUT;
  };
  const deps = { db, writeClickRows, source: 'bitly' };
  const moveHistory = makeMoveHistory({ kind: 'days', history: historyOf(told), deps }, () => undefined);
  return runImport(db, sourceOf(told), target, { clock: systemClock, by, moveHistory });
}

async function countedOf(slug: string) {
  const row = await world.db
    .selectFrom('links')
    .select(['id', 'created_at as createdAt'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const link = { ...row, workspaceId: WORKSPACE, slug, zoneDomain: ZONE.domain };
  const read = world.readerWith(ANALYTICS_CONFIG);
  const outcome = await read({ link, window: windowFor({ from: '2026-01-01', to: '2026-03-13' }) });
  if (outcome.kind !== 'stats') throw new Error(outcome.kind);
  const { totals, allTime, imported } = outcome.stats;
  return { requests: totals.requests, allTime: allTime.total, imported: imported?.[0]?.v ?? 0 };
}
const allCounted = (clicks: number) => ({ requests: clicks, allTime: clicks, imported: clicks });

const partitions = async () =>
  (await world.db.selectFrom('stream_progress').select('stream_partition').execute()).length;

it('one after another take the same partition, and each counts once', async () => {
  for (let clicks = 1; clicks <= 12; clicks++) await importOf({ slug: `in-turn-${clicks}`, clicks });
  for (let clicks = 1; clicks <= 12; clicks++)
    expect(await countedOf(`in-turn-${clicks}`)).toEqual(allCounted(clicks));
  expect(await partitions()).toBe(1);
});

it('one that is cut off keeps its partition until it goes on and ends', async () => {
  const told = { slug: 'cut-off', clicks: 100 };
  await expect(importOf(told, { isCut: true })).rejects.toThrow(CUT);
  for (let clicks = 1; clicks <= 5; clicks++) await importOf({ slug: `besides-${clicks}`, clicks });
  expect(await countedOf('cut-off')).toEqual(allCounted(0));
  expect(await partitions()).toBe(2);
  await importOf(told);
  await importOf({ slug: 'behind', clicks: 7 });
  for (const [slug, clicks] of [
    ['cut-off', 100],
    ['besides-5', 5],
    ['behind', 7],
  ] as const)
    expect(await countedOf(slug)).toEqual(allCounted(clicks));
  expect(await partitions()).toBe(2);
});

it('one that is undone before its end leaves its partition to nobody', async () => {
  const told = { slug: 'undone', clicks: 1_000 };
  await expect(importOf(told, { isCut: true })).rejects.toThrow(CUT);
  // marks the link as changed since the import, so that it is kept
  await world.db.updateTable('links').set({ version: 1 }).where('slug', '=', 'undone').execute();
  const { id } = await world.db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  expect(await undoImport(world.db, id, by)).toEqual({ kind: 'undone', removed: 0, kept: 1 });
  for (let clicks = 1; clicks <= 5; clicks++) await importOf({ slug: `later-${clicks}`, clicks });
  expect(await countedOf('undone')).toEqual(allCounted(0));
  for (let clicks = 1; clicks <= 5; clicks++)
    expect(await countedOf(`later-${clicks}`)).toEqual(allCounted(clicks));
});

it('several at a time have one each', async () => {
  let waiting = 0;
  let goOn: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (goOn = resolve));
  // waits until each import has written rows and none has ended
  const onRows = async () => {
    if (++waiting >= 4) goOn();
    await all;
  };
  const clicks = [11, 12, 13, 14];
  await Promise.all(clicks.map((count) => importOf({ slug: `at-once-${count}`, clicks: count }, { onRows })));
  for (const count of clicks) expect(await countedOf(`at-once-${count}`)).toEqual(allCounted(count));
  const before = await partitions();
  for (const count of clicks) await importOf({ slug: `again-${count}`, clicks: count });
  expect(await partitions()).toBe(before);
});
