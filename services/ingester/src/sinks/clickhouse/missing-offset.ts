// What consolidate does when Kafka's position of a partition cannot be used: there is none, it is older than the
// published one, or it was set by hand after visits that are not counted. It begins when the partition is new.
// Otherwise it refuses, because any guess counts visits twice or never. When the operator says so, it removes the rows
// of later batches and continues from the published position, if the stream has come that far: in a topic that was
// created again it would skip everything up to there.

import type { ClickShards } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { type Log } from '@kurz/process';
import { allEnded, InfrastructureError } from '@kurz/resilience';
import { findMissedRanges, forgetMissed } from '../../missed/missed-ranges';
import type { BatchIntent } from '../../intent/intent-log';
import type { MissingOffset } from './find-position';
import { countBatchRows, deleteBatchRows } from './batch-rows';

type Deps = {
  shards: ClickShards;
  db: Db;
  log: Log;
  partition: number;
  beginAt: (intent: BatchIntent) => void;
  /** Called when only an operator can help: the process should end. */
  onRefused: (reason: string) => void;
};

export function makeMissingOffset(
  { shards, db, log, partition, beginAt, onRefused }: Deps,
  settings: { resumeFromProgress: boolean },
): (facts: MissingOffset) => Promise<BatchIntent> {
  const isNew = async ({ begin, intent, published }: MissingOffset) => {
    if (intent || (published !== undefined && published !== begin)) return false;
    const batches = { partition, from: begin };
    const rows = await Promise.all(shards.all.map((shard) => countBatchRows(shard, batches)));
    return rows.every((count) => count === 0);
  };
  const isBeyondEnd = ({ end, published = 0 }: MissingOffset) => published > end;
  const faultOf = (facts: MissingOffset) => {
    if (isBeyondEnd(facts)) return 'beyond its end: the topic is another one';
    if (!facts.intent) return 'lost';
    const isAhead = facts.intent.from > (facts.published ?? facts.begin);
    return isAhead ? 'ahead of what was counted' : 'older than what was counted';
  };
  const refuse = (facts: MissingOffset): never => {
    const { begin, end, intent, published } = facts;
    const reason = `the position of partition ${partition} in the click stream is ${faultOf(facts)}`;
    log.error({
      event: 'stream_position_lost',
      partition,
      begin,
      end,
      committed: intent?.from,
      published,
      ...(!isBeyondEnd(facts) && { resumeWith: 'KURZ_RESUME_FROM_PROGRESS=true' }),
      runbook: 'The position in the click stream is lost',
    });
    onRefused(reason);
    throw new InfrastructureError(
      `${reason}; see the runbook, The position in the click stream is lost`,
      false,
    );
  };

  /** Throws until shards have the visits that they lack before a position. Logs those that the stream no longer has. */
  const awaitRanges = async ({ begin }: MissingOffset, position: number) => {
    for (const { shard, filled, to } of await findMissedRanges(db, partition)) {
      const end = Math.min(to, position);
      if (filled >= end) continue;
      if (filled >= begin) throw new Error(`shard ${shard + 1} lacks visits that are filled first`);
      log.error({
        event: 'shard_visits_lost',
        shard: shard + 1,
        partition,
        from: filled,
        to: end,
        runbook: 'A shard is away',
      });
    }
  };

  return async (facts) => {
    const fresh = await isNew(facts);
    if (!fresh && (!settings.resumeFromProgress || isBeyondEnd(facts))) return refuse(facts);
    const intent = { partition, from: Math.max(facts.begin, facts.published ?? 0), to: null };
    if (!fresh) {
      await awaitRanges(facts, intent.from);
      // a deletion that came late would remove rows that were written meanwhile
      await allEnded(shards.all.map((shard) => deleteBatchRows(shard, intent)));
      await forgetMissed(db, partition, { position: intent.from, begin: facts.begin });
      log.warn({ event: 'stream_position_resumed', partition, from: intent.from, begin: facts.begin });
    }
    beginAt(intent);
    return intent;
  };
}
