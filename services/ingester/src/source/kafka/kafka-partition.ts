// A partition of the click stream in Kafka, as one sink reads it for as long as its group member owns it.

import type { VisitTexts } from '@kurz/click-event';
import type { OffsetRange, StreamSession } from '@kurz/click-stream';
import { anySignal } from '../../waiting/any-signal';
import type { PartitionSource, SourceBatch } from '../partition-source';
import { takeMessages } from './take-messages';

/** The batches that the consumers of a partition share, as one of the consumers sees them. */
export type BatchCacheOfSink = {
  /** This consumer is at `position`: everything before is counted. */
  standsAt: (position: number) => void;
  /** Whether the batch from that position is made, or being made. */
  hasNext: () => boolean;
  /**
   * Lets slower consumers catch up for a moment while the cache is full. The caller must hold nothing that others wait
   * for.
   */
  waitForOthers: (signal: AbortSignal) => Promise<void>;
};

type Deps = {
  session: StreamSession;
  texts: VisitTexts;
  cache: BatchCacheOfSink;
  /** The partition's range. It may be some moments old, unless `isFresh`. */
  range: (isFresh: boolean) => Promise<OffsetRange>;
  /** Ends waits for more of a batch, or for a batch that was read before. */
  signal: AbortSignal;
};

/** Messages that are on their way arrive within this time, or the batch ends without them. */
const MORE_MS = 2_000;

export function makeKafkaPartition({ session, texts, cache, range, signal }: Deps): PartitionSource {
  const readNext = async (
    from: number,
    { maxVisits, before = Infinity }: { maxVisits: number; before?: number },
  ): Promise<SourceBatch> => {
    const messages = await session.messagesFrom(from);
    const within = before === Infinity ? messages : messages.filter((message) => message.offset < before);
    return takeMessages(within, {
      from,
      maxVisits,
      reached: Math.min(before, session.reached() ?? from),
      texts,
    });
  };
  const readBefore = async (from: number, to: number): Promise<SourceBatch> => {
    let messages = await session.messagesFrom(from);
    while ((session.reached() ?? from) < to) {
      await session.waitBeyond(session.reached() ?? from, signal);
      if (signal.aborted) throw new Error('stopped before the batch was read');
      messages = await session.messagesFrom(from);
    }
    const before = messages.filter((message) => message.offset < to);
    return { ...takeMessages(before, { from, maxVisits: Infinity, reached: to, texts }), to };
  };

  // the range is cached for a moment: a consumer that keeps up has received all of it
  const isStreamBeyond = async () => (await range(false)).end > (session.reached() ?? 0);

  return {
    partition: session.partition,
    isComplete: false,
    begin: async () => (await range(false)).begin,
    read: (from, limits) => ('to' in limits ? readBefore(from, limits.to) : readNext(from, limits)),
    more: async (from) => {
      if (!(await isStreamBeyond())) return false;
      session.passed(from);
      await session.waitBeyond(from, anySignal(signal, AbortSignal.timeout(MORE_MS)));
      return (session.reached() ?? 0) > from;
    },
    waitForMore: async (from, stopped) => {
      cache.standsAt(from);
      if (cache.hasNext()) return session.letGo();
      session.passed(from);
      await cache.waitForOthers(stopped);
      await session.waitBeyond(from, stopped);
    },
    isBehind: async () => cache.hasNext() || session.holdsPlenty() || isStreamBeyond(),
    // what a consumer sees is committed and replicated
    syncedEnd: async () => {
      const reached = session.reached();
      return Math.max((await range(reached === undefined)).end, reached ?? 0);
    },
  };
}
