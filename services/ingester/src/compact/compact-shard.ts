// Takes one step of a shard's open compaction, or begins its next one. compaction.ts has the states.

import { assertShardMark, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { deleteLinkRows, inParts } from '../erase/link-rows';
import { AttemptLost, claimCompaction, releaseCompaction, renewAttempt } from './claim-compaction';
import type { Compaction, CompactionDeps, CompactionSettings } from './compaction';
import { beginAttempt, markSettled, markUnwritten, markWritten } from './end-step';
import { beginNext, findEarlierCompactions, findOthersAttempts } from './open-compaction';
import { isUnwritten, mergeYear, removeCutOffAttempts, removeReplacedRows } from './remove-replaced-rows';
import { findSummedPositions } from './summed-positions';
import { awaitAllRows, writeDay } from './write-day';

/** `waiting`: for its time, or for another ingester that works on it. `behind`: for what the shard lacks. */
export type ShardStep = 'nothing' | 'behind' | 'planned' | 'waiting' | 'written' | 'settled';

const NEXT = { none: 'nothing', begun: 'planned', open: 'waiting', behind: 'behind' } as const;

/**
 * Links whose rows were removed since then, from some shards or all. A compaction that was writing at that time may
 * have brought them back.
 */
async function findLatelyErased(db: Db, since: Date): Promise<{ linkId: string; workspaceId: string }[]> {
  return db
    .selectFrom('erasures')
    .select(['link_id as linkId', 'workspace_id as workspaceId'])
    .where((of) =>
      of.or([
        of('closed_at', '>=', since),
        of.and([of('closed_at', 'is', null), sql<boolean>`cleared_shards <> '{}'`]),
      ]),
    )
    .execute();
}

type Deps = Pick<CompactionDeps, 'db' | 'log'> & {
  clickHouse: ClickHouse;
  /** The shard's number; undefined when there is only one. */
  shard: number | undefined;
  /** The first day that is not closed. */
  closedBefore: () => string;
};

export function makeShardCompactor(
  { db, log, clickHouse, shard, closedBefore }: Deps,
  settings: CompactionSettings,
): () => Promise<ShardStep> {
  /** Checked first, so that no attempt begins in vain. */
  const assertThere = async () => {
    if (shard !== undefined) await assertShardMark(clickHouse, shard);
  };
  const write = async (compaction: Compaction): Promise<ShardStep> => {
    const { generation, days } = compaction;
    const earlier = await findEarlierCompactions(db, days);
    await assertThere();
    await awaitAllRows(clickHouse);
    const attempt = await beginAttempt(db, generation);
    if (attempt === undefined) return 'waiting';
    const isFirst = compaction.attempt === null;
    compaction.attempt = attempt;
    const written = { ...compaction, attempt };
    const begin = () => renewAttempt(db, written, settings);
    // before the first attempt there are no others
    if (!isFirst) {
      const others = await findOthersAttempts(db, generation);
      await removeCutOffAttempts(clickHouse, written, others);
    }
    const summed = await findSummedPositions(clickHouse, earlier);
    for (const day of days)
      await writeDay(clickHouse, written, { day, since: summed.get(day) ?? {}, begin }, settings);
    return (await markWritten(db, generation, attempt)) ? 'written' : 'waiting';
  };
  const settle = async (compaction: Compaction): Promise<ShardStep> => {
    const { generation, days } = compaction;
    await assertThere();
    if (await isUnwritten(clickHouse, compaction)) {
      await markUnwritten(db, generation);
      return 'waiting';
    }
    await removeReplacedRows(clickHouse, compaction, await findOthersAttempts(db, generation));
    const erased = await findLatelyErased(db, compaction.plannedAt);
    for (const links of inParts(erased)) await deleteLinkRows(clickHouse, links);
    // once a month: a year is too much to merge for each day
    const openMonth = closedBefore().slice(0, 7);
    const years = new Set(days.filter((day) => day.slice(0, 7) < openMonth).map((day) => day.slice(0, 4)));
    for (const year of years) await mergeYear(clickHouse, year);
    await markSettled(db, generation);
    const shardField = shard === undefined ? {} : { shard: shard + 1 };
    log.info({ event: 'days_compacted', ...shardField, generation, days: days.length });
    return 'settled';
  };

  return async () => {
    const compaction = await claimCompaction(db, shard ?? 0, settings);
    if (!compaction) return NEXT[await beginNext(db, shard ?? 0)];
    try {
      if (!compaction.isRipe) return 'waiting';
      return compaction.state === 'planned' ? await write(compaction) : await settle(compaction);
    } catch (error) {
      if (error instanceof AttemptLost) return 'waiting';
      throw error;
    } finally {
      await releaseCompaction(db, compaction);
    }
  };
}
