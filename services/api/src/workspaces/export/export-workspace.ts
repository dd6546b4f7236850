// Exports everything about a workspace, page by page. Never a token's secret or hash, never a password.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { exportAuditEvents, ofWorkspace } from './export-audit-events';
import { exportLinks } from './export-links';
import { headerOf, recordsOf, type ExportPage } from './export-record';
import type { ReadLinkCounts } from './read-link-counts';

type Rows = Record<string, unknown>;

const SMALL_PARTS = {
  member: sql`
    SELECT part.user_id AS "userId", person.email, person.email_verified_at IS NOT NULL AS "isEmailProven", part.role, part.created_at AS "joinedAt"
    FROM members AS part JOIN users AS person ON person.id = part.user_id`,
  invitation: sql`
    SELECT part.id, part.email, part.role, part.invited_by AS "invitedBy", part.is_mailed AS "isMailed",
           part.created_at AS "createdAt", part.expires_at AS "expiresAt"
    FROM invitations AS part`,
  zone: sql`
    SELECT part.id, part.domain, part.name, part.is_enabled AS "isEnabled", part.tls_state AS "tlsState",
           part.ownership_state AS "ownershipState", part.root_redirect_url AS "rootRedirectUrl",
           part.proof_seen_at AS "proofSeenAt", part.created_at AS "createdAt"
    FROM zones AS part`,
  token: sql`
    SELECT part.id, part.name, part.last_four AS "lastFour", part.scopes, part.created_at AS "createdAt",
           part.revoked_at AS "revokedAt", part.expires_at AS "expiresAt", part.last_used_on AS "lastUsedOn",
           part.networks
    FROM tokens AS part`,
  tag: sql`SELECT part.id, part.name, part.created_at AS "createdAt" FROM tags AS part`,
  quota: sql`SELECT part.period_start AS "periodStart", part.used FROM link_quota AS part`,
} as const;

async function readWorkspace(db: Db, workspaceId: string): Promise<Rows | undefined> {
  const { rows } = await sql<Rows>`
    SELECT id, name, owner_id AS "ownerId", is_personal AS "isPersonal", plan, is_yearly AS "isYearly",
           billing_anchor AS "billingAnchor", cadence_changes_on AS "cadenceChangesOn",
           year_starts_in AS "yearStartsIn", default_zone_id AS "defaultZoneId",
           (SELECT domain FROM zones WHERE zones.id = default_zone_id) AS "defaultZoneDomain",
           utm_conventions AS "utmConventions", transfer_to_user_id AS "transferToUserId",
           transfer_started_at AS "transferStartedAt", suspended_at AS "suspendedAt",
           requires_second_factor AS "requiresSecondFactor", created_at AS "createdAt"
    FROM workspaces WHERE id = ${workspaceId} AND deleted_at IS NULL`.execute(db);
  return rows[0];
}

async function* pagesOf(
  deps: { db: Db; readLinkCounts: ReadLinkCounts },
  workspace: Rows,
  { workspaceId, now }: { workspaceId: string; now: Date },
): AsyncGenerator<ExportPage> {
  const { db } = deps;
  yield [headerOf('workspace', workspaceId, now)];
  yield recordsOf('workspace', [workspace]);
  for (const [kind, query] of Object.entries(SMALL_PARTS)) {
    const { rows } = await sql<Rows>`${query} WHERE part.workspace_id = ${workspaceId} ORDER BY 1`.execute(
      db,
    );
    yield recordsOf(kind, rows);
  }
  const { rows: imports } = await sql<Rows>`
    SELECT import.id, zone.domain AS "zoneDomain", import.bytes, import.lines, import.shift_days AS "shiftDays",
           import.created_at AS "createdAt"
    FROM visit_imports AS import JOIN zones AS zone ON zone.id = import.zone_id
    WHERE zone.workspace_id = ${workspaceId} ORDER BY import.id`.execute(db);
  yield recordsOf('import', imports);
  yield* exportLinks(deps, workspaceId);
  yield* exportAuditEvents(db, ofWorkspace(workspaceId));
}

export type WorkspaceExport =
  { kind: 'export'; pages: AsyncGenerator<ExportPage> } | { kind: 'no_such_workspace' };

/** Throws before anything is exported when ClickHouse does not answer. Records the export in the audit log. */
export async function exportWorkspace(
  deps: { db: Db; readLinkCounts: ReadLinkCounts },
  asked: { workspaceId: string; now: Date },
  by: AuditActor = SYSTEM,
): Promise<WorkspaceExport> {
  const { db, readLinkCounts } = deps;
  const { workspaceId } = asked;
  const workspace = await readWorkspace(db, workspaceId);
  if (!workspace) return { kind: 'no_such_workspace' };
  await readLinkCounts({ workspaceId, linkIds: [''] });
  await writeAuditEvents(db, by, [{ action: 'workspace.exported', subjectId: workspaceId, workspaceId }]);
  return { kind: 'export', pages: pagesOf(deps, workspace, asked) };
}
