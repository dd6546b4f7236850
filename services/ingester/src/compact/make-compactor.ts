// Takes one step of each shard's compaction, or plans a round of all. compaction.ts has the states. A shard that is
// away or lacks visits does not hold the others up: it has its rounds to do when it is back.

import type { ClickHouse } from '@kurz/click-tables';
import { findShardCount } from '@kurz/database';
import { DAY_MS, dayOf } from '@kurz/process';
import { chooseDays } from './choose-days';
import { makeShardCompactor, type ShardStep } from './compact-shard';
import { COMPACTION_SETTINGS, type CompactionDeps, type CompactionSettings } from './compaction';
import { findCommittedPositions, openRound } from './open-compaction';

/** The step of the shard that came furthest. `nothing`: no shard has anything to do. */
export type CompactionStep = Exclude<ShardStep, 'behind'>;

/** Today and yesterday are still counted into; their live counts are compared with what is stored. */
const OPEN_DAYS = 1;

/**
 * Looking for days reads a column of every row that was never compacted: not each time while a shard is away or behind.
 */
const LOOK_AGAIN_MS = 600_000;

/** What a shard has done comes before what another waits for. */
const TAKEN = ['settled', 'written', 'planned', 'waiting'] as const;

/** A shard that has nothing left to do. */
type Idle = { clickHouse: ClickHouse; shard: number };

function throwFailureOf(settled: readonly PromiseSettledResult<unknown>[]): void {
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
}

/** The compactor throws when a shard failed, after the others' steps. */
export function makeCompactor(
  deps: CompactionDeps,
  settings: CompactionSettings = COMPACTION_SETTINGS,
): () => Promise<CompactionStep> {
  const { clickHouses, db, clock } = deps;

  /** The first day that is not closed. */
  const closedBefore = () => dayOf(clock.now() - OPEN_DAYS * DAY_MS);
  const isOne = clickHouses.length === 1;
  const shardSteps = clickHouses.map((clickHouse, number) =>
    makeShardCompactor({ ...deps, clickHouse, shard: isOne ? undefined : number, closedBefore }, settings),
  );

  let looksAgainAt = -Infinity;
  /** Plans the days of the idle shards; for a day, all shards replace the same batches. */
  const plan = async (idle: readonly Idle[]): Promise<CompactionStep> => {
    if (performance.now() < looksAgainAt) return 'waiting';
    const positions = await findCommittedPositions(db);
    const looked = await Promise.allSettled(
      idle.map(async ({ clickHouse, shard }) => ({
        shard,
        days: await chooseDays(clickHouse, { before: closedBefore(), positions }, settings),
      })),
    );
    const found = looked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const days = [...new Set(found.flatMap((ofShard) => ofShard.days))].slice(0, settings.maxDays);
    const ready = found.map(({ shard }) => shard);
    const round = { days, positions, shards: clickHouses.length, ready };
    if (days.length === 0 && ready.length < clickHouses.length)
      looksAgainAt = performance.now() + LOOK_AGAIN_MS;
    const isPlanned = days.length > 0 && (await openRound(db, round));
    throwFailureOf(looked);
    if (isPlanned) return 'planned';
    return days.length === 0 ? 'nothing' : 'waiting';
  };

  return async () => {
    if ((await findShardCount(db)) > clickHouses.length)
      throw new Error('KURZ_CLICKHOUSE_URLS has to name all shards');
    const settled = await Promise.allSettled(shardSteps.map((step) => step()));
    const steps = settled.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
    const idle = clickHouses.flatMap((clickHouse, shard) =>
      steps[shard] === 'nothing' ? [{ clickHouse, shard }] : [],
    );
    const taken = TAKEN.find((step) => steps.includes(step)) ?? (await plan(idle));
    throwFailureOf(settled);
    return taken === 'nothing' && steps.includes('behind') ? 'waiting' : taken;
  };
}
