// Stores for tests of compaction. Writes visits of closed days, and reads their counts as the API does.

import { startClickHouse, openTestDatabase } from '@kurz/backends';
import { COMPACTED_PARTITION, openClickHouse } from '@kurz/click-tables';
import { openDatabase } from '@kurz/database';
import { makeClosing } from '@kurz/process';
import { sql } from 'kysely';
import { findStreamProgress } from '../../../services/api/src/analytics/find-stream-progress';
import { readGroupClicks } from '../../../services/api/src/campaigns/read-group-clicks';
import { daysFrom } from '../../../services/api/src/stats/calendar-day';
import { readStoredClicks } from '../../../services/api/src/stats/read-stored-clicks';
import type { StoredClicks } from '../../../services/api/src/stats/stored-clicks';
import { countHumanVisits } from '../../../services/api/src/usage/count-human-visits';
import { writePlan, writePlans, type CountedHour, type PlanToWrite } from '../api-stats/write-plan';
import { LENIENT_TIMEOUTS } from '../../fixture-database';
import { readInTime } from '../../read-in-time';

export const NOW = Date.parse('2026-03-15T10:00:00Z');
export const WORKSPACE = 'ws_1';
const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];
const NO_SIGNAL = new AbortController().signal;
const NO_LIMITS = { signal: NO_SIGNAL, limitMs: 60_000 };

/** Whether the campaign report has the same humans on each day as the link's stats. */
function isReportedAs(
  humansByDay: readonly number[],
  stored: StoredClicks['days'],
  { first, last }: { first: string; last: string },
): boolean {
  const humansOf = (day: string) => (stored.get(day)?.requests ?? 0) - (stored.get(day)?.bots ?? 0);
  return daysFrom(first, last).every((day, at) => (humansByDay[at] ?? 0) === humansOf(day));
}

