// Live counts that know no position (an embedded start, an emptied Redis) begin with what ClickHouse holds.

import type { ClickShards } from '@kurz/click-tables';
import { findShards, type Db } from '@kurz/database';
import type { LiveAddition, LiveClicks, ReplacedPosition } from '@kurz/live-clicks';
import { DAY_MS, dayOf, type Clock, type Log } from '@kurz/process';
import { retry } from '@kurz/resilience';
import { findFilled } from '../../missed/missed-ranges';
import type { ErasedLinks } from '../../erase/erased-links';
import type { IntentLog } from '../../intent/intent-log';
import { abortableWait } from '../../waiting/abortable-wait';
import { readStoredDays, type StoredRange } from './read-stored-days';

/** Kafka's committed offsets are read at most this often. */
const OPENING_MS = { first: 50, most: 250 };

type Deps = {
  shards: ClickShards;
  db: Db;
  liveClicks: LiveClicks;
  intents: Pick<IntentLog, 'read'>;
  erased: ErasedLinks;
  clock: Clock;
};

export type SeedLiveClicks = {
  /**
   * Resolves with the position from which counting continues. Rejects when `signal` aborts. `replaces`: the position
   * that was found. When another process has begun meanwhile, this one continues from its position.
   */
  seed: (
    partition: number,
    { replaces, signal }: { replaces: ReplacedPosition; signal: AbortSignal },
  ) => Promise<number>;
  /** The position at which a running seed lets a partition begin: lines from there on are still needed. */
  seedsFrom: (partition: number) => number | undefined;
};

export function makeSeedLiveClicks(deps: Deps): SeedLiveClicks {
  const { shards, db, liveClicks, intents, erased, clock } = deps;
  const seeding = new Map<number, number>();

  // A new partition is opened by the ClickHouse sink first.
  const consolidatedTo = async (partition: number, signal: AbortSignal): Promise<number> => {
    for (let waitMs = OPENING_MS.first; ; waitMs = Math.min(2 * waitMs, OPENING_MS.most)) {
      const intent = await intents.read(partition);
      if (intent) return intent.from;
      if (signal.aborted) throw new Error('stopped before the partition was opened');
      await abortableWait(waitMs, [signal]);
    }
  };

  /** Reads each workspace from the shard that has it: another shard may hold rows of a workspace that has left it. */
  async function* readShards(range: StoredRange): AsyncGenerator<LiveAddition[]> {
    const lacking = (await findFilled(db)).filter(({ partition }) => partition === range.partition);
    if (lacking.some(({ filled }) => filled < range.before))
      throw new Error('a shard lacks visits that it missed while it was away');
    // a workspace that moves meanwhile is read from where it was
    const shardOf = new Map<string, number>();
    for (const [number, shard] of shards.all.entries()) {
      for await (const stored of readStoredDays(shard, range)) {
        const ids = new Set(stored.map(({ workspaceId }) => workspaceId));
        const unknown = [...ids].filter((id) => !shardOf.has(id));
        // pages are in the order of workspaces: the pages of a large one ask once
        if (unknown.length > 0) for (const [id, its] of await findShards(db, unknown)) shardOf.set(id, its);
        yield stored.filter(({ workspaceId }) => shardOf.get(workspaceId) === number);
      }
    }
  }
  async function* readUnerased(range: StoredRange, signal: AbortSignal): AsyncGenerator<LiveAddition[]> {
    const pages = shards.all.length === 1 ? readStoredDays(shards.at(0), range) : readShards(range);
    for await (const stored of pages) {
      signal.throwIfAborted();
      const erasedIds = await erased.among(stored.map((row) => row.linkId));
      yield stored.filter((row) => !erasedIds.has(row.linkId));
    }
  }

  return {
    seedsFrom: (partition) => seeding.get(partition),
    // Rows of batches before the committed position are whole; an open intent's rows carry the position itself.
    seed: async (partition, { replaces, signal }) => {
      // 0 until the position is known, because it may be passed by the time it arrives
      if (!seeding.has(partition)) seeding.set(partition, 0);
      const position = await consolidatedTo(partition, signal);
      seeding.set(partition, position);
      const yesterday = dayOf(clock.now() - DAY_MS);
      const range = { partition, before: position, since: yesterday };
      // nothing was counted before the first position: a new partition begins even while ClickHouse is away
      const additions = position === 0 ? [] : readUnerased(range, signal);
      const outcome = await liveClicks.seed({ partition, position, additions, replaces });
      seeding.delete(partition);
      return outcome.kind === 'seeded' ? position : ((await liveClicks.position(partition)) ?? position);
    },
  };
}

const RETRY = { minMs: 500, maxMs: 5_000 };

/**
 * Seeds live counts with finished imports, whose journals are gone, from the intents that they left. Resolves when all
 * are seeded or `signal` aborts. Never rejects.
 */
export async function seedFinishedImports(
  deps: { seeds: SeedLiveClicks; liveClicks: LiveClicks; log: Log; signal: AbortSignal },
  partitions: readonly number[],
): Promise<void> {
  const { seeds, liveClicks, log, signal } = deps;
  const onRetry = (error: unknown, attempt: number) => {
    if (attempt === 1) log.warn({ event: 'imports_not_live', reason: String(error) });
  };
  const seedOne = async (partition: number) => {
    if ((await liveClicks.position(partition)) === undefined)
      await seeds.seed(partition, { replaces: 'nothing', signal });
  };
  try {
    for (const partition of partitions) await retry(() => seedOne(partition), { ...RETRY, signal, onRetry });
  } catch (error) {
    if (!signal.aborted) log.error({ event: 'imports_not_live', reason: String(error) });
  }
}
