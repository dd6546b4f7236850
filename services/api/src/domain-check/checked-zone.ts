// Reads domains for their checks, claims those that are due, and stores what a check finds.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { verificationRecordOf } from '../zones/verification-record';
import type { DomainCheck } from './check-domain';
import type { CheckedDomain } from './domain-facts';

export type CheckedZone = CheckedDomain & {
  id: string;
  workspaceId: string | null;
  /** The finding codes of the last check; null before the first check. */
  problems: readonly string[] | null;
};
/** `claimedUntil`: no other process checks the domain before. */
export type DueZone = CheckedZone & { claimedUntil: Date };

type Row = {
  id: string;
  domain: string;
  workspaceId: string | null;
  isEnabled: boolean;
  isVerified: boolean;
  token: string | null;
  hasRecord: boolean;
  problems: string[] | null;
};

/** A verified domain has no record when the operator vouched for it. */
const COLUMNS = sql`
  id, domain, workspace_id AS "workspaceId", is_enabled AS "isEnabled", is_proven AS "isVerified",
  ownership_token AS token, (NOT is_proven OR next_proof_check IS NOT NULL) AS "hasRecord", problems`;

const zoneOf = ({ token, hasRecord, ...row }: Row): CheckedZone => ({
  ...row,
  record: token !== null && hasRecord ? verificationRecordOf(row.domain, token) : undefined,
});

export async function findCheckedZone(
  db: Db,
  zoneId: string,
  workspaceId?: string,
): Promise<CheckedZone | undefined> {
  const own = workspaceId === undefined ? sql`TRUE` : sql`workspace_id = ${workspaceId}`;
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM zones WHERE id = ${zoneId} AND ${own}`.execute(db);
  return rows[0] && zoneOf(rows[0]);
}

/**
 * Claims domains of workspaces that are due, the longest overdue first, so that only one of many processes checks each,
 * and only once.
 */
export async function takeDueZones(
  db: Db,
  { claimHours, most }: { claimHours: number; most: number },
): Promise<DueZone[]> {
  const { rows } = await sql<Row & { claimedUntil: Date }>`
    UPDATE zones SET next_check = now() + ${claimHours} * interval '1 hour'
    WHERE id IN (
      SELECT id FROM zones WHERE next_check <= now() AND is_proven
      ORDER BY next_check LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING ${COLUMNS}, next_check AS "claimedUntil"`.execute(db);
  return rows.map(({ claimedUntil, ...row }) => ({ ...zoneOf(row), claimedUntil }));
}

/** Ends the claim, after `keepCheck`. The next check is up to a tenth of `everyHours` early or late. */
export async function endClaim(db: Db, zone: DueZone, everyHours: number): Promise<void> {
  await sql`
    UPDATE zones SET next_check = now() + ${everyHours} * (0.9 + 0.2 * random()) * interval '1 hour'
    WHERE id = ${zone.id} AND next_check = ${zone.claimedUntil}`.execute(db);
}

/**
 * Resolves with false and stores nothing when the domain was verified, lost or switched meanwhile, or the claim has
 * ended. A shared domain has no certificate state.
 */
export async function keepCheck(
  db: Db,
  zone: CheckedZone & Partial<DueZone>,
  check: DomainCheck,
): Promise<boolean> {
  const codes = [...new Set(check.findings.map(({ code }) => code))];
  const isClaimed = zone.claimedUntil ? sql`AND next_check = ${zone.claimedUntil}` : sql``;
  const { numAffectedRows = 0n } = await sql`
    UPDATE zones SET checked_at = ${check.checkedAt}, problems = ${codes}::text[],
      tls_state = CASE WHEN zone_type = 'user' THEN coalesce(${check.seenTls ?? null}::text, tls_state) END
    WHERE id = ${zone.id} AND is_proven = ${zone.isVerified} AND is_enabled = ${zone.isEnabled} ${isClaimed}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
