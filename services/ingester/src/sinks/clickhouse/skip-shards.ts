// Which shards a batch skips: shards that lack the batches before it, and shards on which it has failed and that
// have taken no batch for too long. missed/missed-range.ts has the rules.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import type { BatchIntent } from '../../intent/intent-log';
import type { SharedShard } from './shard-writer';
import { findBehind, noteMissed } from '../../missed/missed-ranges';

/** The outcome of a batch so far on a shard, by the shard's number. */
export type BatchTrials = {
  /** Rows of it may be there. */
  mayHave: (shard: number) => boolean;
  /** An attempt to write it there has failed. */
  hasFailed: (shard: number) => boolean;
};

/** Resolves with the shards that are skipped, when it is noted what they miss. */
export type SkipShards = (
  intent: BatchIntent & { to: number },
  trials: BatchTrials,
) => Promise<ReadonlySet<number>>;

const NONE: ReadonlySet<number> = new Set();

/** For one ClickHouse. */
export const skipNone: SkipShards = () => Promise.resolve(NONE);

type Deps = { shards: readonly SharedShard[]; db: Db; log: Log };

/** `patienceMs`: for how long batches wait for a shard that is away. */
export function makeSkipShards(
  { shards, db, log }: Deps,
  { patienceMs }: { patienceMs: number },
): SkipShards {
  /** No shard is lost while no other one answers, because the network is then more likely away. */
  const findLost = async (behind: readonly number[], { hasFailed }: BatchTrials): Promise<number[]> => {
    const isThere = ({ number }: SharedShard) => !behind.includes(number);
    const isLost = (shard: SharedShard) => hasFailed(shard.number) && shard.failingMs() >= patienceMs;
    const lost = shards.filter((shard) => isThere(shard) && isLost(shard));
    if (lost.length === 0) return [];
    const others = shards.filter((shard) => isThere(shard) && !lost.includes(shard));
    const answers = await Promise.allSettled(others.map((shard) => shard.check()));
    if (!answers.some(({ status }) => status === 'fulfilled')) return [];
    return lost.map(({ number }) => number);
  };

  return async ({ partition, from, to }, trials) => {
    const behind = await findBehind(db, partition, from);
    const lost = await findLost(behind, trials);
    for (const shard of [...behind, ...lost]) {
      const missed = { shard, partition, from, to, isTouched: trials.mayHave(shard) };
      for (const workspaceId of await noteMissed(db, missed))
        log.info({ event: 'workspace_move_called_off', workspaceId, shard: shard + 1 });
    }
    for (const shard of lost)
      log.warn({ event: 'shard_missed', shard: shard + 1, partition, from, runbook: 'A shard is away' });
    return new Set([...behind, ...lost]);
  };
}
