// Fetches the partitions of one generation by @platformatic/kafka, each from the requested offset, until it is stopped.
// A partition is paused until a session has asked for an offset.

import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureError } from '@kurz/resilience';
import { makeFetchWait } from '../kafka/fetch-wait';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import { committedBatches, lastOffsetOf, type Fetched } from '../platformatic/aborted-batches';
import type { Address } from '../platformatic/broker-connection';
import type { Cluster } from '../platformatic/cluster';
import { loadPlatformatic } from '../platformatic/load-platformatic';
import { refusalOf } from '../platformatic/refusal-of';
import type { ReceivedBatch, StreamMessage } from './message-buffer';

type Deps = {
  cluster: Cluster;
  receive: (partition: number, batch: ReceivedBatch) => void;
  /** Called whenever Kafka has answered a fetch. */
  onRead: () => void;
  /** Called when nothing is fetched any more. */
  fail: (reason: unknown) => void;
};

export type PartitionFetches = {
  /** `offset`: undefined continues where reading was. */
  resume: (partition: number, offset: number | undefined) => void;
  pause: (partition: number) => void;
  stop: () => void;
};

const FETCH_ANSWER_MS = 10_000;
const MIN_BYTES = 1;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PARTITION_BYTES = 1024 * 1024;
const READ_COMMITTED = 1;
const ANY_EPOCH = -1;
const NO_SESSION = { id: 0, epoch: -1 };
/** How often the leader of a leaderless partition is looked for. */
const LEADERLESS_MS = 500;
const MAX_FAILURES = 5;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 1_000;

/** The leader has changed or is about to. */
const MOVED = [
  'NOT_LEADER_OR_FOLLOWER',
  'LEADER_NOT_AVAILABLE',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'REPLICA_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'OFFSET_NOT_AVAILABLE',
  'KAFKA_STORAGE_ERROR',
];

function messagesOf(fetched: Fetched, from: number): StreamMessage[] {
  return committedBatches(fetched).flatMap(({ firstOffset, records }) =>
    records
      .map(({ offsetDelta, key, value, headers }) => ({
        offset: Number(firstOffset) + offsetDelta,
        key,
        value,
        headers: Object.fromEntries(headers.map(([name, content]) => [String(name), content ?? undefined])),
      }))
      .filter(({ offset }) => offset >= from),
  );
}

/** Undefined when nothing new came. */
function receivedOf(fetched: Fetched, fetchedOffset: number): ReceivedBatch | undefined {
  const last = fetched.records?.at(-1);
  if (!last) return undefined;
  const lastOffset = Number(lastOffsetOf(last));
  if (lastOffset < fetchedOffset) return undefined;
  return { fetchedOffset, lastOffset, messages: messagesOf(fetched, fetchedOffset) };
}

type Asked = { topic: string; offsets: ReadonlyMap<number, number>; waitMs: number };

/** One fetch request, from the next offset of each partition. */
async function fetchFrom(
  cluster: Cluster,
  leader: Address,
  { topic, offsets, waitMs }: Asked,
): Promise<Fetched[]> {
  const partitions = [...offsets].map(([partition, offset]) => ({
    partition,
    currentLeaderEpoch: ANY_EPOCH,
    fetchOffset: BigInt(offset),
    lastFetchedEpoch: ANY_EPOCH,
    partitionMaxBytes: MAX_PARTITION_BYTES,
  }));
  const { id, epoch } = NO_SESSION;
  const topics = [{ topicId: topic, partitions }];
  const { errorCode, responses } = await cluster.at(leader)(
    ({ fetchV12 }) => fetchV12,
    [waitMs, MIN_BYTES, MAX_BYTES, READ_COMMITTED, id, epoch, topics, [], ''],
    { withinMs: waitMs + FETCH_ANSWER_MS, inParts: true },
  );
  if (errorCode !== 0) throw refusalOf(await loadPlatformatic(), errorCode);
  return responses.flatMap((found) => found.partitions);
}

