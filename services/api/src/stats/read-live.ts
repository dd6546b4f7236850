// Reads live counts within a timeout. Logs once that they cannot be read, and once that they can be read again: in
// between, each request has a failure.

import type { Log } from '@kurz/process';
import { within } from '@kurz/resilience';

/** Resolves with undefined when the counts cannot be read in time. */
export type ReadLive = <T>(read: Promise<T>) => Promise<T | undefined>;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `events`: the prefix of the log's events, `<events>_away` and `<events>_back`. */
export function makeReadLive(
  { log }: { log: Log },
  { events, waitMs }: { events: string; waitMs: number },
): ReadLive {
  let isAway = false;
  return async (read) => {
    try {
      const found = await within(waitMs, read);
      if (isAway) log.info({ event: `${events}_back` });
      isAway = false;
      return found;
    } catch (error) {
      if (!isAway) log.warn({ event: `${events}_away`, error: textOf(error) });
      isAway = true;
      return undefined;
    }
  };
}
