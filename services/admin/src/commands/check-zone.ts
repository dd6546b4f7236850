// `kurz zone check`: what DNS and the front answer for a domain, and what to change.

import {
  findCheckedZone,
  findZoneNamed,
  keepCheck,
  openCheckDomain,
  localizeCheck,
  type LocalizedCheck,
} from '@kurz/api';
import { makeOutbound } from '@kurz/outbound';
import type { Clock } from '@kurz/process';
import { failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import type { AdminSettings } from '../settings/admin-settings';

export type ZoneCheckDeps = { admin: Pick<AdminSettings, 'domains'>; clock: Clock };

export const severalClaims = (domain: string) =>
  failed(`several workspaces claim ${domain}, and none has proven it; choose one with --workspace <id>`);

const recordText = ({ type, name, value }: LocalizedCheck['records'][number]) => `${name}  ${type}  ${value}`;

function checkText(domain: string, { isReady, findings, records, certificate }: LocalizedCheck): string {
  const lines = findings.flatMap((finding) => [
    `${finding.severity} ${finding.code}: ${finding.message}`,
    ...finding.found.map((text) => `  found: ${text}`),
    ...finding.records.map((record) => `  set: ${recordText(record)}`),
  ]);
  return [
    `${domain} is ${isReady ? 'ready' : 'not ready'}`,
    ...lines,
    ...(findings.length === 0 ? records.map((record) => `  ${recordText(record)}`) : []),
    ...(certificate ? [`certificate from ${certificate.issuer}, valid until ${certificate.until}`] : []),
  ].join('\n');
}

export type CheckOptions = { workspace?: string; json?: boolean };

export async function checkZone(
  { admin, clock }: ZoneCheckDeps,
  { db }: AdminConnection,
  name: string,
  { workspace }: CheckOptions,
): Promise<AdminAnswer> {
  const named = await findZoneNamed(db, name, workspace);
  if (named.kind === 'several') return severalClaims(name);
  const zone = named.kind === 'zone' ? await findCheckedZone(db, named.id) : undefined;
  if (!zone) return failed(`there is no zone ${name}`);
  const { outboundAllowed: allowed, dnsServers } = admin.domains;
  const outbound = makeOutbound({ allowed, dnsServers });
  const outcome = await openCheckDomain({ outbound, clock }, admin.domains)(zone);
  await keepCheck(db, zone, outcome);
  const localized = localizeCheck(outcome, 'en');
  return {
    kind: localized.isReady ? 'done' : 'unhealthy',
    json: { id: zone.id, domain: zone.domain, ...localized },
    text: checkText(zone.domain, localized),
  };
}

export const ABOUT_CHECK = `checks the DNS records and the certificate of a domain, and says what to change; the exit code is 1 while it is not ready

KURZ_EDGE_HOSTS names the hosts of the front that visitors must reach. Without it, the addresses are not compared, and no
certificate is checked.`;