export async function startCompaction() {
  const closing = makeClosing((_, error) => {
    throw error;
  });
  const server = await startClickHouse();
  closing.add('clickhouse server', server.close);
  const postgres = await openTestDatabase();
  closing.add('postgres', postgres.close);
  const clickHouse = openClickHouse(server.options);
  closing.add('clickhouse', clickHouse.close);
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', database.close);
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_1', email: 'ada@example.com' }).execute();
  const workspace = { id: WORKSPACE, name: 'Compacted', owner_id: 'usr_1', plan: 'team' } as const;
  await db.insertInto('workspaces').values(workspace).execute();
  let isKept = false;

  const setProgress = async (position: number, partition = 0) => {
    const row = { stream_partition: partition, position, consolidated_until: new Date(NOW) };
    await db
      .insertInto('stream_progress')
      .values(row)
      .onConflict((conflict) => conflict.column('stream_partition').doUpdateSet(row))
      .execute();
  };

  return {
    clickHouse,
    clickHouses: [clickHouse] as const,
    db,
    options: { clickHouse: server.options, database: postgres.options },
    setProgress,
    /** Writes a plan as an ingester does, and by default commits it. */
    count: async (
      linkId: string,
      planFrom: number,
      hours: CountedHour[],
      { isCommitted = true, partition = 0 } = {},
    ) => {
      await writePlan(clickHouse, { workspaceId: WORKSPACE, linkId, partition, planFrom, hours });
      if (isCommitted) await setProgress(planFrom + 1, partition);
    },
    /** Writes many plans at once, and commits all below `position`. */
    countAll: async (plans: readonly Omit<PlanToWrite, 'workspaceId'>[], position: number) => {
      await writePlans(
        clickHouse,
        plans.map((plan) => ({ ...plan, workspaceId: WORKSPACE })),
      );
      await setProgress(position);
    },
    /** Requests by day and humans by country of a link, and the workspace's humans, as the API reads them. */
    seen: async (linkId: string) => {
      const { partitions, compaction } = await findStreamProgress(db, WORKSPACE);
      const plans = { progress: partitions, compaction };
      const days = { first: '2026-01-01', last: '2026-03-15', today: '2026-03-15', yesterday: '2026-03-14' };
      const scope = { workspaceId: WORKSPACE, linkId, ...days, hoursFrom: undefined, ...plans };
      const stored = await readInTime(() => readStoredClicks(clickHouse, scope, NO_SIGNAL));
      const geo = stored.keys.filter(({ dimension }) => dimension === 'geo');
      const report = { workspaceId: WORKSPACE, first: days.first, last: days.last, ...plans };
      const group = { linkIds: linkId, linkCount: 1 };
      const [clicks] = await readGroupClicks(clickHouse, report, { groups: [group], byDay: true }, NO_LIMITS);
      const month = { start: new Date('2026-01-01'), end: new Date('2026-04-01') };
      const counted = { workspaceId: WORKSPACE, ...month, ...plans };
      return {
        isReported: isReportedAs(clicks?.humansByDay ?? [], stored.days, days),
        requests: Object.fromEntries([...stored.days].sort().map(([day, { requests }]) => [day, requests])),
        countries: Object.fromEntries(
          geo.map((row) => [row.key, row.older + row.yesterday + row.today]).sort(),
        ) as Record<string, number>,
        humans: await readInTime(() => countHumanVisits(clickHouse, counted, NO_SIGNAL)),
      };
    },
    rowsOf: async (linkId: string, day: string) => {
      const answer = await clickHouse.client.query({
        query: `SELECT count() AS n FROM ${clickHouse.database}.clicks_daily FINAL WHERE link_id = {linkId:String} AND day = {day:Date}`,
        query_params: { linkId, day },
        format: 'JSONEachRow',
      });
      return (await answer.json<{ n: number }>())[0]?.n ?? 0;
    },
    /** The compacted rows of a day, read without FINAL: the sum of their requests, and their partitions. */
    folded: async (day: string) => {
      const answer = await clickHouse.client.query({
        query: `SELECT sum(requests) AS requests, groupUniqArray(_partition_id) AS partitions
          FROM ${clickHouse.database}.clicks_daily WHERE day = {day:Date} AND stream_partition = ${COMPACTED_PARTITION}`,
        query_params: { day },
        format: 'JSONEachRow',
      });
      return (await answer.json<{ requests: number; partitions: string[] }>())[0];
    },
    /** Keeps a copy of the current counts, which each later `reset` restores. */
    keep: async () => {
      for (const table of TABLES) {
        const copy = `${clickHouse.database}.kept_${table}`;
        const from = `${clickHouse.database}.${table}`;
        await clickHouse.client.command({
          query: `CREATE TABLE ${copy} ENGINE = Memory AS SELECT * FROM ${from} FINAL`,
        });
      }
      isKept = true;
    },
    reset: async () => {
      for (const table of TABLES) {
        const name = `${clickHouse.database}.${table}`;
        await clickHouse.client.command({ query: `TRUNCATE TABLE ${name}` });
        if (!isKept) continue;
        await clickHouse.client.command({
          query: `INSERT INTO ${name} SELECT * FROM ${clickHouse.database}.kept_${table}`,
        });
      }
      if (!isKept) await db.deleteFrom('stream_progress').execute();
      await db.deleteFrom('compactions').execute();
      await db.deleteFrom('erasures').execute();
    },
    /** Copies the tables as a backup does. Resolves with a function that restores them. */
    backUp: async () => {
      const copies = TABLES.map((table) => {
        const of = `${clickHouse.database}.${table}`;
        return { of, copy: `${of}_backup` };
      });
      const command = (query: string) => clickHouse.client.command({ query });
      for (const { of, copy } of copies)
        await command(`CREATE TABLE ${copy} ENGINE = Memory AS SELECT * FROM ${of} FINAL`);
      return async () => {
        for (const { of, copy } of copies) {
          await command(`TRUNCATE TABLE ${of}`);
          await command(`INSERT INTO ${of} SELECT * FROM ${copy}`);
          await command(`DROP TABLE ${copy}`);
        }
      };
    },
    /** Sets the times for which a written compaction waits back by an hour. */
    ripen: async () => {
      await sql`UPDATE compactions SET written_at = written_at - interval '1 hour',
        write_before = write_before - interval '1 hour' WHERE state = 'written'`.execute(db);
    },
    close: closing.close,
  };
}

export type CompactionStores = Awaited<ReturnType<typeof startCompaction>>;

/** Writes many plans with the same visits at once, and commits the last. */
export async function countPlans(
  stores: CompactionStores,
  linkId: string,
  [first, last]: [first: number, last: number],
  hours: CountedHour[],
): Promise<void> {
  const plans = Array.from({ length: last - first + 1 }, (_, index) => ({
    linkId,
    planFrom: first + index,
    hours,
  }));
  await stores.countAll(plans, last + 1);
}

/** Twenty plans that each have visits of the same two closed days and of an open one. */
export const countTwoDays = (stores: CompactionStores, linkId: string): Promise<void> =>
  countPlans(
    stores,
    linkId,
    [1, 20],
    [
      { at: '2026-03-01T12', requests: 5, bots: 1, by: { geo: { FR: 2 } } },
      { at: '2026-03-02T12', requests: 3 },
      { at: '2026-03-14T12', requests: 1 },
    ],
  );
