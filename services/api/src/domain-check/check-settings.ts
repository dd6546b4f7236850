// Settings of the check of domains: where the front is, and who makes its certificates.

import type { SettingsOf, SettingsProperties } from '@kurz/process';
import { frontHostsOf, type FrontHost } from './front-hosts';

/** Caddy's default authorities: Let's Encrypt and ZeroSSL. */
const AUTHORITIES = 'letsencrypt.org, sectigo.com';

export const DOMAIN_CHECK_PROPERTIES = {
  KURZ_EDGE_HOSTS: {
    type: 'string',
    default: '',
    validate: (text) =>
      frontHostsOf(text).kind === 'faulty'
        ? ['must be at most 8 hosts or addresses, separated by commas']
        : [],
  },
  // authorities as CAA records name them; empty: those of Caddy
  KURZ_CAA_ISSUERS: { type: 'string', default: '' },
} as const satisfies SettingsProperties;

const namesIn = (text: string) => text.split(',').flatMap((name) => name.trim().toLowerCase() || []);

export type DomainCheckSettings = { frontHosts: readonly FrontHost[]; authorities: readonly string[] };

export function domainCheckOf(variables: SettingsOf<typeof DOMAIN_CHECK_PROPERTIES>): DomainCheckSettings {
  const outcome = frontHostsOf(variables.KURZ_EDGE_HOSTS);
  return {
    frontHosts: outcome.kind === 'hosts' ? outcome.hosts : [],
    authorities: namesIn(variables.KURZ_CAA_ISSUERS || AUTHORITIES),
  };
}

export const defaultDomainCheck: DomainCheckSettings = { frontHosts: [], authorities: namesIn(AUTHORITIES) };
