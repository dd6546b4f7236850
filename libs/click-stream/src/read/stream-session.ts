// One partition for as long as this member of the group owns it. The loop that counts the partition reads and commits
// through it. Once the partition may be another member's, every commit is refused here, and by Kafka as well.
//
// fresh → positioned (asked Kafka for an offset) ⇄ full (paused, enough is held) → lost.

import { InfrastructureError } from '@kurz/resilience';
import {
  makeMessageBuffer,
  type MessageBuffer,
  type ReceivedBatch,
  type StreamMessage,
} from './message-buffer';
import type { CommittedOffset, OffsetRange } from './open-stream-offsets';

export type StreamSession = {
  partition: number;
  /** Aborted when this member no longer owns the partition. */
  lost: AbortSignal;
  /**
   * Messages received from `offset` on; seeks there when reading is elsewhere. Throws when the topic does not hold
   * `offset`, or when the partition is lost first.
   */
  messagesFrom: (offset: number) => Promise<readonly StreamMessage[]>;
  /** Forgets the messages before `offset`, which are no longer needed, and fills their room with the next ones. */
  passed: (offset: number) => void;
  /** Forgets the received messages and takes no more, until `messagesFrom` is called again. */
  letGo: () => void;
  /** True when the messages that are received and not passed fill at least half of the limit. */
  holdsPlenty: () => boolean;
  /** The offset before which everything was received. It may be after the last message, at a transaction's end. */
  reached: () => number | undefined;
  /**
   * Resolves when something beyond `offset` was received, `signal` aborts or the partition is lost. Resolves at once
   * when reading is before `offset`: `messagesFrom` then seeks.
   */
  waitBeyond: (offset: number, signal: AbortSignal) => Promise<void>;
  /** Resolves when the broker has the commit; rejects when it may not have it. Waits for the group's first batch. */
  commit: (offset: number, metadata: string) => Promise<void>;
  /** Repeats the last commit, or commits `known` when this session has committed nothing. */
  recommit: (known?: CommittedOffset) => Promise<void>;
  /** The last commit of this session, and its time (`performance.now()`). */
  lastCommit: () => (CommittedOffset & { at: number }) | undefined;
};

/** A session as its group member sees it. */
export type OwnedSession = StreamSession & {
  /** Takes a batch; returns false when it is not the requested one. The next `messagesFrom` then seeks again. */
  receive: (batch: ReceivedBatch) => boolean;
  lose: () => void;
};

type Deps = {
  partition: number;
  /** Messages held before reading pauses, bytes; a batch of 10,000 visits is some 2 MB. */
  fullBytes: number;
  range: () => Promise<OffsetRange>;
  /** This and `pause` have no effect when the member is gone. */
  seekAndResume: (offset: number | undefined) => void;
  pause: () => void;
  commit: (offset: number, metadata: string, lost: AbortSignal) => Promise<void>;
};

/**
 * After a longer pause the next offsets may have expired, and a fetch of them would end the consumer
 * (kafkajs-patches.ts).
 */
const LONG_PAUSE_MS = 60_000;

/** The session's commits, one after the other. */
function makeCommits(
  commitToBroker: Deps['commit'],
  lost: AbortSignal,
): Pick<StreamSession, 'commit' | 'recommit' | 'lastCommit'> {
  let lastCommit: ReturnType<StreamSession['lastCommit']>;
  let committing: Promise<void> = Promise.resolve();

  const commitNow = async (offset: number, metadata: string) => {
    await commitToBroker(offset, metadata, lost);
    lastCommit = { offset, metadata, at: performance.now() };
  };
  return {
    commit: (offset, metadata) => {
      committing = committing.catch(() => undefined).then(() => commitNow(offset, metadata));
      return committing;
    },
    recommit: (known) => {
      committing = committing
        .catch(() => undefined)
        .then(async () => {
          const last = lastCommit ?? known;
          if (last) await commitNow(last.offset, last.metadata);
        });
      return committing;
    },
    lastCommit: () => lastCommit,
  };
}

