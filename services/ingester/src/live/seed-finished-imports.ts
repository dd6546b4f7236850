// At start, live counts also begin with what imports brought that were finished before: their journals are gone.

import { retry, type Log } from '@kurz/process';
import type { Live } from './live';

const RETRY = { minMs: 500, maxMs: 5_000 };

/** Resolves when all are in, or on `signal`. Never rejects. */
export async function seedFinishedImports(
  deps: { live: Live; log: Log; signal: AbortSignal },
  partitions: readonly number[],
): Promise<void> {
  const { live, log, signal } = deps;
  const onRetry = (error: unknown, attempt: number) => {
    if (attempt === 1) log.warn({ event: 'imports_not_live', reason: String(error) });
  };
  try {
    for (const partition of partitions) {
      await retry(() => live.seedFinished(partition), { ...RETRY, signal, onRetry });
    }
  } catch (error) {
    if (!signal.aborted) log.error({ event: 'imports_not_live', reason: String(error) });
  }
}
