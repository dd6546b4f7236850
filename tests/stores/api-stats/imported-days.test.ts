// Another shortener's counts by day are imported once, whatever is cut off and repeated. They are in totals and series,
// marked as imported, beside the visits that are counted here.

import { moveDays, undoImport, type CountedDays, type DayClicks } from '@kurz/api';
import { insertRows } from '@kurz/click-tables';
import { sql } from 'kysely';
import { collectDays } from '../../../services/admin/src/history-import/collect-days';
import { ANALYTICS_CONFIG } from '../../../services/api/src/analytics/query-analytics';
import type { StatsLink } from '../../../services/api/src/stats/stats-of';
import { startStats, windowFor, WORKSPACE, type StatsWorld } from './start-stats';
import { writePlan } from './write-plan';

let world: StatsWorld;
beforeAll(async () => {
  world = await startStats();
  await world.setProgress({ position: 100, consolidatedUntil: '2026-03-15T02:00:00Z' });
});
afterAll(() => world.close());

let imports = 0;

/** An import that has made some links, each with a total of 50. */
async function startImport(count: number) {
  const { db } = world;
  const id = `imp_${++imports}`;
  const fingerprint = Buffer.from(id);
  await db
    .insertInto('imports')
    .values({
      id,
      workspace_id: WORKSPACE,
      source: 'bitly',
      fingerprint,
      counts: JSON.stringify({ new: count }),
    })
    .execute();
  const links: StatsLink[] = [];
  for (let made = 0; made < count; made++) {
    const link = await world.addLink();
    links.push(link);
    const item = { import_id: id, link_id: link.id, version: 1, history_key: link.id };
    await db.insertInto('import_items').values(item).execute();
    const fresh = { pre_tracking: 50, tracking_since: null };
    await db.updateTable('links').set(fresh).where('id', '=', link.id).execute();
  }
  return { links, running: { id, workspaceId: WORKSPACE, startedAt: new Date('2026-03-15T00:00:00Z') } };
}

type Running = Awaited<ReturnType<typeof startImport>>['running'];

/** `countsByLink`: the other shortener's counts for each link, by id. */
const sourceOf = (
  countsByLink: Record<string, CountedDays>,
  onAsked: (key: string) => void = () => undefined,
) => ({
  kind: 'days' as const,
  keyOf: () => undefined,
  of: (key: string) => {
    onAsked(key);
    return Promise.resolve(countsByLink[key] ?? { days: [], total: undefined });
  },
});

const CUT = new Error('cut off');

/** `cutAt`: the number of the insert, from 1, after which the process dies without committing its batch. */
async function move(running: Running, cutAt = Infinity): Promise<number | undefined> {
  const { db, clickHouse } = world;
  let inserts = 0;
  const writeClickRows = async (table: Parameters<typeof insertRows>[1], lines: Buffer) => {
    await insertRows(clickHouse, table, lines);
    if (++inserts === cutAt) throw CUT;
  };
  return moveDays({ db, source: 'bitly', writeClickRows }, running);
}

async function statsOf(link: StatsLink) {
  const read = world.readerWith(ANALYTICS_CONFIG);
  const outcome = await read({ link, window: windowFor({ from: '2026-01-01', to: '2026-03-13' }) });
  if (outcome.kind !== 'stats') throw new Error(outcome.kind);
  return outcome.stats;
}

const day = (date: string, clicks: number): DayClicks => ({ day: date, clicks });
const TWO_DAYS = [day('2026-02-01', 20), day('2026-03-13', 10)];

