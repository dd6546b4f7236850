// One life of a kafkajs consumer: joins the group, makes new sessions for the assigned partitions in every generation,
// and ends when the client crashes, stops or falls silent. Its owner then makes another.
//
// Known faults of kafkajs 2.2.4, and what avoids them here:
// - refetches in a hot loop when offsets are not resolved: they are resolved at once, and messages are held here
// - stops for good (#659, #1122): any end is reported, silence as well
// - delivers after it was stopped (#1593): sessions are lost first and take nothing
// - stays in the group when it is stopped while it joins (#1074): the end of the join is awaited
// - replaces an offset out of range by the oldest one and commits that: such an offset ends the consumer
//   (kafkajs-patches.ts), and partitions stay paused until a session has asked for an offset that the topic holds

import type { Batch, Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { makeGroupCommits } from './group-commits';
import { prefetchLimitOf } from './prefetch-limit';
import type { ReceivedBatch } from './message-buffer';
import type { OffsetRange } from './open-stream-offsets';
import { makeStreamSession, type OwnedSession, type StreamSession } from './stream-session';

export type GroupSettings = {
  topic: string;
  groupId: string;
  /** A member that is silent this long loses its partitions, ms. */
  sessionTimeoutMs: number;
};

type Deps = {
  kafka: Kafka;
  range: (partition: number) => Promise<OffsetRange>;
  /** Called for each partition whenever it is given to this member. */
  onSession: (session: StreamSession) => void;
  /** Called with the partitions that this member has, after each joining. */
  onJoined: (partitions: readonly number[]) => void;
  /** Called whenever Kafka has answered a fetch, which shows that this member may read. */
  onRead: () => void;
};

export type GroupMember = {
  /** Rejects with the reason when this consumer is no longer usable. Never resolves. */
  ended: Promise<never>;
  leave: () => Promise<void>;
};

/** How often the consumer looks for added partitions; kafkajs's default is five minutes. */
const METADATA_MS = 30_000;
/** A consumer that crashes first reports that it has stopped, and the reason only when its connections are closed. */
const CRASH_MS = 2_000;
const RETRY = {
  retries: 5,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  restartOnFailure: () => Promise.resolve(false),
};

function fetchedOffsetOf(batch: Batch): number {
  if (!('fetchedOffset' in batch))
    throw new Error('a batch of kafkajs does not say which offset was asked for');
  return Number(batch.fetchedOffset);
}

function receivedOf(batch: Batch): ReceivedBatch {
  return {
    fetchedOffset: fetchedOffsetOf(batch),
    lastOffset: Number(batch.lastOffset()),
    messages: batch.messages.map(({ offset, key, value, headers }) => ({
      offset: Number(offset),
      key,
      value,
      headers: headers ?? {},
    })),
  };
}

function consumerOf(kafka: Kafka, { groupId, sessionTimeoutMs }: GroupSettings): Consumer {
  return kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: Math.min(3_000, sessionTimeoutMs / 5),
    rebalanceTimeout: Math.max(10_000, sessionTimeoutMs / 2),
    metadataMaxAge: METADATA_MS,
    readUncommitted: false,
    allowAutoTopicCreation: false,
    retry: RETRY,
  });
}

async function start(
  consumer: Consumer,
  topic: string,
  eachBatch: (payload: EachBatchPayload) => Promise<void>,
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatch });
}

/** Receives the batches that hold only control records: they never reach `eachBatch`. */
function onControlBatch(
  consumer: Consumer,
  topic: string,
  receive: (partition: number, batch: ReceivedBatch) => void,
): void {
  consumer.on('consumer.end_batch_process', ({ payload }) => {
    if (payload.topic !== topic || payload.batchSize > 0 || payload.firstOffset === null) return;
    const lastOffset = Number(payload.lastOffset);
    receive(payload.partition, { fetchedOffset: Number(payload.firstOffset), lastOffset, messages: [] });
  });
}

