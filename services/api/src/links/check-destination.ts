// Judges a destination completely but for the operator's list: its text, and whether it would lead back to the service.

import type { Db } from '@kurz/database';
import type { Refusal } from '../errors/refusal';
import { findOwnDomains } from '../zones/find-own-domains';
import { destinationHostsOf } from './destination-hosts-of';
import { destinationOf, type Destination } from './destination-of';
import { refusalOfDestination } from './refusal-of-destination';

export async function checkDestination(db: Db, sent: string): Promise<Destination | Refusal> {
  const destination = destinationOf(sent);
  if (destination.kind === 'refused') return refusalOfDestination(destination.fault);
  const own = await findOwnDomains(db, destinationHostsOf(destination.location));
  return own.size > 0 ? refusalOfDestination('own_domain') : destination;
}
