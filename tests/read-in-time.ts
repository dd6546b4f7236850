// Repeats a read of ClickHouse that the API's time limit ends: on a busy machine two seconds may be too short.

import { retry } from '@kurz/resilience';

const RETRY = {
  minMs: 100,
  maxMs: 1_000,
  forMs: 120_000,
  isRetriable: (error: unknown) => /timeout exceeded/i.test(String(error)),
};

export const readInTime = <Read>(read: () => Promise<Read>): Promise<Read> => retry(read, RETRY);
