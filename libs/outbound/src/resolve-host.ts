// The addresses of a host that a tenant or stranger named. The name servers are asked, not the system: it has names of its
// own, and a slow name would hold its threads.

import { errorCodeOf } from '@kurz/process';
import { askNameServers, isAbsentName } from './ask-name-servers';
import { OutboundError } from './outbound-error';

/**
 * `servers`: (`address` or `address:port`) in the place of the system's. Resolves with one address or more.
 * @throws OutboundError
 */
export async function resolveHost(host: string, servers: readonly string[] | undefined): Promise<string[]> {
  const asked = await askNameServers(servers, (resolver) =>
    Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
  );
  const addresses = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (addresses.length > 0) return addresses;
  const codes = asked.flatMap((one) =>
    one.status === 'rejected' ? [errorCodeOf(one.reason) ?? String(one.reason)] : [],
  );
  const broken = codes.find((code) => !isAbsentName(code));
  const reason = broken === undefined ? 'no_such_host' : 'dns_unavailable';
  throw new OutboundError({ kind: 'failed', reason, detail: broken ?? codes[0] ?? '' });
}
