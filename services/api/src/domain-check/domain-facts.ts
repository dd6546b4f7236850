// Asks the DNS everything that the set-up of a domain depends on, in parallel.

import type { CaaData } from 'dns-packet';
import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import type { VerificationRecord } from '../zones/verification-record';
import type { FrontHost } from './front-hosts';
import type { LookedUp, LookUp } from './look-up';

export type CheckedDomain = {
  domain: string;
  /** The record that verifies the domain; undefined when it needs none. */
  record: VerificationRecord | undefined;
  isVerified: boolean;
  isEnabled: boolean;
};

export type Front = FrontHost & {
  addresses: readonly string[];
  /** The DNS did not give all of its addresses. */
  isUnanswered: boolean;
};

export type DomainFacts = CheckedDomain & {
  /** The registered domain: this one or a parent of it. */
  registered: string;
  delegation: LookedUp<string>;
  texts: LookedUp<string> | undefined;
  /** Other names that have the verification record. */
  misplaced: readonly string[];
  ipv4: LookedUp<string>;
  ipv6: LookedUp<string>;
  /** The answers for the domain and each name above it, upwards. */
  caa: readonly { name: string; looked: LookedUp<CaaData> }[];
  fronts: readonly Front[];
};

const dataOf = <T>(looked: LookedUp<T>): readonly T[] => (looked.kind === 'found' ? looked.data : []);

/** `go.brand.example`, `brand.example`, `example`. */
function upwards(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Where the record is when a provider has appended the domain to its whole name, or its name was left out. */
const namesBeside = (domain: string, registered: string) => [
  ...new Set([`_kurz.${domain}.${registered}`, `_kurz.${domain}.${domain}`, domain]),
];

async function misplacedTexts(
  lookUp: LookUp,
  { domain, record }: CheckedDomain,
  registered: string,
): Promise<string[]> {
  if (!record) return [];
  const looked = await Promise.all(
    namesBeside(domain, registered).map(async (name) => ({ name, looked: await lookUp(name, 'TXT') })),
  );
  return looked
    .filter(({ looked: at }) => dataOf(at).some((text) => text.trim() === record.value))
    .map(({ name }) => name);
}

async function frontOf(lookUp: LookUp, front: FrontHost): Promise<Front> {
  const { host } = front;
  if (isIP(host) !== 0) return { ...front, addresses: [host], isUnanswered: false };
  const looked = await Promise.all([lookUp(host, 'A'), lookUp(host, 'AAAA')]);
  const isUnanswered = looked.some(({ kind }) => kind === 'unanswered' || kind === 'bogus');
  return { ...front, addresses: looked.flatMap(dataOf), isUnanswered };
}

export async function findDomainFacts(
  lookUp: LookUp,
  checked: CheckedDomain,
  frontHosts: readonly FrontHost[],
): Promise<DomainFacts> {
  const { domain, record } = checked;
  const registered = getDomain(domain, { allowPrivateDomains: true }) ?? domain;
  const [texts, misplaced, ipv4, ipv6, delegation, caa, fronts] = await Promise.all([
    record && lookUp(record.name, 'TXT'),
    misplacedTexts(lookUp, checked, registered),
    lookUp(domain, 'A'),
    lookUp(domain, 'AAAA'),
    lookUp(registered, 'NS'),
    Promise.all(upwards(domain).map(async (name) => ({ name, looked: await lookUp(name, 'CAA') }))),
    Promise.all(frontHosts.map((front) => frontOf(lookUp, front))),
  ]);
  return { ...checked, registered, delegation, texts, misplaced, ipv4, ipv6, caa, fronts };
}
