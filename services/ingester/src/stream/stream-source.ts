// The click stream in Kafka as one consumer sees one partition, for as long as its group member owns it.

import type { OffsetRange, StreamSession } from '@kurz/click-stream';
import type { ClickSource, SourceBatch } from '../read/click-source';
import { wholeMessages } from './whole-messages';

type Deps = {
  session: StreamSession;
  /** May be some moments old, or asked for anew. */
  range: (isFresh: boolean) => Promise<OffsetRange>;
  /** Ends the waiting for a batch that was read before. */
  signal: AbortSignal;
};

export function makeStreamSource({ session, range, signal }: Deps): ClickSource {
  const readNext = async (from: number, maxVisits: number): Promise<SourceBatch> => {
    const messages = await session.messagesFrom(from);
    return wholeMessages(messages, { from, maxVisits, reached: session.reached() ?? from });
  };
  const readBefore = async (from: number, to: number): Promise<SourceBatch> => {
    let messages = await session.messagesFrom(from);
    while ((session.reached() ?? from) < to) {
      await session.waitBeyond(session.reached() ?? from, signal);
      if (signal.aborted) throw new Error('stopped before the batch was read');
      messages = await session.messagesFrom(from);
    }
    const before = messages.filter((message) => message.offset < to);
    return { ...wholeMessages(before, { from, maxVisits: Infinity, reached: to }), to };
  };

  return {
    partitions: () => Promise.resolve([{ partition: session.partition, isComplete: false }]),
    begin: async () => (await range(false)).begin,
    read: (_, from, limits) =>
      'to' in limits ? readBefore(from, limits.to) : readNext(from, limits.maxVisits),
    waitForMore: (_, from, stopped) => {
      session.passed(from);
      return session.waitBeyond(from, stopped);
    },
    // the range is asked for now and then: who keeps up has received what it says
    isBehind: async () => session.holdsPlenty() || (await range(false)).end > (session.reached() ?? 0),
    // what a consumer sees is committed and replicated
    durableEnd: async () => {
      const reached = session.reached();
      return Math.max((await range(reached === undefined)).end, reached ?? 0);
    },
    passed: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
