// Resolves a host that a tenant or stranger named. It queries name servers, not the system's resolver, which has names
// of its own, and whose threads a slow name would block.

import { errorCodeOf } from '@kurz/process';
import { queryNameServers, isAbsentName } from './query-name-servers';
import { OutboundError } from './outbound-error';

/**
 * `servers` (`address` or `address:port`) replace the system's. Resolves with at least one address.
 * @throws OutboundError
 */
export async function resolveHost(host: string, servers: readonly string[] | undefined): Promise<string[]> {
  const settled = await queryNameServers(servers, (resolver) =>
    Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
  );
  const addresses = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length > 0) return addresses;
  const codes = settled.flatMap((one) =>
    one.status === 'rejected' ? [errorCodeOf(one.reason) ?? String(one.reason)] : [],
  );
  const broken = codes.find((code) => !isAbsentName(code));
  const reason = broken === undefined ? 'no_such_host' : 'dns_unavailable';
  throw new OutboundError({ kind: 'failed', reason, detail: broken ?? codes[0] ?? '' });
}
