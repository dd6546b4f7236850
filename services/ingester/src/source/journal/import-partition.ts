// The journal of an import: whole and synced before it can be found, read once from its beginning to its end.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JournalReader } from '@kurz/click-journal';
import { readingFrom, type JournalPartition } from './journal-partition';

/** Lines read at a time to find the end: some milliseconds of the thread that redirects. */
const STRIDE = 2_000;

async function findEnd(reader: JournalReader): Promise<number> {
  let position = await reader.begin();
  for (;;) {
    const { to } = await reader.read(position, { maxLines: STRIDE });
    if (to === position) return position;
    position = to;
    await nextTurn();
  }
}

/** `finish`: called when every sink has counted the partition. */
export function makeImportPartition(
  partition: number,
  { reader, finish }: { reader: JournalReader; finish: () => Promise<void> },
): JournalPartition {
  let end: Promise<number> | undefined;
  const syncedEnd = () => {
    end ??= findEnd(reader).catch((error: unknown) => {
      end = undefined;
      throw error;
    });
    return end;
  };
  return {
    ...readingFrom(reader),
    partition,
    isComplete: true,
    syncedEnd,
    waitForMore: async (from, signal) => {
      if ((await syncedEnd()) > from || signal.aborted) return;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    },
    // its folder is removed as a whole, when the import is finished
    acknowledge: () => Promise.resolve(),
    finish,
  };
}
