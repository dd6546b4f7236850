// Asks the DNS for the TXT records of a name.

import { promises as dns } from 'node:dns';
import { errorCodeOf } from '@kurz/process';

export type ResolvedTxt =
  { kind: 'texts'; texts: string[] } | { kind: 'none' } | { kind: 'unavailable'; reason: string };
export type ResolveTxt = (name: string) => Promise<ResolvedTxt>;

/** One try's wait. The whole answer is bounded by LIMIT_MS, because the wait doubles and each server gets its tries. */
const TRY_MS = 1_500;
const TRIES = 2;
const LIMIT_MS = 5_000;

/** The name, or a TXT record of it, does not exist; or it is too long to exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** `servers` (`address` or `address:port`) in the place of the system's. */
export function makeResolveTxt(servers: readonly string[] | undefined): ResolveTxt {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers && servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), LIMIT_MS);
    try {
      // a long text arrives in pieces of 255 bytes
      const records = await resolver.resolveTxt(name);
      return { kind: 'texts', texts: records.map((pieces) => pieces.join('')) };
    } catch (error) {
      const reason = errorCodeOf(error) ?? String(error);
      return ABSENT.has(reason) ? { kind: 'none' } : { kind: 'unavailable', reason };
    } finally {
      clearTimeout(timer);
    }
  };
}