it('are in totals and series, in no list, and beside what is counted here', async () => {
  const { links, running } = await startImport(2);
  const [link, other] = links;
  if (!link || !other) throw new Error('no links');
  const countsByLink = {
    [link.id]: { days: TWO_DAYS, total: undefined },
    [other.id]: { days: [], total: 7 },
  };
  expect(await collectDays(world.db, sourceOf(countsByLink), running)).toBe(true);
  expect(await move(running)).toBe(30);
  const hours = [{ at: '2026-02-01T12', requests: 5, bots: 2 }];
  await writePlan(world.clickHouse, { workspaceId: WORKSPACE, linkId: link.id, planFrom: 1, hours });
  const { totals, allTime, series, imported, geo, source } = await statsOf(link);
  expect(totals).toEqual({ requests: 35, bots: 2, human: 33, qr: 0, click: 33 });
  expect(source).toEqual({ click: 33, qr: 0 });
  expect(series).toEqual([
    { date: '2026-02-01', n: 25, b: 2 },
    { date: '2026-03-13', n: 10, b: 0 },
  ]);
  expect(imported).toEqual([{ k: 'bitly', v: 30 }]);
  expect(geo.reduce((sum, { v }) => sum + v, 0)).toBe(3);
  expect(allTime).toEqual({ total: 50, preTracking: 20, trackingSince: '2026-02-01' });
  const others = await statsOf(other);
  expect(others.allTime).toMatchObject({ total: 7, preTracking: 7 });
  expect(others).not.toHaveProperty('imported');
});

it('count once when they are cut off and moved again, and not at all before', async () => {
  const { links, running } = await startImport(1);
  const [link] = links;
  if (!link) throw new Error('no link');
  await collectDays(world.db, sourceOf({ [link.id]: { days: TWO_DAYS, total: 25 } }), running);
  await expect(move(running, 2)).rejects.toThrow(CUT);
  const before = await statsOf(link);
  expect([before.totals.requests, before.allTime.total, before.imported]).toEqual([0, 50, undefined]);
  expect(await move(running)).toBe(30);
  const after = await statsOf(link);
  expect([after.totals.requests, after.imported]).toEqual([30, [{ k: 'bitly', v: 30 }]]);
  // the source's total is less than its sum by day: preTracking is not negative
  expect(after.allTime).toMatchObject({ total: 30, preTracking: 0 });
  expect(await world.db.selectFrom('import_days').selectAll().execute()).toEqual([]);
});