/** Where the member reads this partition: at the buffer's next offset, paused, or nowhere until the next `moveTo`. */
function makeReading(deps: Deps, buffer: MessageBuffer, lost: AbortSignal) {
  const { partition } = deps;
  let pausedAt: number | undefined;
  let mustSeek = true;

  const assertThere = async (offset: number) => {
    const { begin, end } = await deps.range();
    if (begin <= offset && offset <= end) return;
    throw new InfrastructureError(
      `offset ${offset} of partition ${partition} is not in the topic, which has ${begin} to ${end}`,
      true,
    );
  };
  return {
    mustSeek: () => mustSeek,
    /** Nothing is taken until `moveTo`. */
    requireSeek: () => void (mustSeek = true),
    moveTo: async (offset: number) => {
      await assertThere(offset);
      // the buffer begins elsewhere: a reader that takes its messages for those after `offset` skips the rest
      if (lost.aborted)
        throw new InfrastructureError(`partition ${partition} was lost before it could be read`, true);
      buffer.restart(offset);
      mustSeek = false;
      pausedAt = undefined;
      deps.seekAndResume(offset);
    },
    pause: () => {
      pausedAt = performance.now();
      deps.pause();
    },
    goOnFilling: async (next: number) => {
      if (pausedAt === undefined) return;
      if (performance.now() - pausedAt > LONG_PAUSE_MS) await assertThere(next);
      pausedAt = undefined;
      if (!lost.aborted && !mustSeek) deps.seekAndResume(undefined);
    },
  };
}

export function makeStreamSession(deps: Deps): OwnedSession {
  const { partition, fullBytes } = deps;
  const buffer = makeMessageBuffer();
  const losing = new AbortController();
  const { signal: lost } = losing;
  const waiting = new Set<() => void>();
  const reading = makeReading(deps, buffer, lost);
  const { mustSeek } = reading;

  const wake = () => {
    for (const resolve of [...waiting]) resolve();
  };
  // after a failure, reading stops until the next `messagesFrom`
  const fillOrStop = (next: number) => {
    reading.goOnFilling(next).catch(() => {
      reading.requireSeek();
      wake();
    });
  };
  const letGo = () => {
    if (mustSeek() || lost.aborted) return;
    reading.requireSeek();
    buffer.dropBefore(buffer.reached() ?? 0);
    deps.pause();
  };

  return {
    ...makeCommits(deps.commit, lost),
    partition,
    lost,
    reached: buffer.reached,
    messagesFrom: async (offset) => {
      if (mustSeek() || !buffer.holds(offset)) await reading.moveTo(offset);
      const messages = buffer.from(offset);
      if (buffer.bytes() < fullBytes) await reading.goOnFilling(buffer.reached() ?? offset);
      return messages;
    },
    passed: (offset) => {
      if (mustSeek() || lost.aborted || !buffer.holds(offset)) return;
      buffer.dropBefore(offset);
      if (buffer.bytes() < fullBytes) fillOrStop(buffer.reached() ?? offset);
    },
    letGo,
    holdsPlenty: () => buffer.bytes() >= fullBytes / 2,
    waitBeyond: (offset, signal) =>
      new Promise((resolve) => {
        if (offset > (buffer.reached() ?? offset)) letGo();
        const isOver = () => signal.aborted || lost.aborted || mustSeek() || (buffer.reached() ?? 0) > offset;
        if (isOver()) return resolve();
        const check = () => {
          if (!isOver()) return;
          waiting.delete(check);
          signal.removeEventListener('abort', check);
          resolve();
        };
        waiting.add(check);
        signal.addEventListener('abort', check);
        // a plan may be larger than the buffer's limit: a waiting reader gets more
        fillOrStop(buffer.reached() ?? offset);
      }),
    receive: (batch) => {
      if (lost.aborted || mustSeek()) return false;
      const isTaken = buffer.accept(batch);
      if (!isTaken) {
        reading.requireSeek();
        deps.pause();
      } else if (buffer.bytes() >= fullBytes) {
        reading.pause();
      }
      wake();
      return isTaken;
    },
    lose: () => {
      losing.abort();
      wake();
    },
  };
}
