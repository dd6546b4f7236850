// Writes the small parts of an export in the transaction of the import: the workspace under its own id, its members,
// its domains, its tags and what it has used of its plan.

import { randomBase62 } from '@kurz/process';
import { chooseShard, type Db } from '@kurz/database';
import type { AuditActor } from '../../audit/audit-event';
import { enqueueZoneChange } from '../../outbox/enqueue-changes';
import { findClaims, lockEmail, releaseEmail } from '../../people/email-claims';
import { insertUser } from '../../people/insert-user';
import { storedTagName } from '../../tags/tag-name';
import type { CheckedExport } from './check-export';
import { ExportFault } from './export-fault';
import type { MemberRecord } from './import-record';

/** The account that has verified the address, or else a new one without a password. */
async function accountOf(
  transaction: Db,
  { email, isEmailProven }: MemberRecord,
  { now, by }: { now: Date; by: AuditActor },
): Promise<string> {
  await lockEmail(transaction, email);
  const claims = await findClaims(transaction, email);
  const known = claims.find(({ isVerified }) => isVerified);
  if (known) return known.userId;
  const made = { email, passwordHash: null, emailVerifiedAt: isEmailProven ? now : null };
  const { userId } = await insertUser(transaction, made, by);
  if (isEmailProven) await releaseEmail(transaction, email, { exceptUserId: userId, now, by });
  return userId;
}

/** The ids of the shared domains, by name. Throws an ExportFault when one of them is not here. */
async function findShared(
  db: Db,
  domains: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const hereAs = (domain: string) => renamed.get(domain) ?? domain;
  const rows = await db
    .selectFrom('zones')
    .select(['id', 'domain'])
    .where('zone_type', '=', 'global')
    .execute();
  const byDomain = new Map(rows.map(({ id, domain }) => [domain, id]));
  const missing = [...domains].filter((domain) => !byDomain.has(hereAs(domain)));
  if (missing.length > 0)
    throw new ExportFault(
      `there is no shared domain ${missing.join(' ')} here; add it, or name another with --domain OLD=NEW`,
    );
  return new Map([...domains].map((domain) => [domain, byDomain.get(hereAs(domain)) ?? '']));
}

async function writeZones(transaction: Db, { workspace, zones }: CheckedExport): Promise<void> {
  for (const zone of zones) {
    const isVerified = zone.ownershipState === 'verified';
    if (isVerified) {
      const { domain } = zone;
      const query = transaction.selectFrom('zones').select('id').where('domain', '=', domain);
      if (await query.where('is_proven', '=', true).executeTakeFirst())
        throw new ExportFault(`the domain ${domain} belongs to somebody here already`);
    }
    await transaction
      .insertInto('zones')
      .values({
        id: zone.id,
        domain: zone.domain,
        name: zone.name,
        zone_type: 'user',
        workspace_id: workspace.id,
        is_enabled: zone.isEnabled,
        is_suspended: workspace.suspendedAt !== null,
        tls_state: zone.tlsState,
        ownership_state: zone.ownershipState,
        ownership_token: randomBase62(32),
        root_redirect_url: zone.rootRedirectUrl,
        proof_seen_at: zone.proofSeenAt,
        next_proof_check: isVerified && zone.proofSeenAt !== null ? new Date() : null,
        created_at: zone.createdAt,
      })
      .execute();
    if (isVerified) await enqueueZoneChange(transaction, zone.id);
  }
}

async function insertWorkspace(
  transaction: Db,
  { workspace }: CheckedExport,
  ownerId: string,
): Promise<void> {
  const { id, name, plan, isYearly, utmConventions, suspendedAt, createdAt } = workspace;
  await transaction
    .insertInto('workspaces')
    .values({
      id,
      name,
      owner_id: ownerId,
      plan,
      is_yearly: isYearly,
      billing_anchor: workspace.billingAnchor,
      cadence_changes_on: workspace.cadenceChangesOn,
      year_starts_in: workspace.yearStartsIn,
      utm_conventions: utmConventions && JSON.stringify(utmConventions),
      suspended_at: suspendedAt,
      requires_second_factor: workspace.requiresSecondFactor,
      created_at: createdAt,
      shard: await chooseShard(transaction, id),
    })
    .execute();
}

async function writeLabels(transaction: Db, { workspace, tags, quotas }: CheckedExport): Promise<void> {
  const labels = [...tags.values()].map(({ id, name, createdAt }) => ({
    id,
    workspace_id: workspace.id,
    name,
    name_key: storedTagName(name).key,
    created_at: new Date(createdAt),
  }));
  if (labels.length > 0) await transaction.insertInto('tags').values(labels).execute();
  const used = quotas.map(({ periodStart, used }) => ({
    workspace_id: workspace.id,
    period_start: new Date(periodStart),
    used,
  }));
  if (used.length > 0) await transaction.insertInto('link_quota').values(used).execute();
}

export type WrittenWorkspace = {
  ownerId: string;
  /** The ids of the shared domains of its links, by the name in the file. */
  shared: ReadonlyMap<string, string>;
};

export async function writeWorkspace(
  transaction: Db,
  checked: CheckedExport,
  { renamed, ...context }: { renamed: ReadonlyMap<string, string>; now: Date; by: AuditActor },
): Promise<WrittenWorkspace> {
  const { workspace, members, zones } = checked;
  const shared = await findShared(transaction, checked.sharedDomains, renamed);
  const people = new Map<string, MemberRecord>();
  for (const member of [...members].sort((a, b) => (a.email < b.email ? -1 : 1)))
    people.set(await accountOf(transaction, member, context), member);
  const [ownerId] = [...people].find(([, { role }]) => role === 'owner') ?? [];
  if (ownerId === undefined || people.size < members.length)
    throw new ExportFault('two members have one account here');
  await insertWorkspace(transaction, checked, ownerId);
  const rows = [...people].map(([userId, { role, joinedAt }]) => ({
    workspace_id: workspace.id,
    user_id: userId,
    role,
    created_at: joinedAt,
  }));
  await transaction.insertInto('members').values(rows).execute();
  await writeZones(transaction, checked);
  await writeLabels(transaction, checked);
  const home = workspace.defaultZoneDomain;
  if (home !== null) {
    const zoneId = zones.find(({ domain }) => domain === home)?.id ?? shared.get(home) ?? null;
    await transaction
      .updateTable('workspaces')
      .set({ default_zone_id: zoneId })
      .where('id', '=', workspace.id)
      .execute();
  }
  return { ownerId, shared };
}
