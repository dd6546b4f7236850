// Creates a domain for short links: shared by all (global) or a workspace's own (user). A domain that is shared or
// whose ownership is taken as verified becomes the domain's one zone; several workspaces may claim one domain.

import type { Db } from '@kurz/database';
import { hasErrorCode, makeId, randomBase62 } from '@kurz/process';
import { sql } from 'kysely';
import { changesOfNew, SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { UNIQUE_VIOLATION } from '../errors/sql-states';
import { enqueueZoneChange } from '../outbox/enqueue-changes';
import { findLapsedZone, releaseLapsedZone } from './lapsed-zone';
import { normaliseDomain } from './normalise-domain';
import { markZoneVerified } from './mark-zone-verified';
import { replaceSharedDefault, lockSharedDefault } from './shared-default';

/** Counts the workspace's domains, for the limit of its plan. */
async function countZones(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('zones')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type NewZone =
  /**
   * `isDefault`: new links that name no domain get the zone, in place of the present default. Without it the zone
   * becomes the default only when there is none.
   */
  | { domain: string; zoneType: 'global'; isDefault?: boolean }
  /** `most`: how many domains the workspace may have; default: any number. */
  | { domain: string; zoneType: 'user'; workspaceId: string; isVerified: boolean; most?: number };

export type CreateZoneOutcome =
  | { kind: 'created'; zoneId: string }
  | { kind: 'taken' }
  | { kind: 'bad_domain' }
  | { kind: 'too_many' }
  | { kind: 'no_such_workspace' };

/** A custom domain's certificate is made when its first visit arrives, and seen by the next check. */
const stateOf = (zone: NewZone) =>
  zone.zoneType === 'global'
    ? {}
    : {
        workspace_id: zone.workspaceId,
        tls_state: 'pending' as const,
        ownership_state: zone.isVerified ? ('verified' as const) : ('pending' as const),
        ownership_token: randomBase62(32),
        next_check: zone.isVerified ? sql<Date>`now()` : null,
      };

type OwnZone = Extract<NewZone, { zoneType: 'user' }>;

/** Locks the workspace, so that concurrent additions do not exceed the limit. */
async function validate(
  transaction: Db,
  domain: string,
  { workspaceId, most }: OwnZone,
): Promise<{ kind: 'free' } | { kind: 'claimed'; zoneId: string } | CreateZoneOutcome> {
  const owner = transaction
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null);
  if (!(await owner.forNoKeyUpdate().executeTakeFirst())) return { kind: 'no_such_workspace' };
  const present = await transaction
    .selectFrom('zones')
    .select(['id', 'is_proven'])
    .where('domain', '=', domain)
    .where((zone) => zone.or([zone('is_proven', '=', true), zone('workspace_id', '=', workspaceId)]))
    .execute();
  if (present.some((zone) => zone.is_proven)) {
    const lapsed = await findLapsedZone(transaction, domain);
    if (!lapsed || lapsed.workspaceId === workspaceId) return { kind: 'taken' };
  }
  const claim = present.find((zone) => !zone.is_proven);
  if (claim) return { kind: 'claimed', zoneId: claim.id };
  if (most !== undefined && (await countZones(transaction, workspaceId)) >= most) return { kind: 'too_many' };
  return { kind: 'free' };
}

async function insert(
  transaction: Db,
  domain: string,
  zone: NewZone,
  by: AuditActor,
): Promise<CreateZoneOutcome> {
  const validated = zone.zoneType === 'user' ? await validate(transaction, domain, zone) : undefined;
  if (validated?.kind === 'claimed') {
    if (zone.zoneType !== 'user' || !zone.isVerified) return { kind: 'taken' };
    await releaseLapsedZone(transaction, domain);
    await markZoneVerified(transaction, validated.zoneId, { hasRecord: false, by });
    return { kind: 'created', zoneId: validated.zoneId };
  }
  if (validated && validated.kind !== 'free') return validated;
  if (zone.zoneType === 'user' && zone.isVerified) await releaseLapsedZone(transaction, domain);
  const zoneId = makeId('zon');
  const row = { id: zoneId, domain, name: domain, zone_type: zone.zoneType, ...stateOf(zone) };
  await transaction.insertInto('zones').values(row).execute();
  if (zone.zoneType === 'global') {
    const { isTaken } = await lockSharedDefault(transaction);
    if (zone.isDefault || !isTaken) await replaceSharedDefault(transaction, zoneId);
  }
  const workspaceId = zone.zoneType === 'user' ? zone.workspaceId : null;
  const changes = changesOfNew({ zoneType: zone.zoneType });
  await writeAuditEvents(transaction, by, [
    { action: 'zone.created', subjectId: zoneId, subjectName: domain, workspaceId, changes },
  ]);
  // redirectors do not look at claims
  if (zone.zoneType === 'global' || zone.isVerified) await enqueueZoneChange(transaction, zoneId);
  return { kind: 'created', zoneId };
}

/** `taken`: the domain already has its zone, or the workspace already claims it. */
export async function createZone(db: Db, zone: NewZone, by: AuditActor = SYSTEM): Promise<CreateZoneOutcome> {
  const domain = normaliseDomain(zone.domain);
  if (domain === undefined) return { kind: 'bad_domain' };
  try {
    return await db.transaction().execute((transaction) => insert(transaction, domain, zone, by));
  } catch (error) {
    if (hasErrorCode(error, UNIQUE_VIOLATION)) return { kind: 'taken' };
    throw error;
  }
}
