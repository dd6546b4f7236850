// While a backlog is counted, the three consumers of a partition read the same visits one after the other. A batch that
// the first of them has decoded, classified and aggregated is kept for the others, which saves two thirds of that work.
// This is only an optimisation: a consumer that finds no batch aggregates by itself, and one that does not move is not
// awaited.

import type { ConsumerName } from '../source/consumer-name';
import type { BatchCacheOfSink } from '../source/kafka/kafka-partition';
import { abortableWait } from '../waiting/abortable-wait';
import { makeWakeUp } from '../waiting/wake-up';
import type { LinkDayCounts } from './link-day-counts';
import type { SummedBatch } from './take-batch';

export type AggregatedBatch = SummedBatch<LinkDayCounts[]>;

/** The cache for one consumer on one partition. */
export type BatchCache = BatchCacheOfSink & {
  /**
   * The batch from the consumer's position: aggregated by another consumer before, or by `aggregate` for all. Undefined
   * when no other consumer shares it, or when it is too small to share.
   */
  take: (aggregate: () => Promise<AggregatedBatch>) => Promise<AggregatedBatch | undefined>;
  /** Exactly that batch, if it is kept. */
  find: (range: { from: number; to: number }) => Promise<AggregatedBatch | undefined>;
  /** Where the next kept batch begins: a consumer that ends there is in step with the others again. */
  nextBegin: () => number | undefined;
};

export type SharedBatchCache = {
  /** Until `signal` is aborted. */
  join: (partition: number, name: ConsumerName, signal: AbortSignal) => BatchCache;
};

type Settings = {
  /** Smaller batches are not kept: consolidate writes few large ones where the others take many small ones. */
  minBatchVisits: number;
  /** Most visits in all kept batches; a visit takes some 100 bytes in them. */
  maxKeptVisits: number;
};

type Deps = {
  /** ms on a monotonic clock. */
  now: () => number;
  onHit: (name: ConsumerName) => void;
};

type Member = { partition: number; name: ConsumerName; position: number };
/** `to` is known when the batch is made. */
type Kept = {
  partition: number;
  from: number;
  to?: number;
  visits: number;
  batch: Promise<AggregatedBatch | undefined>;
};

/** A consumer whose store is slow delays the others by at most this much per batch. */
const MAX_WAIT_MS = 1_000;
/** A consumer that has not moved for this long is not awaited: its store is away. */
const MOVING_MS = 15_000;

type CachedBatches = {
  /** True when the batches that moving consumers wait for have reached the limit. */
  isFull: () => boolean;
  /** Drops the batches that no member waits for any more. */
  dropCounted: () => void;
  findAt: (partition: number, position: number) => Kept | undefined;
  /** Where the first batch after `position` begins. */
  nextBegin: (partition: number, position: number) => number | undefined;
  /** Aggregates a batch and keeps it for the others; drops it when that fails, or when it is too small. */
  share: (
    at: { partition: number; from: number },
    aggregate: () => Promise<AggregatedBatch>,
  ) => Promise<AggregatedBatch>;
  /** Aborted when something is dropped. */
  freed: () => AbortSignal;
};

function makeCachedBatches(
  members: ReadonlySet<Member>,
  isMoving: (member: Member) => boolean,
  { minBatchVisits, maxKeptVisits }: Settings,
): CachedBatches {
  let kept: Kept[] = [];
  const freed = makeWakeUp();

  const waitsFor = (member: Member, { partition, from, to = from + 1 }: Kept) =>
    member.partition === partition && member.position < to;
  const keepOnly = (isKept: (one: Kept) => boolean) => {
    kept = kept.filter(isKept);
    freed.call();
  };
  const makeRoomFor = (newest: Kept) => {
    let visits = kept.reduce((sum, one) => sum + one.visits, 0);
    kept = kept.filter((one) => {
      if (one === newest || one.to === undefined || visits <= maxKeptVisits) return true;
      visits -= one.visits;
      return false;
    });
  };

  return {
    isFull: () => {
      const moving = [...members].filter(isMoving);
      const awaited = kept.filter((one) => moving.some((member) => waitsFor(member, one)));
      return awaited.reduce((sum, { visits }) => sum + visits, 0) >= maxKeptVisits;
    },
    dropCounted: () => keepOnly((one) => [...members].some((member) => waitsFor(member, one))),
    findAt: (partition, position) => kept.find((one) => one.partition === partition && one.from === position),
    nextBegin: (partition, position) => {
      const begins = kept.filter((one) => one.partition === partition && one.from > position);
      return begins.length > 0 ? Math.min(...begins.map(({ from }) => from)) : undefined;
    },
    share: async (at, aggregate) => {
      const aggregating = aggregate();
      const mine: Kept = { ...at, visits: 0, batch: aggregating.catch(() => undefined) };
      kept.push(mine);
      const forget = () => keepOnly((one) => one !== mine);
      const batch = await aggregating.catch((error: unknown) => {
        forget();
        throw error;
      });
      if (batch.visits < minBatchVisits) forget();
      else {
        Object.assign(mine, { to: batch.to, visits: batch.visits });
        makeRoomFor(mine);
      }
      return batch;
    },
    freed: freed.signal,
  };
}

export function makeSharedBatchCache(deps: Deps, settings: Settings): SharedBatchCache {
  const members = new Set<Member>();
  const lastMoved = new Map<ConsumerName, number>();
  const isMoving = ({ name }: Member) => deps.now() - (lastMoved.get(name) ?? -Infinity) < MOVING_MS;
  const kept = makeCachedBatches(members, isMoving, settings);

  return {
    join: (partition, name, signal) => {
      // its position is not yet known, and it counts as moving
      const member: Member = { partition, name, position: 0 };
      members.add(member);
      lastMoved.set(name, deps.now());
      const leave = () => {
        members.delete(member);
        kept.dropCounted();
      };
      signal.addEventListener('abort', leave, { once: true });

      const findNext = () => kept.findAt(partition, member.position);
      const isBehindMe = (other: Member) =>
        other !== member &&
        other.partition === partition &&
        other.position <= member.position &&
        isMoving(other);

      return {
        standsAt: (position) => {
          if (member.position !== position) lastMoved.set(name, deps.now());
          member.position = position;
          kept.dropCounted();
        },
        hasNext: () => findNext() !== undefined,
        waitForOthers: async (stopped) => {
          const end = deps.now() + MAX_WAIT_MS;
          const isToWait = () => kept.isFull() && !findNext();
          for (let left = MAX_WAIT_MS; left > 0 && isToWait(); left = end - deps.now()) {
            if (stopped.aborted) return;
            await abortableWait(left, [stopped, kept.freed()]);
          }
        },
        take: async (aggregate) => {
          // a failed batch is gone, and its maker or another consumer may be making it again
          for (let there = findNext(); there; there = findNext()) {
            const batch = await there.batch;
            if (!batch) continue;
            if (batch.visits < settings.minBatchVisits) return undefined;
            deps.onHit(name);
            return batch;
          }
          // no await between the look-up and `share`, so that no batch is made twice
          return [...members].some(isBehindMe)
            ? kept.share({ partition, from: member.position }, aggregate)
            : undefined;
        },
        find: async ({ from, to }) => {
          const batch = await kept.findAt(partition, from)?.batch;
          return batch?.to === to ? batch : undefined;
        },
        nextBegin: () => kept.nextBegin(partition, member.position),
      };
    },
  };
}
