// Whether the CAA records of a domain let an authority of the front make a certificate (RFC 8659, RFC 8657). The
// records of the nearest name upwards that has any apply.

import type { CaaData } from 'dns-packet';
import type { DomainFacts } from './domain-facts';
import type { DnsRecord, Finding } from './findings';

const KNOWN_TAGS = new Set([
  'issue',
  'issuewild',
  'iodef',
  'issuemail',
  'issuevmc',
  'contactemail',
  'contactphone',
]);
/** The validation methods by which a front on ports 80 and 443 proves the domain. */
const METHODS = ['http-01', 'tls-alpn-01'];

type Issuer = { authority: string; methods: string[] | undefined; hasAccount: boolean };

/** `letsencrypt.org; validationmethods=dns-01`; an empty authority allows none. */
function issuerOf(value: string): Issuer {
  const [authority = '', ...parameters] = value.split(';').map((part) => part.trim());
  const named = new Map(
    parameters.map((parameter) => {
      const at = parameter.indexOf('=');
      return [parameter.slice(0, at).trim().toLowerCase(), parameter.slice(at + 1).trim()] as const;
    }),
  );
  return {
    authority: authority.toLowerCase(),
    methods: named
      .get('validationmethods')
      ?.split(',')
      .map((method) => method.trim().toLowerCase()),
    hasAccount: named.has('accounturi'),
  };
}

function checkRecordSet(
  name: string,
  records: readonly CaaData[],
  authorities: readonly string[],
): Finding[] {
  const toSet: DnsRecord = { type: 'CAA', name, value: `0 issue "${authorities[0] ?? ''}"` };
  const found = records.map(({ flags = 0, tag, value }) => `${flags} ${tag} "${value}"`);
  const details = { found, records: [toSet], values: { name } };
  const strange = records.find(
    ({ flags = 0, issuerCritical, tag }) =>
      (issuerCritical === true || (flags & 128) !== 0) && !KNOWN_TAGS.has(tag.toLowerCase()),
  );
  if (strange) return [{ code: 'caa_critical_unknown', found, values: { name, found: strange.tag } }];
  const issuers = records
    .filter(({ tag }) => tag.toLowerCase() === 'issue')
    .map(({ value }) => issuerOf(value));
  if (issuers.length === 0) return [];
  const own = issuers.filter(({ authority }) => authorities.includes(authority));
  if (own.length === 0) return [{ code: 'caa_forbids', ...details }];
  const usable = own.filter(({ methods }) => !methods || METHODS.some((method) => methods.includes(method)));
  if (usable.length === 0) return [{ code: 'caa_method_forbids', ...details }];
  return usable.every(({ hasAccount }) => hasAccount) ? [{ code: 'caa_other_account', ...details }] : [];
}

export function checkCaa(caa: DomainFacts['caa'], authorities: readonly string[]): Finding[] {
  for (const { name, looked } of caa) {
    if (looked.kind === 'unanswered' || looked.kind === 'bogus')
      return [{ code: 'caa_unanswered', values: { name } }];
    if (looked.kind === 'found') return checkRecordSet(name, looked.data, authorities);
  }
  return [];
}
