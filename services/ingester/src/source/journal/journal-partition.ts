// One partition of the journal source, live or of an import.

import type { JournalReader } from '@kurz/click-journal';

export type JournalPartition = {
  isComplete: boolean;
  reader: JournalReader;
  durableEnd: () => Promise<number>;
  waitForMore: (from: number, signal: AbortSignal) => Promise<void>;
  passed: (position: number) => Promise<void>;
  close: () => Promise<void>;
};
