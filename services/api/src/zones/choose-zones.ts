// Chooses the zones of new links, or says why a link cannot have the zone that it names.

import type { Db } from '@kurz/database';
import { refuse, type Refusal } from '../errors/refusal';
import { sql } from 'kysely';
import { findDefaultZone, type DefaultZoneRequest } from './find-default-zone';
import { normaliseDomain } from './normalise-domain';

type NamedZone = { id: string; domain: string; is_enabled: boolean; ownership_state: string | null };

/**
 * Finds zones among the shared ones and the workspace's own, by domain. Domains that are not found are left out. A
 * shared zone comes before the workspace's claim of its domain.
 */
async function findNamedZones(
  db: Db,
  workspaceId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, NamedZone>> {
  if (domains.length === 0) return new Map();
  const zones = await db
    .selectFrom('zones')
    .select(['id', 'domain', 'is_enabled', 'ownership_state'])
    .where('domain', 'in', domains)
    .where((column) =>
      column.or([column('zone_type', '=', 'global'), column('workspace_id', '=', workspaceId)]),
    )
    .orderBy('is_proven')
    .execute();
  return new Map(zones.map((zone) => [zone.domain, zone]));
}

export type ChosenZone = { kind: 'zone'; id: string; domain: string };

/** Returns the zone of a link from the `zoneDomain` that it names. */
export type ChooseZone = (sent: string | undefined) => ChosenZone | Refusal;

const refuseZone = (reason: 'unknown_zone' | 'zone_unverified' | 'zone_disabled' | 'no_default_zone') =>
  refuse('VALIDATION_FAILED', { field: 'zoneDomain', reason });

/** Somebody else's zone counts as unknown. */
function validate(zone: NamedZone | undefined): ChosenZone | Refusal {
  if (!zone) return refuseZone('unknown_zone');
  if (zone.ownership_state !== null && zone.ownership_state !== 'verified')
    return refuseZone('zone_unverified');
  if (!zone.is_enabled) return refuseZone('zone_disabled');
  return { kind: 'zone', id: zone.id, domain: zone.domain };
}

const domainsIn = (sent: readonly (string | undefined)[]) => [
  ...new Set(sent.flatMap((text) => (text === undefined ? [] : (normaliseDomain(text) ?? [])))),
];

/**
 * Within a transaction, before chooseZones: locks those of the workspace's own domains that may be chosen. Until the
 * transaction ends, none of them lapses (releaseLapsedZone) unless it has lapsed already.
 */
export async function holdOwnZones(
  transaction: Db,
  { workspaceId, defaultZoneId }: DefaultZoneRequest,
  sent: readonly (string | undefined)[],
): Promise<void> {
  const domains = domainsIn(sent);
  const standard = sent.includes(undefined) ? defaultZoneId : null;
  if (domains.length === 0 && standard === null) return;
  await sql`
    SELECT FROM zones
    WHERE workspace_id = ${workspaceId} AND (domain = ANY(${domains}::text[]) OR id = ${standard})
    ORDER BY id FOR KEY SHARE`.execute(transaction);
}

/** Looks up all zones that the links name (undefined: the default) in at most two statements. */
export async function chooseZones(
  db: Db,
  workspace: DefaultZoneRequest,
  sent: readonly (string | undefined)[],
): Promise<ChooseZone> {
  const named = await findNamedZones(db, workspace.workspaceId, domainsIn(sent));
  const standard = sent.includes(undefined) ? await findDefaultZone(db, workspace) : undefined;
  return (text) => {
    if (text === undefined) return standard ? { kind: 'zone', ...standard } : refuseZone('no_default_zone');
    return validate(named.get(normaliseDomain(text) ?? ''));
  };
}
