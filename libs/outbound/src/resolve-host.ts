// The addresses of a host that a tenant or stranger named. The name servers are asked, not the system: it has names of its
// own, and a slow name would hold its threads.

import { promises as dns } from 'node:dns';
import { errorCodeOf } from '@kurz/process';
import { OutboundError } from './outbound-error';

/** One try's wait; it doubles with the next. LIMIT_MS bounds all of them. */
const TRY_MS = 1_500;
const TRIES = 2;
const LIMIT_MS = 5_000;

const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * `servers`: (`address` or `address:port`) in the place of the system's. Resolves with one address or more.
 * @throws OutboundError
 */
export async function resolveHost(host: string, servers: readonly string[] | undefined): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers && servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length > 0) return addresses;
    const codes = asked.flatMap((one) =>
      one.status === 'rejected' ? [errorCodeOf(one.reason) ?? String(one.reason)] : [],
    );
    const broken = codes.find((code) => !ABSENT.has(code));
    const reason = broken === undefined ? 'no_such_host' : 'dns_unavailable';
    throw new OutboundError({ kind: 'failed', reason, detail: broken ?? codes[0] ?? '' });
  } finally {
    clearTimeout(timer);
  }
}
