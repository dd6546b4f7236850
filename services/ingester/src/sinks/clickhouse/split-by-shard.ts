// Which shard takes which rows of a batch. It is asked after the intent is recorded, and again for each attempt.

import type { Db } from '@kurz/database';
import { findWorkspaceShards } from '@kurz/database';
import type { ErasedLinks } from '../../erase/erased-links';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';

export type SplitRows = {
  /** By the number of the shard from which they are read. */
  rows: ReadonlyMap<number, LinkDayCounts[]>;
  /** For each workspace that moves, another shard that gets its rows too. */
  others: ReadonlyMap<string, number>;
};

export type SplitByShard = (rows: readonly LinkDayCounts[]) => Promise<SplitRows>;

/** For one address. Throws when there are more shards: a process with old settings writes nothing to a wrong one. */
export const makeInOneShard =
  ({ erased }: { erased: Pick<ErasedLinks, 'shards'> }): SplitByShard =>
  (rows) => {
    if (erased.shards() > 1) return Promise.reject(new Error('KURZ_CLICKHOUSE_URLS has to name all shards'));
    return Promise.resolve({ rows: new Map([[0, [...rows]]]), others: new Map() });
  };

/**
 * Throws while PostgreSQL is away: the batch waits. Its rows would not be shown before PostgreSQL is back anyway. Rows
 * of a deleted workspace go to the first shard, where they are erased.
 */
export const makeSplitByShard =
  ({ db }: { db: Db }): SplitByShard =>
  async (rows) => {
    const shards = await findWorkspaceShards(db, [...new Set(rows.map(({ workspaceId }) => workspaceId))]);
    const split = new Map<number, LinkDayCounts[]>();
    const others = new Map<string, number>();
    for (const row of rows) {
      const { shard = 0, other = null } = shards.get(row.workspaceId) ?? {};
      if (other !== null) others.set(row.workspaceId, other);
      const known = split.get(shard);
      if (known) known.push(row);
      else split.set(shard, [row]);
    }
    return { rows: split, others };
  };
