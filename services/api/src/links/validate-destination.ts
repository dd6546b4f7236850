// Validates a destination as create and edit receive it, except for the operator's list of blocked destinations.

import type { Db } from '@kurz/database';
import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import { isLonger } from '../http/is-longer';
import { findOwnDomains } from '../zones/find-own-domains';
import { destinationHostsOf } from './destination-hosts-of';

/** Contract §8; holds for the text as sent and for its ASCII serialisation, where CJK grows ninefold. */
export const MAX_DESTINATION_CHARACTERS = 32_767;

export type DestinationFault = 'malformed' | 'scheme' | 'credentials' | 'characters' | 'too_long';

export type Destination = {
  kind: 'destination';
  /** As sent, without the white space around it. */
  url: string;
  /** The parser's ASCII serialisation, ready for a Location header. */
  location: string;
};

export type DestinationOutcome = Destination | { kind: 'refused'; fault: DestinationFault };

// Controls: the parser would drop tabs and line feeds and strip others at the ends, so the text kept would not be the
// text validated. Lone surrogates: no UTF-8 has them.
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Node 20 takes quadratic time to convert a host that is not ASCII. No host of the DNS has this many characters. */
const MAX_FOREIGN_HOST = 1_000;
const AUTHORITY = /^[a-z]+:[\\/]*([^\\/?#]*)/i;
const NOT_ASCII = /[^\p{ASCII}]/u;

function hasLongForeignHost(url: string): boolean {
  const [, authority = ''] = AUTHORITY.exec(url) ?? [];
  return authority.length > MAX_FOREIGN_HOST && NOT_ASCII.test(authority);
}

const refused = (fault: DestinationFault): DestinationOutcome => ({ kind: 'refused', fault });

/** Not URL.canParse: once V8 has optimised it, Node 20 returns false for every text with Latin-1 letters. */
function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Schemes are validated after parsing: `JaVaScRiPt:` and its disguises parse to `javascript:`. */
export function destinationOf(sent: string): DestinationOutcome {
  const url = sent.trim();
  if (isLonger(url, MAX_DESTINATION_CHARACTERS)) return refused('too_long');
  if (UNUSABLE.test(url)) return refused('characters');
  const parsed = hasLongForeignHost(url) ? undefined : parse(url);
  if (!parsed) return refused('malformed');
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return refused('scheme');
  if (parsed.username !== '' || parsed.password !== '') return refused('credentials');
  if (parsed.href.length > MAX_DESTINATION_CHARACTERS) return refused('too_long');
  return { kind: 'destination', url, location: parsed.href };
}

const REASONS: Record<DestinationFault | 'own_domain' | 'blocked', Reason> = {
  malformed: 'not_a_url',
  scheme: 'not_http',
  credentials: 'has_credentials',
  characters: 'unusable_characters',
  too_long: 'too_long',
  own_domain: 'own_domain',
  blocked: 'blocked',
};

/** The fields of a link that hold a destination. */
export type DestinationField = 'url' | 'expiredUrl' | `rules[${number}].url` | `split[${number}].url`;

/** What is wrong with a destination, as a refusal of its field. */
export function refuseDestination(
  fault: DestinationFault | 'own_domain' | 'blocked',
  field: DestinationField = 'url',
): Refusal {
  return refuse('VALIDATION_FAILED', {
    field,
    reason: REASONS[fault],
    max: MAX_DESTINATION_CHARACTERS,
  });
}

/** Where a field of a link leads, ready for a Location header. */
export type FieldDestination = { field: DestinationField; location: string };

/** Undefined when none of the destinations is on a domain that serves short links. */
export async function refuseOwnDomains(
  db: Db,
  destinations: readonly FieldDestination[],
): Promise<Refusal | undefined> {
  if (destinations.length === 0) return undefined;
  const hosts = destinations.map(({ location }) => destinationHostsOf(location));
  const own = await findOwnDomains(db, [...new Set(hosts.flat())]);
  const destination = destinations.find((_, index) => hosts[index]?.some((host) => own.has(host)));
  return destination && refuseDestination('own_domain', destination.field);
}

export async function validateDestination(db: Db, sent: string): Promise<Destination | Refusal> {
  const destination = destinationOf(sent);
  if (destination.kind === 'refused') return refuseDestination(destination.fault);
  const ofUrl: FieldDestination = { field: 'url', location: destination.location };
  return (await refuseOwnDomains(db, [ofUrl])) ?? destination;
}
