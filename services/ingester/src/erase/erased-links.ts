// Finds which links of a batch are erased, so that no consumer counts their visits, not even on a replay. Postgres is
// the source. While it does not answer the process's own cache is used: an outage of Postgres must not stop the
// ClickHouse sink. Postgres may answer other processes, which meanwhile delete a link, remove its rows and close its
// erasure. So the links of such a batch are remembered, and the links that turn out to be erased are erased once more.
// When the process ends before that, its counts of them stay.

import { findShardCount, type Db } from '@kurz/database';
import { type Log } from '@kurz/process';
import { within } from '@kurz/resilience';
import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';

export type ErasedLinks = {
  among: (linkIds: Iterable<string>) => Promise<ReadonlySet<string>>;
  /** Learns of erased links without a query. */
  note: (linkIds: Iterable<string>) => void;
  /** Reopens the erasures whose visits may have been counted because Postgres did not answer. */
  reopenUnchecked: () => Promise<void>;
  /** How many ClickHouse shards there were when Postgres was last asked. Each batch asks it. */
  shards: () => number;
};

/** The newest erasures are loaded at start; links deleted earlier have no visits in flight any more. */
const REMEMBERED_AT_START = 100_000;
/** Known erased links for when Postgres does not answer, some 20 MB. Forgotten links count as unchecked then. */
const MAX_REMEMBERED = 200_000;
/** Links that could not be checked, some 40 MB; beyond that, batches wait for Postgres. */
const MAX_UNCHECKED = 500_000;
const REOPENED_AT_ONCE = 10_000;
const TIMEOUT_MS = 2_000;
/** After a failure Postgres is not queried for this long, so that batches do not wait during its outage. */
const PAUSE_MS = 2_000;

export function makeErasedLinks(deps: { db: Db; log: Log }): ErasedLinks {
  const { db, log } = deps;
  const known = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  let unchecked = new Set<string>();
  let isLoaded = false;
  let shards = 1;
  let retryAt = 0;

  const note = (linkIds: Iterable<string>) => {
    for (const id of linkIds) known.set(id, true);
  };
  const load = async () => {
    const newest = db
      .selectFrom('erasures')
      .select('link_id')
      .orderBy('deleted_at', 'desc')
      .limit(REMEMBERED_AT_START);
    note((await within(TIMEOUT_MS, newest.execute())).map((row) => row.link_id).reverse());
    shards = await within(TIMEOUT_MS, findShardCount(db));
    isLoaded = true;
  };
  const query = async (linkIds: string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await within(
      TIMEOUT_MS,
      sql<{ link_id: string | null; shards: number }>`
        SELECT link_id, shards FROM click_shards LEFT JOIN erasures ON link_id = ANY(${linkIds}::text[])`.execute(
        db,
      ),
    );
    const erased = new Set(rows.flatMap((row) => row.link_id ?? []));
    note(erased);
    shards = rows[0]?.shards ?? 1;
    return erased;
  };
  /** Undefined while Postgres does not answer. */
  const tryQuery = async (linkIds: string[]): Promise<ReadonlySet<string> | undefined> => {
    if (performance.now() < retryAt) return undefined;
    try {
      const erased = await query(linkIds);
      retryAt = 0;
      return erased;
    } catch (error) {
      if (retryAt === 0) log.warn({ event: 'erasures_unchecked', reason: String(error) });
      retryAt = performance.now() + PAUSE_MS;
      return undefined;
    }
  };
  const reopen = async (linkIds: string[]) => {
    const { rows } = await sql<{ link_id: string }>`
      UPDATE erasures SET passed_by = NULL, cleared_shards = '{}', closed_at = NULL
      WHERE link_id = ANY(${linkIds}::text[]) RETURNING link_id`.execute(db);
    note(rows.map((row) => row.link_id));
  };

  return {
    note,
    shards: () => shards,
    among: async (candidates) => {
      const linkIds = [...new Set(candidates)];
      if (!isLoaded) await load();
      const erased = linkIds.length > 0 ? await tryQuery(linkIds) : new Set<string>();
      if (!erased) {
        if (unchecked.size >= MAX_UNCHECKED)
          throw new Error('too many links could not be checked for erasures');
        for (const id of linkIds) if (!known.has(id)) unchecked.add(id);
      }
      return new Set(linkIds.filter((id) => erased?.has(id) || known.has(id)));
    },
    reopenUnchecked: async () => {
      // links that become unchecked meanwhile are for the next call
      const mine = [...unchecked];
      unchecked = new Set();
      try {
        while (mine.length > 0) {
          await reopen(mine.slice(-REOPENED_AT_ONCE));
          mine.splice(-REOPENED_AT_ONCE);
        }
      } finally {
        for (const id of mine) unchecked.add(id);
      }
    },
  };
}
