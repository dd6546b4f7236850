// Validates the name of a custom domain that a workspace wants to add.

import { getPublicSuffix } from 'tldts';
import { isIP } from 'node:net';
import { normaliseDomain } from './normalise-domain';

export type ValidatedDomain = { kind: 'domain'; domain: string } | { kind: 'not_a_domain' | 'public_suffix' };

/** Browsers request a custom domain over https, so it has no port. Only a name in the DNS can be verified. */
export function validateCustomDomain(text: string): ValidatedDomain {
  const domain = normaliseDomain(text);
  if (domain === undefined || domain.includes(':') || !domain.includes('.') || isIP(domain) !== 0) {
    return { kind: 'not_a_domain' };
  }
  // private suffixes as well: no workspace owns github.io
  const suffix = getPublicSuffix(domain, { allowPrivateDomains: true });
  return suffix === domain ? { kind: 'public_suffix' } : { kind: 'domain', domain };
}