/** Starts an import with more links than fit into a batch, each with clicks on one day. */
async function startManyLinks(count: number) {
  const { running } = await startImport(0);
  const ids = sql`'lnk_many' || to_char(n, 'FM0000')`;
  const numbers = sql`generate_series(1, ${count}) AS n`;
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, pre_tracking)
    SELECT ${ids}, ${WORKSPACE}, zone_id, ${ids}, url, location, 50
    FROM ${numbers}, (SELECT zone_id, url, location FROM links LIMIT 1) AS one`.execute(world.db);
  await sql`
    INSERT INTO import_items (import_id, link_id, version) SELECT ${running.id}, ${ids}, 1 FROM ${numbers}`.execute(
    world.db,
  );
  await sql`
    INSERT INTO import_days SELECT ${running.id}, ${ids}, '2026-02-01'::date, 1 + n % 3 FROM ${numbers}`.execute(
    world.db,
  );
  return running;
}

/** Sums over all these links, in PostgreSQL and in ClickHouse. */
async function sumsOfMany() {
  const { db, clickHouse } = world;
  const { rows } = await sql<{ hits: number; pre: number; position: number | null }>`
    SELECT coalesce(sum(hits), 0)::int AS hits, sum(pre_tracking)::int AS pre,
           (SELECT max(position)::int FROM stream_progress JOIN imports ON history_partition = stream_partition
            WHERE imports.id = ${`imp_${imports}`}) AS position
    FROM links LEFT JOIN link_hits ON link_id = id WHERE id LIKE 'lnk_many%'`.execute(db);
  const [found = { hits: -1, pre: -1, position: null }] = rows;
  const answer = await clickHouse.client.query({
    query: `SELECT toUInt32(sum(requests)) AS n FROM ${clickHouse.database}.clicks_daily FINAL
            WHERE link_id LIKE 'lnk_many%' AND plan_from < {position:UInt32}`,
    query_params: { position: found.position ?? 0 },
    format: 'JSONEachRow',
  });
  const [counted] = await answer.json<{ n: number }>();
  return { ...found, counted: counted?.n };
}

it('move some links at a time: those that are done stay when the next are cut off', async () => {
  const running = await startManyLinks(1_002);
  // cut when the second batch has its daily rows
  await expect(move(running, 3)).rejects.toThrow(CUT);
  const some = await sumsOfMany();
  expect(some).toMatchObject({ position: 1, hits: some.counted, pre: 1_002 * 50 - some.hits });
  expect(some.hits).toBeGreaterThan(0);
  expect(some.hits).toBeLessThan(2_004);
  expect(await move(running)).toBe(2_004);
  expect(await sumsOfMany()).toEqual({ position: 2, hits: 2_004, pre: 1_002 * 48, counted: 2_004 });
  expect(await move(running)).toBe(2_004);
});

it('are asked for once for each link, also when the source is away in between', async () => {
  const { links, running } = await startImport(50);
  const countsByLink = Object.fromEntries(links.map(({ id }) => [id, { days: TWO_DAYS, total: undefined }]));
  const asked: string[] = [];
  const failing = sourceOf(countsByLink, (key) => {
    if (asked.push(key) === 31) throw CUT;
  });
  await expect(collectDays(world.db, failing, running)).rejects.toThrow(CUT);
  const again: string[] = [];
  expect(
    await collectDays(
      world.db,
      sourceOf(countsByLink, (key) => again.push(key)),
      running,
    ),
  ).toBe(true);
  expect(again).toHaveLength(30);
  expect(await move(running)).toBe(50 * 30);
});

it('are neither gathered nor moved for an import that is undone', async () => {
  const { running } = await startImport(1);
  await world.db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', running.id).execute();
  expect(await collectDays(world.db, sourceOf({}), running)).toBe(false);
  expect(await move(running)).toBeUndefined();
});

it('are forgotten when an undo ends the run, and what was written of them counts for nobody', async () => {
  const { links, running } = await startImport(1);
  const [link] = links;
  if (!link) throw new Error('no link');
  await collectDays(world.db, sourceOf({ [link.id]: { days: TWO_DAYS, total: 70 } }), running);
  await expect(move(running, 2)).rejects.toThrow(CUT);
  // the link counts as changed since the import, so it is kept
  expect(await undoImport(world.db, running.id, { kind: 'operator', command: 'import undo' })).toEqual({
    kind: 'undone',
    removed: 0,
    kept: 1,
  });
  expect(await world.db.selectFrom('import_days').selectAll().execute()).toEqual([]);
  expect(await move(running)).toBeUndefined();
  const { totals, allTime } = await statsOf(link);
  expect([totals.requests, allTime.total]).toEqual([0, 50]);
});

it('leave no counts of a link that is deleted meanwhile', async () => {
  const { links, running } = await startImport(2);
  const [kept, gone] = links;
  if (!kept || !gone) throw new Error('no links');
  const countsByLink = Object.fromEntries(links.map(({ id }) => [id, { days: TWO_DAYS, total: undefined }]));
  await collectDays(world.db, sourceOf(countsByLink), running);
  await world.db.deleteFrom('links').where('id', '=', gone.id).execute();
  const erased = { link_id: gone.id, workspace_id: WORKSPACE, closed_at: new Date() };
  await world.db.insertInto('erasures').values(erased).execute();
  expect(await move(running)).toBe(30);
  const hits = await world.db
    .selectFrom('link_hits')
    .select('link_id')
    .where('link_id', 'in', [kept.id, gone.id])
    .execute();
  expect(hits).toEqual([{ link_id: kept.id }]);
  const open = world.db.selectFrom('erasures').select('link_id').where('closed_at', 'is', null);
  expect(await open.execute()).toEqual([{ link_id: gone.id }]);
});
