// Checks the set-up of a domain as visitors and certificate authorities see it: the DNS first, then the front's
// certificate when everything leads there. Ends within two seconds, whatever answers. Asks only the name servers of the
// settings and the installation's own front.

import type { Outbound, TlsProbe } from '@kurz/outbound';
import type { QueryDns } from './query-dns';
import { findDomainFacts, type CheckedDomain, type DomainFacts } from './domain-facts';
import { severityOf, type DnsRecord, type Finding } from './findings';
import type { FrontHost } from './front-hosts';
import { checkCertificate, type SeenTls } from './check-certificate';
import { addressRecords, frontLedTo, checkRecords } from './check-records';
import { makeLookUp } from './look-up';

export type SeenCertificate = { names: readonly string[]; issuer: string; until: Date };

export type DomainCheck = {
  checkedAt: Date;
  findings: Finding[];
  /** Everything that the domain needs, whether it is there or not. */
  records: DnsRecord[];
  /** The front's certificate; undefined when the front was not asked, or has none. */
  certificate: SeenCertificate | undefined;
  seenTls: SeenTls;
};

export type CheckDomain = (checked: CheckedDomain) => Promise<DomainCheck>;

type Deps = { queryDns: QueryDns; outbound: Pick<Outbound, 'probeTls'>; clock: { now: () => number } };
type Config = {
  /** When empty, addresses are not compared, and no certificate is checked. */
  frontHosts: readonly FrontHost[];
  authorities: readonly string[];
};

const DNS_MS = 1_200;
const TLS_MS = 700;

const isBroken = (findings: readonly Finding[]) =>
  findings.some((finding) => severityOf(finding) === 'error');

export function makeCheckDomain(
  { queryDns, outbound, clock }: Deps,
  { frontHosts, authorities }: Config,
): CheckDomain {
  const lookAtDns = async (checked: CheckedDomain): Promise<DomainFacts> => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), DNS_MS);
    try {
      return await findDomainFacts(makeLookUp(queryDns, controller.signal), checked, frontHosts);
    } finally {
      clearTimeout(timer);
    }
  };

  /** Skipped when the front would ask an authority for a certificate in vain: authorities limit failures. */
  const probe = async (facts: DomainFacts, findings: readonly Finding[]) => {
    const front = frontLedTo(facts);
    if (!front || !facts.isVerified || !facts.isEnabled || isBroken(findings)) return undefined;
    const { host, port } = front;
    const probed: TlsProbe = await outbound.probeTls({ host, port, name: facts.domain, timeoutMs: TLS_MS });
    return { probed, front: host };
  };

  return async (checked) => {
    const facts = await lookAtDns(checked);
    const findings = checkRecords(facts, authorities);
    if (!checked.isEnabled) findings.push({ code: 'domain_disabled' });
    const now = clock.now();
    const seen = await probe(facts, findings);
    const certificateCheck =
      seen && checkCertificate(seen.probed, { domain: checked.domain, front: seen.front, now });
    const { record } = checked;
    return {
      checkedAt: new Date(now),
      findings: [...findings, ...(certificateCheck?.findings ?? [])],
      records: [...(record ? [record] : []), ...addressRecords(facts)],
      certificate: seen?.probed.kind === 'certificate' ? seen.probed : undefined,
      seenTls: certificateCheck?.seen,
    };
  };
}
