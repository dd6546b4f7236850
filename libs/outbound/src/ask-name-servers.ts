// Asks name servers within a limit of time, whatever they do.

import { promises as dns } from 'node:dns';

/** One try's wait; it doubles with the next, and each server gets its tries. LIMIT_MS bounds all of them. */
const TRY_MS = 1_500;
const TRIES = 2;
const LIMIT_MS = 5_000;

/** The name, or such a record of it, does not exist; or it is too long to exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
export const isAbsentName = (code: string) => ABSENT.has(code);

/** `servers`: `address` or `address:port`, in the place of the system's. Rejects as the resolver does. */
export async function askNameServers<T>(
  servers: readonly string[] | undefined,
  ask: (resolver: dns.Resolver) => Promise<T>,
): Promise<T> {
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers && servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    return await ask(resolver);
  } finally {
    clearTimeout(timer);
  }
}
