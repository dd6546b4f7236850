// The journal of an import: whole and synced before it can be found, read once from its beginning to its end.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JournalReader } from '@kurz/click-journal';
import type { JournalPartition } from './journal-partition';

/** Lines looked at in one go to find the end: some milliseconds of the thread that redirects. */
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

export function makeImportPartition(reader: JournalReader): JournalPartition {
  let end: Promise<number> | undefined;
  const durableEnd = () => {
    end ??= findEnd(reader).catch((error: unknown) => {
      end = undefined;
      throw error;
    });
    return end;
  };
  return {
    isComplete: true,
    reader,
    durableEnd,
    waitForMore: async (from, signal) => {
      if ((await durableEnd()) > from || signal.aborted) return;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    },
    passed: () => Promise.resolve(),
    close: () => reader.close(),
  };
}
