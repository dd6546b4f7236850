// Takes one step of the open compaction, or plans a new one. compaction.ts has the states. Shards take each step together,
// so that a workspace's rows mean the same on all of them; the step waits while one is away.

import type { ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { DAY_MS, dayOf } from '@kurz/process';
import { allEnded } from '@kurz/resilience';
import { sql } from 'kysely';
import { deleteLinkRows, inParts } from '../erase/link-rows';
import { chooseDays } from './choose-days';
import { AttemptLost, claimCompaction, giveCompactionBack, renewAttempt } from './claim-compaction';
import {
  COMPACTION_SETTINGS,
  type Compaction,
  type CompactionDeps,
  type CompactionSettings,
  type Positions,
} from './compaction';
import { beginAttempt, markSettled, markWritten } from './end-step';
import {
  findCommittedPositions,
  findEarlierCompactions,
  isCompactionOpen,
  openCompaction,
} from './open-compaction';
import { mergeYear, removeCutOffAttempts, removeReplacedRows } from './remove-replaced-rows';
import { findSummedPositions } from './summed-positions';
import { awaitAllRows, writeDay } from './write-day';

/**
 * Links whose rows were removed since then, from some shards or all. A compaction that was writing at that time may have
 * brought them back.
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

/** `waiting`: for its time, or for another ingester that works on it. */
export type CompactionStep = 'nothing' | 'planned' | 'waiting' | 'written' | 'settled';

/** Today and yesterday are still counted into; their live counts are compared with what is stored. */
const OPEN_DAYS = 1;

export function makeCompactor(
  deps: CompactionDeps,
  settings: CompactionSettings = COMPACTION_SETTINGS,
): () => Promise<CompactionStep> {
  const { clickHouses, db, clock, log } = deps;

  /** The first day that is not closed. */
  const closedBefore = () => dayOf(clock.now() - OPEN_DAYS * DAY_MS);

  /** Before days are written on others, in vain. */
  const allAnswer = async () => {
    if (clickHouses.length === 1) return;
    await onEach(({ client }) =>
      client.query({ query: 'SELECT 1', format: 'JSONEachRow' }).then((answer) => answer.text()),
    );
  };
  const onEach = (work: (shard: ClickHouse) => Promise<unknown>) => allEnded(clickHouses.map(work));
  const daysOfAll = async (positions: Positions): Promise<string[]> => {
    const chosen = await Promise.all(
      clickHouses.map((shard) => chooseDays(shard, { before: closedBefore(), positions }, settings)),
    );
    return [...new Set(chosen.flat())].slice(0, settings.maxDays);
  };

  const plan = async (): Promise<CompactionStep> => {
    if (await isCompactionOpen(db)) return 'waiting';
    const positions = await findCommittedPositions(db);
    const days = await daysOfAll(positions);
    if (days.length === 0) return 'nothing';
    await openCompaction(db, { days, positions });
    return 'planned';
  };
  const write = async (compaction: Compaction): Promise<CompactionStep> => {
    const { generation, days } = compaction;
    const earlier = await findEarlierCompactions(db, days);
    await allAnswer();
    await onEach(awaitAllRows);
    const attempt = await beginAttempt(db, generation);
    if (attempt === undefined) return 'waiting';
    const isFirst = compaction.attempt === null;
    compaction.attempt = attempt;
    const written = { ...compaction, attempt };
    const begin = () => renewAttempt(db, written, settings);
    await onEach(async (shard) => {
      // none was begun before the first
      if (!isFirst) await removeCutOffAttempts(shard, written);
      const summed = await findSummedPositions(shard, earlier);
      for (const day of days)
        await writeDay(shard, written, { day, since: summed.get(day) ?? {}, begin }, settings);
    });
    return (await markWritten(db, generation, attempt)) ? 'written' : 'waiting';
  };
  const settle = async (compaction: Compaction): Promise<CompactionStep> => {
    const { generation, days } = compaction;
    await allAnswer();
    await onEach((shard) => removeReplacedRows(shard, compaction));
    const erased = await findLatelyErased(db, compaction.plannedAt);
    for (const links of inParts(erased)) await onEach((shard) => deleteLinkRows(shard, links));
    // once a month: a year is too much to merge for each day
    const openMonth = closedBefore().slice(0, 7);
    const years = new Set(days.filter((day) => day.slice(0, 7) < openMonth).map((day) => day.slice(0, 4)));
    for (const year of years) await onEach((shard) => mergeYear(shard, year));
    await markSettled(db, generation);
    log.info({ event: 'days_compacted', generation, days: days.length });
    return 'settled';
  };

  return async () => {
    const compaction = await claimCompaction(db, settings);
    if (!compaction) return plan();
    try {
      if (!compaction.isRipe) return 'waiting';
      return compaction.state === 'planned' ? await write(compaction) : await settle(compaction);
    } catch (error) {
      if (error instanceof AttemptLost) return 'waiting';
      throw error;
    } finally {
      await giveCompactionBack(db, compaction);
    }
  };
}
