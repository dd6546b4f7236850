// Writes one intent's aggregated visits to ClickHouse, each row to its shard. It may be called again for the same
// intent, after any failure: the same visits aggregate to the same rows, which replace themselves. Rows that another
// process began for the intent and that would not be replaced are removed. It resolves when every shard has its rows,
// or it is noted that a shard lacks them. So one commit follows for all shards.

import { shardAt, type RowOrigin } from '@kurz/click-tables';
import type { Clock } from '@kurz/process';
import { allEnded, type Semaphore } from '@kurz/resilience';
import type { SkipShards } from './skip-shards';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import type { BatchIntent, IntentLog } from '../../intent/intent-log';
import { rowsOf } from './rows-of';
import type { ShardWriter } from './shard-writer';
import type { SplitByShard, SplitRows } from './split-by-shard';

/** `isReplay`: the intent was recorded earlier, so that rows of it may be there. */
export type WriteBatch = (
  intent: BatchIntent & { to: number },
  aggregated: readonly LinkDayCounts[],
  isReplay: boolean,
) => Promise<void>;

type Deps = {
  /** By shard number. */
  shards: readonly ShardWriter[];
  splitByShard: SplitByShard;
  skipShards: SkipShards;
  intents: IntentLog;
  /**
   * One intent of this process is written at a time: two partitions together would admit more referrer hosts than the
   * cap to one link's day.
   */
  semaphore: Semaphore;
  clock: Clock;
  signal: AbortSignal;
  /** Cuts an insert off when the process has to end. */
  abandon: AbortSignal;
};

/** What was tried with the latest batch, by shard. */
function makeTrials() {
  let from: number | undefined;
  let sent = new Set<number>();
  let failed = new Set<number>();
  let isMine = false;
  return {
    /** A batch that another process formed may have been sent anywhere. */
    begin: (intent: BatchIntent, isReplay: boolean) => {
      if (intent.from === from && isReplay) return;
      from = intent.from;
      sent = new Set();
      failed = new Set();
      isMine = !isReplay;
    },
    send: ({ number }: ShardWriter) => void sent.add(number),
    mayHave: (shard: number) => !isMine || sent.has(shard),
    hasFailed: (shard: number) => failed.has(shard),
    on: async <T>(shard: ShardWriter, work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        failed.add(shard.number);
        shard.failed();
        throw error;
      }
    },
  };
}

type Part = { shard: ShardWriter; aggregated: readonly LinkDayCounts[] };

/** Rows for a shard, as decided for that shard, or for the shard from which a moving workspace is read. */
type Target = { shard: ShardWriter; rows: LinkDayCounts[] };

function targetsOf(
  decided: readonly Target[],
  others: SplitRows['others'],
  writerAt: (number: number) => ShardWriter,
): Target[] {
  const targets = new Map<ShardWriter, LinkDayCounts[][]>();
  const add = (shard: ShardWriter, rows: LinkDayCounts[]) => {
    const known = targets.get(shard);
    if (known) known.push(rows);
    else targets.set(shard, [rows]);
  };
  for (const { shard, rows: own } of decided) {
    add(shard, own);
    if (others.size === 0) continue;
    for (const other of new Set(others.values())) {
      const rows = own.filter(({ workspaceId }) => others.get(workspaceId) === other);
      if (rows.length > 0) add(writerAt(other), rows);
    }
  }
  return [...targets].map(([shard, lists]) => ({
    shard,
    rows: lists.length === 1 ? (lists[0] ?? []) : lists.flat(),
  }));
}

const originOf = ({ partition, from }: BatchIntent): RowOrigin => ({
  stream_partition: partition,
  plan_from: from,
});

export function makeWriteBatch(deps: Deps): WriteBatch {
  const { shards, splitByShard, skipShards, intents, semaphore, clock, signal, abandon } = deps;
  const checked = new Set<ShardWriter>();
  const trials = makeTrials();

  // A process that was frozen while another took the partition over must not write any more.
  const assertMine = async (intent: BatchIntent) => {
    const recorded = await intents.read(intent.partition);
    if (recorded?.from !== intent.from || recorded.to !== intent.to) {
      throw new Error(
        `the intent of partition ${intent.partition} is not ${intent.from} to ${intent.to} any more`,
      );
    }
  };
  const writerAt = (number: number) => shardAt(shards, number);
  // before any write, so that the others are not written again and again while one is away
  const check = async (used: Iterable<ShardWriter>) => {
    if (shards.length === 1) return;
    const unchecked = [...new Set(used)].filter((shard) => !checked.has(shard));
    await allEnded(unchecked.map(async (shard) => checked.add((await trials.on(shard, shard.check), shard))));
  };
  const write = async (targets: readonly Target[], intent: BatchIntent, isReplay: boolean) => {
    const origin = originOf(intent);
    const now = clock.now();
    const written = targets.map((target) => ({ ...target, lines: rowsOf(target.rows, origin, now) }));
    await assertMine(intent);
    await allEnded(
      written.map(async ({ shard, rows, lines }) => {
        trials.send(shard);
        await trials.on(shard, async () => {
          await shard.removeStale(rows, origin, isReplay);
          await shard.put(lines, abandon);
        });
      }),
    );
  };
  return async (intent, aggregated, isReplay) => {
    const origin = originOf(intent);
    const release = await semaphore.take(signal);
    let parts: Part[] = [];
    try {
      trials.begin(intent, isReplay);
      // first, because it changes where the rows of a workspace go that moves to a shard that is away
      const missed = await skipShards(intent, trials);
      const { rows, others } = await splitByShard(aggregated);
      parts = [...rows]
        .filter(([number]) => !missed.has(number))
        .map(([number, own]) => ({ shard: writerAt(number), aggregated: own }));
      await check([...parts.map(({ shard }) => shard), ...[...others.values()].map(writerAt)]);
      const decided = await allEnded(
        parts.map(async ({ shard, aggregated: own }) => ({
          shard,
          rows: await trials.on(shard, () => shard.decide(own, origin, isReplay)),
        })),
      );
      await write(targetsOf(decided, others, writerAt), intent, isReplay);
    } catch (error) {
      checked.clear();
      for (const { shard } of parts) shard.referrers.forget();
      throw error;
    } finally {
      release();
    }
  };
}
