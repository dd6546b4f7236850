// A check as the web app and the admin command show it.

import type { Language } from '@kurz/process';
import type { DomainCheck } from './check-domain';
import { severityOf, localizeFinding, type DnsRecord, type LocalizedFinding } from './findings';

export type LocalizedCheck = {
  checkedAt: string;
  /** Visitors arrive, and the certificate, if one was checked, is valid. */
  isReady: boolean;
  findings: LocalizedFinding[];
  /** Everything that the domain needs. */
  records: readonly DnsRecord[];
  certificate: { names: readonly string[]; issuer: string; until: string } | null;
};

export function localizeCheck(check: DomainCheck, language: Language): LocalizedCheck {
  const { checkedAt, findings, records, certificate } = check;
  return {
    checkedAt: checkedAt.toISOString(),
    isReady: findings.every((finding) => severityOf(finding) !== 'error'),
    findings: findings.map((finding) => localizeFinding(finding, language)),
    records,
    certificate: certificate
      ? { names: certificate.names, issuer: certificate.issuer, until: certificate.until.toISOString() }
      : null,
  };
}
