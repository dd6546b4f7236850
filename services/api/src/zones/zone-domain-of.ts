// Brings a zoneDomain parameter to the form in which zones are stored.

import { normaliseDomain } from './normalise-domain';

/** Undefined when the text cannot be a domain at all. */
export function zoneDomainOf(sent: string): string | undefined {
  return normaliseDomain(sent);
}
