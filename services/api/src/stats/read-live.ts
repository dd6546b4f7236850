// Reads live counts within a time. That they cannot be read is logged once, and once that they can again: in between there
// is a failure for each request.

import type { Log } from '@kurz/process';
import { within } from '@kurz/resilience';

/** Resolves with undefined where the counts cannot be read in time. */
export type ReadLive = <T>(read: Promise<T>) => Promise<T | undefined>;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `events`: of the log, `<events>_away` and `<events>_back`. */
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
