// Batches chunks into transactions, bounded in time and size.

import type { JournalChunkReader } from '@kurz/click-journal';
import type { ShippedLines } from '@kurz/click-stream';
import type { Clock } from '@kurz/process';
import type { Throttle } from './make-throttle';

/** A message stays under Kafka's 1 MiB (max.message.bytes) also when its lines do not compress at all. */
export const MAX_MESSAGE_BYTES = 512 * 1024;
/** A network that cannot transfer this within 10 s is as good as none. */
const MIN_MESSAGE_BYTES = 16 * 1024;
const MAX_MESSAGE_LINES = 4_000;
/** 8 MiB or 40,000 visits and more: at 100,000 visits/s a transaction's fixed cost is no longer seen. */
const MAX_MESSAGES = 16;
/** Far less than what makes Kafka end a transaction (60 s), also when each message takes 10 s. */
const MAX_MS = 5_000;

export type TransactionBatcher = {
  /** Begins one transaction. `ship` calls `next` until that gives undefined. */
  begin: () => { next: (position: number) => Promise<ShippedLines | undefined>; taken: TakenLines };
  /** The transaction failed: perhaps its messages were too large for the network or the broker. */
  failed: () => void;
  succeeded: () => void;
};

export type TakenLines = {
  visits: number;
  /** Damaged lines passed over. */
  damaged: number;
  /** True when the transaction ended at a limit: there is more. */
  isFull: boolean;
  /** When the journal was last read to its end, ms since the epoch; undefined while that is not known. */
  emptiedAt: number | undefined;
};

export function makeTransactionBatcher(
  reader: JournalChunkReader,
  clock: Clock,
  throttle: Throttle,
): TransactionBatcher {
  let messageBytes = MAX_MESSAGE_BYTES;

  const begin: TransactionBatcher['begin'] = () => {
    const taken: TakenLines = { visits: 0, damaged: 0, isFull: false, emptiedAt: undefined };
    const endAt = performance.now() + MAX_MS;
    let messages = 0;
    let isMoreLikely = true;
    const next = async (position: number) => {
      if (!isMoreLikely) return undefined;
      if (messages === MAX_MESSAGES || performance.now() > endAt) {
        taken.isFull = true;
        return undefined;
      }
      const askedAt = clock.now();
      const { to, bytes, lines, skipped } = await reader.read(position, {
        maxBytes: messageBytes,
        maxLines: MAX_MESSAGE_LINES,
      });
      // a short message is the journal's end for now; what comes meanwhile waits for the next transaction
      isMoreLikely = lines === MAX_MESSAGE_LINES || bytes.length >= messageBytes - 1;
      if (!isMoreLikely) taken.emptiedAt = askedAt;
      if (to === position) return undefined;
      await throttle.take(lines);
      messages++;
      taken.visits += lines;
      taken.damaged += skipped;
      return { lines: bytes, to };
    };
    return { next, taken };
  };

  return {
    begin,
    failed: () => {
      messageBytes = Math.max(MIN_MESSAGE_BYTES, messageBytes / 2);
    },
    succeeded: () => {
      messageBytes = Math.min(MAX_MESSAGE_BYTES, messageBytes * 2);
    },
  };
}
