// A check as the web app and the admin command show it.

import type { Language } from '@kurz/process';
import type { DomainCheck } from './check-domain';
import { severityOf, tellFinding, type DnsRecord, type ToldFinding } from './findings';

export type ToldCheck = {
  checkedAt: string;
  /** Visitors arrive, and the certificate, if one was checked, is valid. */
  isReady: boolean;
  findings: ToldFinding[];
  /** Everything that the domain needs. */
  records: readonly DnsRecord[];
  certificate: { names: readonly string[]; issuer: string; until: string } | null;
};

export function tellCheck(check: DomainCheck, language: Language): ToldCheck {
  const { checkedAt, findings, records, certificate } = check;
  return {
    checkedAt: checkedAt.toISOString(),
    isReady: findings.every((finding) => severityOf(finding) !== 'error'),
    findings: findings.map((finding) => tellFinding(finding, language)),
    records,
    certificate: certificate
      ? { names: certificate.names, issuer: certificate.issuer, until: certificate.until.toISOString() }
      : null,
  };
}
