// Finds which links of a batch are erased, so that no consumer counts their visits, not even on a replay. Postgres is
// the source. While it is away the process's own cache is used: an outage of Postgres must not stop the ClickHouse
// sink. Nothing can be deleted meanwhile. A link that was deleted just before is still an open erasure, whose rows are
// deleted again once every consumer has passed the moment it was seen.

import { findShardCount, type Db } from '@kurz/database';
import { type Log } from '@kurz/process';
import { within } from '@kurz/resilience';
import { sql } from 'kysely';

export type ErasedLinks = {
  among: (linkIds: Iterable<string>) => Promise<ReadonlySet<string>>;
  /** Learns of erased links without a query. */
  note: (linkIds: Iterable<string>) => void;
  /** How many shards of ClickHouse there were when Postgres was last asked, which each batch does. */
  shards: () => number;
};

/** Remembered at start, the newest; some 10 MB. Links deleted earlier have no visits in flight any more. */
const REMEMBERED = 100_000;
const PATIENCE_MS = 2_000;
/** After a failure Postgres is not asked for this long, so that its outage costs a batch no waiting. */
const PAUSE_MS = 2_000;

export function makeErasedLinks(deps: { db: Db; log: Log }): ErasedLinks {
  const { db, log } = deps;
  const known = new Set<string>();
  let isLoaded = false;
  let shards = 1;
  let askAgainAt = 0;

  const note = (linkIds: Iterable<string>) => {
    for (const id of linkIds) known.add(id);
  };
  const load = async () => {
    const newest = db
      .selectFrom('erasures')
      .select('link_id')
      .orderBy('deleted_at', 'desc')
      .limit(REMEMBERED);
    note((await within(PATIENCE_MS, newest.execute())).map((row) => row.link_id));
    shards = await within(PATIENCE_MS, findShardCount(db));
    isLoaded = true;
  };
  const ask = async (linkIds: string[]) => {
    const { rows } = await within(
      PATIENCE_MS,
      sql<{ link_id: string | null; shards: number }>`
        SELECT link_id, shards FROM click_shards LEFT JOIN erasures ON link_id = ANY(${linkIds}::text[])`.execute(
        db,
      ),
    );
    note(rows.flatMap((row) => row.link_id ?? []));
    shards = rows[0]?.shards ?? 1;
  };

  return {
    note,
    shards: () => shards,
    among: async (candidates) => {
      const linkIds = [...new Set(candidates)];
      if (!isLoaded) await load();
      if (linkIds.length > 0 && performance.now() >= askAgainAt) {
        try {
          await ask(linkIds);
          askAgainAt = 0;
        } catch (error) {
          if (askAgainAt === 0) log.warn({ event: 'erasures_unchecked', reason: String(error) });
          askAgainAt = performance.now() + PAUSE_MS;
        }
      }
      return new Set(linkIds.filter((id) => known.has(id)));
    },
  };
}
