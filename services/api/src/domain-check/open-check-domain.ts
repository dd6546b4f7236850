// Opens the check of domains with the settings.

import { getServers } from 'node:dns';
import type { Outbound } from '@kurz/outbound';
import { makeQueryDns } from './query-dns';
import { makeCheckDomain, type CheckDomain } from './check-domain';
import { defaultDomainCheck, type DomainCheckSettings } from './check-settings';

type Deps = { outbound: Pick<Outbound, 'probeTls'>; clock: { now: () => number } };
/** `dnsServers`: replace the system's name servers. */
type Settings = { dnsServers?: readonly string[]; domainCheck?: DomainCheckSettings };

export function openCheckDomain(deps: Deps, { dnsServers, domainCheck }: Settings): CheckDomain {
  const queryDns = makeQueryDns(dnsServers ?? getServers());
  return makeCheckDomain({ ...deps, queryDns }, domainCheck ?? defaultDomainCheck);
}
