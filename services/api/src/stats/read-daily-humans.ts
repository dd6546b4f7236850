// Reads the humans by day of up to a hundred links at once, for the curves beside them in a list. Each link's numbers
// are those of its stats: for today and yesterday, the source that has seen more of the link is taken.

import { queryUntil, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks, LiveDay } from '@kurz/live-clicks';
import type { Log } from '@kurz/process';
import { ANALYTICS_CONFIG, type QueryAnalytics } from '../analytics/query-analytics';
import { compactionParametersOf, isCounted, type FinishedBatches } from '../analytics/finished-batches';
import { findStreamProgress } from '../analytics/find-stream-progress';
import { daysFrom } from './calendar-day';
import { makeReadLive } from './read-live';
import type { StatsWindow } from './window-of';

export type DailyHumansDeps = { db: Db; queryAnalytics: QueryAnalytics; liveClicks: LiveClicks; log: Log };

/** `humans` has one number per day of the window. */
export type LinkHumans = { id: string; humans: number[] };

/** Undefined when ClickHouse is away. Throws only when PostgreSQL is away. */
export type ReadDailyHumans = (ask: {
  workspaceId: string;
  /** Ids that are not links of the workspace are left out of the answer. */
  linkIds: readonly string[];
  /** Has to end today. */
  window: StatsWindow;
}) => Promise<LinkHumans[] | undefined>;

type Counts = { requests: number; bots: number };
/** By link, then by day. */
type Stored = ReadonlyMap<string, ReadonlyMap<string, Counts>>;

type Scope = FinishedBatches & {
  workspaceId: string;
  linkIds: readonly string[];
  first: string;
  last: string;
};

/** The settings are in the statement: the embedded engine would keep a request's settings for its whole session. */
const SETTINGS = `SETTINGS max_execution_time = 2, do_not_merge_across_partitions_select_final = 1,
  output_format_json_quote_64bit_integers = 0`;

type Row = [link: string, day: string, requests: number, bots: number];

async function readStored(
  clickHouse: ClickHouse,
  { workspaceId, linkIds, first, last, ...batches }: Scope,
  signal: AbortSignal,
): Promise<Stored> {
  const question = {
    query: `SELECT link_id, toString(day), sum(requests), sum(bots) FROM ${clickHouse.database}.clicks_daily FINAL
      WHERE workspace_id = {workspace:String} AND link_id IN {links:Array(String)}
        AND day BETWEEN {first:Date} AND {last:Date} AND ${isCounted(batches)}
      GROUP BY link_id, day ${SETTINGS}`,
    query_params: {
      workspace: workspaceId,
      links: [...linkIds],
      first,
      last,
      ...compactionParametersOf(batches),
    },
    format: 'JSONCompactEachRow',
  } as const;
  const rows = await queryUntil(clickHouse, signal, question, (answer) => answer.json<Row>());
  const stored = new Map<string, Map<string, Counts>>();
  for (const [link, day, requests, bots] of rows) {
    const days = stored.get(link) ?? new Map<string, Counts>();
    stored.set(link, days.set(day, { requests, bots }));
  }
  return stored;
}

function humansOf(days: readonly string[], stored: ReadonlyMap<string, Counts>, live: readonly LiveDay[]) {
  return days.map((day) => {
    const counts = stored.get(day) ?? { requests: 0, bots: 0 };
    const lately = live.find((one) => one.day === day);
    const { requests, bots } = lately && lately.requests > counts.requests ? lately : counts;
    return requests - bots;
  });
}

export function makeReadDailyHumans(
  deps: DailyHumansDeps,
  { waitMs }: { waitMs: number } = ANALYTICS_CONFIG,
): ReadDailyHumans {
  const readLive = makeReadLive(deps, { events: 'stats_live_clicks', waitMs });

  async function liveOf(workspaceId: string, linkIds: readonly string[], days: string[]) {
    const readAll = Promise.all(linkIds.map((linkId) => deps.liveClicks.read({ workspaceId, linkId }, days)));
    return (await readLive(readAll)) ?? [];
  }

  return async ({ workspaceId, linkIds, window }) => {
    const found = await deps.db
      .selectFrom('links')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', [...linkIds])
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return [];
    const { partitions, compaction } = await findStreamProgress(deps.db, workspaceId);
    const { clampedTo: first, to: last } = window;
    const scope = { workspaceId, linkIds: ids, first, last, progress: partitions, compaction };
    const [stored, live] = await Promise.all([
      deps.queryAnalytics((clickHouse, { signal }) => readStored(clickHouse, scope, signal), { workspaceId }),
      liveOf(workspaceId, ids, [window.yesterday, window.today]),
    ]);
    if (stored === undefined) return undefined;
    const days = daysFrom(first, last);
    return ids.map((id, index) => ({
      id,
      humans: humansOf(days, stored.get(id) ?? new Map<string, Counts>(), live[index] ?? []),
    }));
  };
}
