// The loops that count: one for each partition that this process owns in one consumer group.

import type { StreamSession } from '@kurz/click-stream';
import { anySignal } from '../waiting/any-signal';
import type { RunningConsumer } from './run-consumer';

export type RunningSession = {
  session: StreamSession;
  loop: RunningConsumer;
  /** Repeats the last commit, for a consumer whose commits matter. */
  recommit?: () => Promise<void>;
  /** Position after the newest line of a journal that this consumer has read, when it keeps that. */
  lastOf?: (journal: string) => number | undefined;
};

export type RunningSessions = {
  onSession: (session: StreamSession) => void;
  all: () => readonly RunningSession[];
  /** Resolves when every loop has stopped. */
  ended: () => Promise<void>;
};

/** `begin` starts the loop of a session; `signal` ends it, when the partition is lost or the process stops. */
export function makeRunningSessions(
  begin: (session: StreamSession, signal: AbortSignal) => RunningSession,
  stopping: AbortSignal,
): RunningSessions {
  const running = new Set<RunningSession>();
  return {
    onSession: (session) => {
      if (stopping.aborted) return;
      const started = begin(session, anySignal(stopping, session.lost));
      running.add(started);
      void started.loop.ended.then(() => running.delete(started));
    },
    all: () => [...running].filter(({ session }) => !session.lost.aborted),
    ended: async () => {
      await Promise.all([...running].map(({ loop }) => loop.ended));
    },
  };
}
