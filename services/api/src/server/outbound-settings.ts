// Settings of the API's outbound requests: name servers, and where addresses that tenants name may lead.

import { allowedTargetsOf, type AllowedTargets } from '@kurz/outbound';
import type { SettingsOf, SettingsProperties } from '@kurz/process';
import { dnsServersOf } from '../zones/dns-servers-of';

export const OUTBOUND_PROPERTIES = {
  // name servers that verify domains; default: the system's
  KURZ_DNS_SERVERS: {
    type: 'string',
    optional: true,
    validate: (text) =>
      dnsServersOf(text).kind === 'faulty' ? ['must be addresses, separated by commas'] : [],
  },
  // targets beyond the public internet that tenants may have the API contact
  KURZ_OUTBOUND_ALLOW: {
    type: 'string',
    default: '',
    validate: (text) =>
      allowedTargetsOf(text).kind === 'faulty'
        ? ['must be hosts, addresses and networks, separated by commas']
        : [],
  },
} as const satisfies SettingsProperties;

function namedServersOf(text = ''): readonly string[] | undefined {
  const outcome = dnsServersOf(text);
  return outcome.kind === 'servers' && outcome.servers.length > 0 ? outcome.servers : undefined;
}

function allowedOf(text: string): AllowedTargets | undefined {
  const outcome = allowedTargetsOf(text);
  return outcome.kind === 'targets' ? outcome.targets : undefined;
}

export const outboundOf = (variables: SettingsOf<typeof OUTBOUND_PROPERTIES>) => ({
  /** Name servers (`address` or `address:port`) that verify domains, in place of the system's. */
  dnsServers: namedServersOf(variables.KURZ_DNS_SERVERS),
  /** Hosts and networks beyond the public internet that tenants may have the API contact; default: none. */
  outboundAllowed: allowedOf(variables.KURZ_OUTBOUND_ALLOW),
});
