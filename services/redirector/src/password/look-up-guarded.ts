// Looks up links with a password in PostgreSQL, apart from all other look-ups. However many cookies and passwords are
// sent, they cost PostgreSQL a bounded number of queries a second, and no other link waits for them.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { makeCircuitBreaker, within } from '@kurz/resilience';
import { makeRateLimitedBatcher } from '../resolve/rate-limited-batcher';
import { readGuardedLinks, type GuardedLink } from './read-guarded-links';

/** `found` undefined: there is no such link. `away`: PostgreSQL does not answer, or too many wait. */
export type GuardedLookUp = { kind: 'read'; found: GuardedLink | undefined } | { kind: 'away' };

export type LookUpGuarded = {
  of: (linkId: string) => Promise<GuardedLookUp>;
  close: () => void;
};

const LIMITS = { parallel: 4, waiting: 256, atOnce: 20, perSecond: 100 };
const BREAKER = { store: 'guarded_links', failures: 3, probeEveryMs: 1_000 };
/** An id that no link can have. */
const NO_LINK = '-';

export function makeLookUpGuarded(
  { db, log }: { db: Db; log: Log },
  { lookupTimeoutMs }: { lookupTimeoutMs: number },
): LookUpGuarded {
  const inTime = <T>(call: Promise<T>) => within(lookupTimeoutMs, call);
  const probe = () => inTime(readGuardedLinks(db, [NO_LINK]));
  const breaker = makeCircuitBreaker({ log }, { ...BREAKER, probe });
  const links = makeRateLimitedBatcher((ids: readonly string[]) => readGuardedLinks(db, ids), LIMITS);
  return {
    of: async (linkId) => {
      if (links.isFull()) return { kind: 'away' };
      const read = await breaker.attempt(() => inTime(links.read(linkId)));
      return read.kind === 'done' ? { kind: 'read', found: read.value } : { kind: 'away' };
    },
    close: breaker.close,
  };
}
