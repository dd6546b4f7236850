// Makes a workspace's claim the one zone of its domain, and publishes it to the redirectors. The index
// zones_proven_domain admits one of several claims: the second gets a unique violation.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { enqueueZoneChange } from '../outbox/enqueue-changes';

/**
 * `hasRecord`: whether the DNS record was seen, which is then looked for again from time to time. The operator's word
 * needs no record. `token`: the one that the record holds.
 */
export type Verification = { by: AuditActor } & (
  { hasRecord: true; token: string | null } | { hasRecord: false }
);

const SEEN = {
  proof_seen_at: sql<Date>`now()`,
  proof_missing_since: null,
  next_proof_check: sql<Date>`now() + random() * interval '1 day'`,
};

/** Removes the missing record from what the last check found. The next check is due at once. */
const VERIFIED = {
  ownership_state: 'verified' as const,
  problems: sql<string[] | null>`
    array_remove(array_remove(array_remove(problems, 'txt_missing'), 'txt_wrong'), 'txt_misplaced')`,
  next_check: sql<Date>`now()`,
};

/**
 * Within a transaction. Returns false when the claim is gone, or has another token by now. A claim that is verified
 * already stays so, and nothing is published.
 */
export async function markZoneVerified(
  transaction: Db,
  zoneId: string,
  verification: Verification,
): Promise<boolean> {
  const { hasRecord, by } = verification;
  const before = await transaction
    .selectFrom('zones')
    .select(['is_proven as isVerified', 'ownership_token as token'])
    .where('id', '=', zoneId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // the domain was taken from its workspace while the DNS was asked: the old record must not verify it again
  if (verification.hasRecord && before?.token !== verification.token) return false;
  const verified = await transaction
    .updateTable('zones')
    .set({ ...VERIFIED, ...(hasRecord && SEEN) })
    .where('id', '=', zoneId)
    .where('zone_type', '=', 'user')
    .returning(['domain', 'workspace_id as workspaceId'])
    .executeTakeFirst();
  if (!verified) return false;
  if (before?.isVerified) return true;
  await enqueueZoneChange(transaction, zoneId);
  const { domain, workspaceId } = verified;
  await writeAuditEvents(transaction, by, [
    { action: 'zone.verified', subjectId: zoneId, subjectName: domain, workspaceId },
  ]);
  return true;
}
