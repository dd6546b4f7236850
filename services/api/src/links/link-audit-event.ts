// The audit event of a link: its id and short URL, and what an edit changes. Never its visitors.

import type { AuditAction } from '../audit/audit-action';
import { changesBetween, type AuditEvent } from '../audit/audit-event';
import type { Flag } from '../destinations/find-flags';
import type { LinkUpdate } from './changes-of';
import type { LinkRow } from './link-rows';

type NamedLink = Pick<LinkRow, 'id' | 'slug' | 'zone_domain'>;

const subjectOf = ({ id, slug, zone_domain }: NamedLink) => ({
  subjectId: id,
  subjectName: `${zone_domain}/${slug}`,
});

export const creationOf = (row: NamedLink, workspaceId: string): AuditEvent => ({
  action: 'link.created',
  workspaceId,
  ...subjectOf(row),
});

export const deletionOf = (row: NamedLink, workspaceId: string): AuditEvent => ({
  action: 'link.deleted',
  workspaceId,
  ...subjectOf(row),
});

export function actionOfFlag(mark: Flag, isFlagged: boolean): AuditAction {
  if (mark === 'restricted') return isFlagged ? 'link.restricted' : 'link.unrestricted';
  return isFlagged ? 'link.marked_unsafe' : 'link.marked_safe';
}

export const flaggingOf = (
  row: NamedLink & { workspace_id: string },
  { mark, isFlagged }: { mark: Flag; isFlagged: boolean },
): AuditEvent => ({
  action: actionOfFlag(mark, isFlagged),
  workspaceId: row.workspace_id,
  ...subjectOf(row),
});

/** What happened to the password, never the password itself. */
function passwordAfter({ has_password }: LinkRow, { password_hash }: LinkUpdate) {
  if (password_hash === undefined) return undefined;
  if (password_hash === null) return 'removed';
  return has_password ? 'changed' : 'set';
}

/** The event names the link as it was before the edit. */
export function editOf(row: LinkRow, changes: LinkUpdate, workspaceId: string): AuditEvent {
  const named = (update: LinkUpdate) => ({
    slug: update.slug,
    url: update.url,
    title: update.title,
    isEnabled: update.is_enabled,
    startsAt: update.starts_at,
    expiresAt: update.expires_at,
    expiredUrl: update.expired_url,
    rules: update.rules,
    split: update.split,
    forwardQuery: update.forwards_query,
    password: passwordAfter(row, update),
    note: update.note,
    externalId: update.external_id,
    isArchived: update.is_archived,
    tags: update.tags ?? undefined,
  });
  return {
    action: 'link.edited',
    workspaceId,
    ...subjectOf(row),
    changes: changesBetween(named(row), named(changes)),
  };
}
