// What is wrong with the records of a domain. Each finding names what to set in their place.

import { isIP } from 'node:net';
import { isPublicAddress } from '@kurz/outbound';
import type { DomainFacts, Front } from './domain-facts';
import type { DnsRecord, Finding } from './findings';
import { checkCaa } from './check-caa';
import type { LookedUp } from './look-up';
import { proxyOf } from './proxies';

/** The records that lead visitors here; none when the setting names no front. */
export function addressRecords({ domain, registered, fronts }: DomainFacts): DnsRecord[] {
  const host = fronts.find((front) => isIP(front.host) === 0)?.host;
  // the apex of a domain has other records, beside which no CNAME may stand
  if (host !== undefined && domain !== registered) return [{ type: 'CNAME', name: domain, value: host }];
  const addresses = [...new Set(fronts.flatMap((front) => front.addresses))];
  return addresses.map((value) => ({ type: isIP(value) === 6 ? 'AAAA' : 'A', name: domain, value }));
}

function checkTxtRecord({ record, texts, misplaced, isVerified }: DomainFacts): Finding[] {
  if (!record || !texts) return [];
  // links of a domain that was verified once keep working
  const severity = isVerified ? ('warning' as const) : undefined;
  const details = { severity, records: [record], values: { name: record.name } };
  if (texts.kind === 'found' && texts.data.some((text) => text.trim() === record.value)) return [];
  if (texts.kind === 'unanswered' || texts.kind === 'bogus') return [];
  const [found] = misplaced;
  if (found !== undefined)
    return [{ ...details, code: 'txt_misplaced', found: misplaced, values: { name: record.name, found } }];
  if (texts.kind === 'found') return [{ ...details, code: 'txt_wrong', found: texts.data }];
  return [{ ...details, code: 'txt_missing' }];
}

/** The finding when the DNS does not answer all questions, or with wrong signatures: the rest is unknown then. */
function checkAnswers({ domain, texts, ipv4, ipv6 }: DomainFacts): Finding[] {
  const all = [ipv4, ipv6, ...(texts ? [texts] : [])];
  const values = { domain };
  if (all.some(({ kind }) => kind === 'bogus')) return [{ code: 'dnssec_broken', values }];
  if (all.some(({ kind }) => kind === 'unanswered')) return [{ code: 'dns_unanswered', values }];
  return [];
}

const chainOf = (looked: LookedUp<string>) => ('chain' in looked ? looked.chain : []);
const addressesOf = (looked: LookedUp<string>) => (looked.kind === 'found' ? looked.data : []);

/** The front that the records lead to. */
export function frontLedTo({ ipv4, ipv6, fronts }: DomainFacts): Front | undefined {
  const names = [...chainOf(ipv4), ...chainOf(ipv6)];
  const addresses = [...addressesOf(ipv4), ...addressesOf(ipv6)];
  return fronts.find(
    (front) => names.includes(front.host) || front.addresses.some((address) => addresses.includes(address)),
  );
}

function checkForeignAddresses(facts: DomainFacts, target: string | undefined): Finding[] {
  const { ipv4, ipv6, fronts } = facts;
  const own = new Set(fronts.flatMap((front) => front.addresses));
  const records = addressRecords(facts);
  const detailsOf = (addresses: string[]) => ({
    records,
    found: addresses,
    values: { found: addresses.join(', ') },
  });
  const [foreign4, foreign6] = [ipv4, ipv6].map((looked) =>
    addressesOf(looked).filter((one) => !own.has(one)),
  );
  const foreign = [...(foreign4 ?? []), ...(foreign6 ?? [])];
  const all = [...addressesOf(ipv4), ...addressesOf(ipv6)];
  const isFrontNamed = fronts.some(({ host }) => [...chainOf(ipv4), ...chainOf(ipv6)].includes(host));
  const unanswered = fronts.find(({ isUnanswered }) => isUnanswered);
  // cannot tell whether these are the front's own
  if (unanswered && foreign.length > 0)
    return isFrontNamed ? [] : [{ code: 'dns_unanswered', values: { domain: unanswered.host } }];
  const hidden = foreign.filter((address) => !isPublicAddress(address));
  if (hidden.length > 0) return [{ code: 'address_not_public', ...detailsOf(hidden) }];
  // the name of a front in many places resolves to different addresses for each resolver
  if (fronts.length === 0 || isFrontNamed || foreign.length === 0) return [];
  if (foreign.length < all.length) {
    const isIpv6Alone = foreign4?.length === 0 && addressesOf(ipv4).length > 0;
    return [{ code: isIpv6Alone ? 'ipv6_elsewhere' : 'address_partly_elsewhere', ...detailsOf(foreign) }];
  }
  if (target !== undefined)
    return [{ code: 'cname_elsewhere', records, found: [target], values: { target } }];
  return [{ code: 'address_elsewhere', ...detailsOf(foreign) }];
}

/** Ignores a proxy behind the front's own name or addresses: the domain's owner cannot change it. */
function proxyBefore({ fronts }: DomainFacts, chain: readonly string[], addresses: readonly string[]) {
  const atFront = chain.findIndex((name) => fronts.some(({ host }) => host === name));
  if (atFront >= 0) return proxyOf(chain.slice(0, atFront), []);
  const own = new Set(fronts.flatMap((front) => front.addresses));
  const foreign = addresses.filter((address) => !own.has(address));
  return foreign.length > 0 ? proxyOf(chain, foreign) : undefined;
}

function checkAddresses(facts: DomainFacts): Finding[] {
  const { domain, ipv4, ipv6, fronts } = facts;
  const records = addressRecords(facts);
  const values = { domain };
  if (ipv4.kind === 'loop' || ipv6.kind === 'loop') return [{ code: 'cname_loop', records, values }];
  const chain = chainOf(ipv4).length > 0 ? chainOf(ipv4) : chainOf(ipv6);
  const target = chain.at(-1);
  const addresses = [...addressesOf(ipv4), ...addressesOf(ipv6)];
  if (addresses.length === 0) {
    if (target === undefined) return [{ code: 'address_missing', records, values }];
    return [{ code: 'cname_dangling', records, found: [target], values: { target } }];
  }
  const proxy = proxyBefore(facts, chain, addresses);
  if (proxy !== undefined)
    return [{ code: 'proxy_in_between', records, found: addresses, values: { proxy } }];
  const elsewhere = checkForeignAddresses(facts, target);
  const hasIpv4 = fronts.some((front) => front.addresses.some((address) => isIP(address) === 4));
  const lacksIpv4 = elsewhere.length === 0 && addressesOf(ipv4).length === 0 && hasIpv4;
  return lacksIpv4 ? [{ code: 'ipv4_missing', records, values }] : elsewhere;
}

/** `authorities`: the names by which CAA records allow those of the front. */
export function checkRecords(facts: DomainFacts, authorities: readonly string[]): Finding[] {
  const { delegation, registered } = facts;
  if (delegation.kind === 'no_such_name') return [{ code: 'domain_unregistered', values: { registered } }];
  const txtFindings = checkTxtRecord(facts);
  const unknown = checkAnswers(facts);
  if (unknown.length > 0) return [...txtFindings, ...unknown];
  return [...txtFindings, ...checkAddresses(facts), ...checkCaa(facts.caa, authorities)];
}
