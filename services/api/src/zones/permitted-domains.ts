// The domains that may have a certificate: the rule, the list, and a memory of the list for when PostgreSQL does not
// answer. A restarted front asks about each domain before it serves the certificate that it has. Without an answer,
// links that the redirectors know would be out of reach behind it.

import type { Db, Tables } from '@kurz/database';
import type { Log } from '@kurz/process';
import type { ExpressionBuilder } from 'kysely';

/** The rule: enabled zones that are shared, or a workspace's own with verified ownership. */
export const mayHaveCertificate = (zone: ExpressionBuilder<Tables, 'zones'>) =>
  zone.and([zone('is_enabled', '=', true), zone('is_proven', '=', true)]);

/** All domains that meet the rule above, at most `limit`, in no particular order. */
export async function listPermittedDomains(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('zones').select('domain').where(mayHaveCertificate).limit(limit).execute();
  return rows.map(({ domain }) => domain);
}

export type PermittedDomains = {
  /** Whether the domain was permitted when PostgreSQL was last read; false for everything when that is too long ago. */
  wasPermitted: (domain: string) => boolean;
  close: () => Promise<void>;
};

/** The most domains that are remembered, some 100 bytes each. The others wait for PostgreSQL. */
const MAX_DOMAINS = 100_000;
const defaults = { everyMs: 60_000, afterFailureMs: 5_000, trustedForMs: 86_400_000 };

export function rememberPermittedDomains(
  { db, log, done }: { db: Db; log: Log; /** They were read. */ done?: () => void },
  times: typeof defaults = defaults,
): PermittedDomains {
  let domains: ReadonlySet<string> = new Set();
  let readAt = -Infinity;
  let hasFailed = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const begun = performance.now();
    try {
      domains = new Set(await listPermittedDomains(db, MAX_DOMAINS));
      readAt = begun;
      hasFailed = false;
      done?.();
    } catch (error) {
      if (!hasFailed) log.debug({ event: 'permitted_domains_unreadable', err: error });
      hasFailed = true;
    }
    if (!isClosed) schedule();
  };
  let reading: Promise<void> = Promise.resolve();
  const schedule = () => {
    const waitMs = hasFailed ? times.afterFailureMs : times.everyMs;
    timer = setTimeout(() => (reading = read()), waitMs).unref();
  };
  reading = read();

  return {
    wasPermitted: (domain) => performance.now() - readAt < times.trustedForMs && domains.has(domain),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await reading;
    },
  };
}
