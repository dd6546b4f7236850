// What consolidate does where Kafka knows no position of a partition, or an older one than was published. It begins
// when the partition is new. Otherwise it refuses, because any guess counts visits twice or never. When the operator
// says so, it removes the rows of later batches and goes on from what was published.

import type { ClickShards } from '@kurz/click-tables';
import { type Log } from '@kurz/process';
import { InfrastructureError } from '@kurz/resilience';
import type { BatchIntent } from '../../intent/intent-log';
import type { MissingOffset } from './find-position';
import { countBatchRows, deleteBatchRows } from './batch-rows';

type Deps = {
  shards: ClickShards;
  log: Log;
  partition: number;
  beginAt: (intent: BatchIntent) => void;
  /** The process should end: nothing but an operator can help. */
  onRefused: (reason: string) => void;
};

export function makeMissingOffset(
  { shards, log, partition, beginAt, onRefused }: Deps,
  settings: { resumeFromProgress: boolean },
): (facts: MissingOffset) => Promise<BatchIntent> {
  const isNew = async ({ begin, intent, published }: MissingOffset) => {
    if (intent || (published !== undefined && published !== begin)) return false;
    const batches = { partition, from: begin };
    const rows = await Promise.all(shards.all.map((shard) => countBatchRows(shard, batches)));
    return rows.every((count) => count === 0);
  };
  const refuse = ({ begin, intent, published }: MissingOffset): never => {
    const reason = `the position of partition ${partition} in the click stream is ${intent ? 'older than what was counted' : 'lost'}`;
    log.error({
      event: 'stream_position_lost',
      partition,
      begin,
      committed: intent?.from,
      published,
      resumeWith: 'KURZ_RESUME_FROM_PROGRESS=true',
      runbook: 'The position in the click stream is lost',
    });
    onRefused(reason);
    throw new InfrastructureError(`${reason}; see KURZ_RESUME_FROM_PROGRESS in the runbook`, false);
  };

  return async (facts) => {
    const fresh = await isNew(facts);
    if (!fresh && !settings.resumeFromProgress) return refuse(facts);
    const intent = { partition, from: Math.max(facts.begin, facts.published ?? 0), to: null };
    if (!fresh) {
      await Promise.all(shards.all.map((shard) => deleteBatchRows(shard, intent)));
      log.warn({ event: 'stream_position_resumed', partition, from: intent.from, begin: facts.begin });
    }
    beginAt(intent);
    return intent;
  };
}