/** `onRead` is called when Kafka has answered. While all is paused, kafkajs sends no fetch but reports one. */
function makeFetches(consumer: Consumer, topic: string, onRead: () => void) {
  let isAsked = false;
  const asked = new Set<number>();
  consumer.on('consumer.fetch_start', ({ payload }) => void (isAsked && asked.add(payload.nodeId)));
  consumer.on('consumer.fetch', ({ payload }) => void (asked.delete(payload.nodeId) && onRead()));
  return {
    /** `offset`: undefined continues where reading was. */
    resume: (partition: number, offset: number | undefined) => {
      isAsked = true;
      if (offset !== undefined) consumer.seek({ topic, partition, offset: String(offset) });
      consumer.resume([{ topic, partitions: [partition] }]);
    },
  };
}

/** Calls `fail` when the consumer is inactive for long. Returns a function that stops the watch. */
function watchActivity(
  consumer: Consumer,
  sessionTimeoutMs: number,
  fail: (reason: Error) => void,
): () => void {
  let lastActivity = performance.now();
  for (const event of ['consumer.fetch', 'consumer.heartbeat', 'consumer.group_join'] as const) {
    consumer.on(event, () => void (lastActivity = performance.now()));
  }
  const silentMs = 2 * sessionTimeoutMs + 30_000;
  const watch = setInterval(() => {
    if (performance.now() - lastActivity > silentMs) fail(new Error(`no activity for ${silentMs} ms`));
  }, silentMs / 20);
  return () => clearInterval(watch);
}

export function joinGroup(deps: Deps, settings: GroupSettings): GroupMember {
  const { topic, sessionTimeoutMs } = settings;
  const consumer = consumerOf(deps.kafka, settings);
  const fetches = makeFetches(consumer, topic, deps.onRead);
  const commits = makeGroupCommits(topic, (error) => {
    isOver = true;
    loseAll();
    fail(error);
  });
  let sessions = new Map<number, OwnedSession>();
  let isOver = false;
  let stopped: NodeJS.Timeout | undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (fail = reject));
  ended.catch(() => undefined);

  const loseAll = () => {
    for (const session of sessions.values()) session.lose();
    sessions = new Map();
    commits.letWaitingGoOn();
  };
  const ifAlive = (call: () => void) => {
    try {
      if (!isOver) call();
    } catch (error) {
      // the client has discarded its group
      fail(error);
    }
  };
  const sessionOf = (partition: number, fullBytes: number): OwnedSession =>
    makeStreamSession({
      partition,
      fullBytes,
      range: () => deps.range(partition),
      pause: () => ifAlive(() => consumer.pause([{ topic, partitions: [partition] }])),
      seekAndResume: (offset) => ifAlive(() => fetches.resume(partition, offset)),
      commit: (offset, metadata, lost) => commits.commit(partition, offset, metadata, lost),
    });
  // a member that joins again may get the same generation: Kafka would take late commits of its earlier sessions
  const joined = async (partitions: readonly number[]) => {
    loseAll();
    if (isOver) return;
    consumer.pause([{ topic, partitions: [...partitions] }]);
    const mine = sessions;
    await commits.settled();
    if (isOver || sessions !== mine) return;
    const fullBytes = prefetchLimitOf(partitions.length);
    for (const partition of partitions) sessions.set(partition, sessionOf(partition, fullBytes));
    deps.onJoined(partitions);
    for (const session of sessions.values()) deps.onSession(session);
  };

  consumer.on('consumer.group_join', ({ payload }) => {
    joined(payload.memberAssignment[topic] ?? []).catch(fail);
  });
  consumer.on('consumer.rebalancing', loseAll);
  consumer.on('consumer.crash', ({ payload }) => fail(payload.error));
  consumer.on('consumer.stop', () => {
    loseAll();
    if (!isOver) stopped = setTimeout(fail, CRASH_MS, new Error('the consumer has stopped by itself'));
  });
  const stopWatching = watchActivity(consumer, sessionTimeoutMs, fail);
  onControlBatch(consumer, topic, (partition, batch) => sessions.get(partition)?.receive(batch));
  const eachBatch = (payload: EachBatchPayload): Promise<void> => {
    commits.commitBy((offsets) => payload.commitOffsetsIfNecessary(offsets));
    sessions.get(payload.batch.partition)?.receive(receivedOf(payload.batch));
    return Promise.resolve();
  };

  const starting = start(consumer, topic, eachBatch).catch(fail);
  return {
    ended,
    leave: async () => {
      isOver = true;
      stopWatching();
      clearTimeout(stopped);
      loseAll();
      await starting;
      await consumer.disconnect();
    },
  };
}