/** The next offset of each partition, and the calls that wait for a partition to read. */
function makePositions() {
  const offsets = new Map<number, number>();
  const reading = new Set<number>();
  const idle = new Set<() => void>();
  const wake = () => {
    for (const goOn of idle) goOn();
    idle.clear();
  };
  return {
    at: (partition: number) => offsets.get(partition),
    wake,
    /** Next offsets of those partitions that are not paused; first the ones that got nothing for longest. */
    wanted: (partitions: readonly number[]) =>
      new Map([...offsets].filter(([one]) => reading.has(one) && partitions.includes(one))),
    received: (partition: number, next: number) => {
      offsets.delete(partition);
      offsets.set(partition, next);
    },
    /** Resolves when something has changed. */
    changed: () => new Promise<void>((goOn) => idle.add(goOn)),
    resume: (partition: number, offset: number | undefined) => {
      if (offset !== undefined) offsets.set(partition, offset);
      reading.add(partition);
      wake();
    },
    pause: (partition: number) => void reading.delete(partition),
  };
}

/** Runs all until one ends, then calls `end` and waits for the others. @throws the error of the first that failed */
async function untilOneEnds(runs: readonly (() => Promise<void>)[], end: () => void): Promise<void> {
  const running = runs.map((run) => run().finally(end));
  await Promise.allSettled(running);
  await Promise.all(running);
}

export function fetchPartitions(deps: Deps, topic: string, partitions: readonly number[]): PartitionFetches {
  const { cluster } = deps;
  const positions = makePositions();
  const wait = makeFetchWait();
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  let failures = 0;

  const take = async (fetched: Fetched, asked: number | undefined) => {
    const { partitionIndex: partition, errorCode } = fetched;
    if (errorCode !== 0) throw refusalOf(await loadPlatformatic(), errorCode);
    const batch = asked === undefined ? undefined : receivedOf(fetched, asked);
    // a session may have asked for another offset meanwhile
    if (!batch || stopped.aborted || positions.at(partition) !== asked) return;
    wait.noteActivity();
    positions.received(partition, batch.lastOffset + 1);
    deps.receive(partition, batch);
  };
  const fetchOnce = async (leader: Address, led: readonly number[]) => {
    const wanted = positions.wanted(led);
    if (wanted.size === 0) return positions.changed();
    const found = await fetchFrom(cluster, leader, { topic, offsets: wanted, waitMs: wait.ms() });
    const taken = found.map((fetched) => take(fetched, wanted.get(fetched.partitionIndex)));
    // the batches that came are taken, even when others failed
    await Promise.allSettled(taken);
    await Promise.all(taken);
    failures = 0;
    deps.onRead();
  };
  /** Reads from the current leaders, until one of them no longer leads. */
  const readFromLeaders = async () => {
    const { led } = await cluster.leaders(topic);
    const mine = led
      .map(({ leader, partitions: all }) => ({ leader, led: all.filter((one) => partitions.includes(one)) }))
      .filter((one) => one.led.length > 0);
    const isLeaderless = mine.flatMap((one) => one.led).length < partitions.length;
    const round = new AbortController();
    const end = () => {
      round.abort();
      positions.wake();
    };
    const readers = mine.map((one) => async () => {
      while (!round.signal.aborted && !stopped.aborted) await fetchOnce(one.leader, one.led);
    });
    const waiting = () => sleep(LEADERLESS_MS);
    await untilOneEnds(isLeaderless ? [...readers, waiting] : readers, end);
    if (isLeaderless) throw new InfrastructureError(`a partition of ${topic} has no leader`, true);
  };
  const run = async () => {
    while (!stopped.aborted) {
      try {
        await readFromLeaders();
      } catch (error) {
        if (error instanceof KafkaRefusal && !MOVED.includes(error.type)) throw error;
        if (++failures > MAX_FAILURES) throw error;
        const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
        await sleep(waitMs, undefined, { signal: stopped });
      }
    }
  };
  if (partitions.length > 0)
    run().catch((error: unknown) => {
      if (!stopped.aborted) deps.fail(error);
    });

  return {
    resume: (partition, offset) => {
      wait.noteActivity();
      positions.resume(partition, offset);
    },
    pause: positions.pause,
    stop: () => {
      stopping.abort();
      positions.wake();
    },
  };
}
