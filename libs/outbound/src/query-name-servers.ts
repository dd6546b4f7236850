// Queries name servers within a time limit, whatever the servers do.

import { promises as dns } from 'node:dns';

/** The timeout of the first attempt; it doubles with each. Each server gets ATTEMPTS. LIMIT_MS bounds all of them. */
const ATTEMPT_MS = 1_500;
const ATTEMPTS = 2;
const LIMIT_MS = 5_000;

/** The codes for a name that does not exist, has no such record, or is too long to exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
export const isAbsentName = (code: string) => ABSENT.has(code);

/** `servers`: `address` or `address:port`; they replace the system's servers. Rejects as the resolver does. */
export async function queryNameServers<T>(
  servers: readonly string[] | undefined,
  query: (resolver: dns.Resolver) => Promise<T>,
): Promise<T> {
  const resolver = new dns.Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers && servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    return await query(resolver);
  } finally {
    clearTimeout(timer);
  }
}
