// Judges a destination completely but for the operator's list: its text, and whether it would lead back to the service.

import type { Db } from '@kurz/database';
import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import { findOwnDomains } from '../zones/find-own-domains';
import { destinationHostsOf } from './destination-hosts-of';
import {
  destinationOf,
  MAX_DESTINATION_CHARACTERS,
  type Destination,
  type DestinationFault,
} from './destination-of';

const REASONS: Record<DestinationFault | 'own_domain' | 'blocked', Reason> = {
  malformed: 'not_a_url',
  scheme: 'not_http',
  credentials: 'has_credentials',
  characters: 'unusable_characters',
  too_long: 'too_long',
  own_domain: 'own_domain',
  blocked: 'blocked',
};

/** What is wrong with a destination, as a refusal of the field `url`. */
export function refusalOfDestination(fault: DestinationFault | 'own_domain' | 'blocked'): Refusal {
  return refuse('VALIDATION_FAILED', {
    field: 'url',
    reason: REASONS[fault],
    max: MAX_DESTINATION_CHARACTERS,
  });
}

export async function checkDestination(db: Db, sent: string): Promise<Destination | Refusal> {
  const destination = destinationOf(sent);
  if (destination.kind === 'refused') return refusalOfDestination(destination.fault);
  const own = await findOwnDomains(db, destinationHostsOf(destination.location));
  return own.size > 0 ? refusalOfDestination('own_domain') : destination;
}
