// The one writer of new links. One statement inserts them with their rows of the outbox, and leaves out those whose
// slug is taken on their zone; a key whose link went while it was flagged passes its flags on. It runs in the
// transaction that holds the keys' locks (`lockKeys`).

import { preparedStatement, type Db } from '@kurz/database';
import type { StoredLink } from '@kurz/link-cache';
import { makeId } from '@kurz/process';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import type { FlagEntries } from '../destinations/find-flags';
import { removeChanges, STORED_LINK, type PendingChange } from '../outbox/pending-changes';
import { creationOf } from './link-audit-event';
import type { LinkRow } from './link-rows';
import { joinKeptFlags, flagsOfMade } from './flagged-keys';
import { utmOf } from './utm-conventions/utm-of';
import { composeConditions, NO_CONDITIONS, type LinkConditions } from './rules/rule-object';
import type { LabelEdit } from './validate-labels';
import type { WindowEdit } from './validate-window';

export type NewLink = {
  workspaceId: string;
  zone: { id: string; domain: string };
  slug: string;
  url: string;
  location: string;
  title: string;
  flags: FlagEntries;
  window?: WindowEdit;
  /** Tags are given afterwards. */
  labels?: LabelEdit;
  conditions?: LinkConditions;
  passwordHash?: string;
  carried?: CarriedLink;
};

/** Fields that a creation by the API cannot set. `preTracking`: clicks before Kurz counted. */
export type CarriedLink = { createdAt: Date | undefined; isEnabled: boolean; preTracking: number };

/** The workspace was deleted after the request was authorized. */
export class WorkspaceDeleted extends Error {}

/** To be called when nothing was inserted. Throws when the workspace is gone; otherwise each slug is taken. */
async function refuseDeleted(transaction: Db, workspaceId: string | undefined): Promise<void> {
  if (workspaceId === undefined) return;
  const there = await transaction
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!there) throw new WorkspaceDeleted(`the workspace ${workspaceId} is deleted`);
}

const jsonOf = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

/** The columns that are sent for new links, one array per column, with its type in PostgreSQL. */
const SENT = {
  id: 'text',
  workspace_id: 'text',
  zone_id: 'text',
  slug: 'text',
  url: 'text',
  location: 'text',
  title: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  utm_term: 'text',
  utm_content: 'text',
  starts_at: 'timestamptz',
  expires_at: 'timestamptz',
  expired_url: 'text',
  expired_location: 'text',
  note: 'text',
  external_id: 'text',
  is_archived: 'boolean',
  rules: 'json',
  split: 'json',
  forwards_query: 'boolean',
  conditions: 'text',
  led: 'json',
  password_hash: 'text',
  restricted_by: 'integer',
  unsafe_by: 'integer',
  created_at: 'timestamptz',
  is_enabled: 'boolean',
  pre_tracking: 'bigint',
} as const;

type SentColumn = keyof typeof SENT;
type SentLink = Record<SentColumn, unknown>;
const SENT_COLUMNS = Object.keys(SENT) as SentColumn[];

type InsertedRow = Omit<LinkRow, 'zone_domain' | 'hits' | 'tags'> & {
  stored: StoredLink;
  change_id: number;
  change_version: number;
};

/** `change`: to be published after the commit and before the answer. */
export type InsertedLink = { row: LinkRow; change: PendingChange };

// locks the workspace's row: its deletion waits for this insert, or the insert waits for it and finds no workspace
const insertSent = preparedStatement<InsertedRow>(
  'insert_links',
  `
  WITH created AS (
    INSERT INTO links AS link (
      id, workspace_id, zone_id, slug, url, location, title,
      utm_source, utm_medium, utm_campaign, utm_term, utm_content,
      starts_at, expires_at, expired_url, expired_location, note, external_id, is_archived,
      rules, split, forwards_query, conditions, condition_locations, password_hash,
      created_at, is_enabled, pre_tracking, restricted_by, unsafe_by, is_restricted, is_unsafe, is_suspended)
    SELECT made.id, workspace_id, zone_id, slug, url, location, title,
           utm_source, utm_medium, utm_campaign, utm_term, utm_content,
           starts_at, expires_at, expired_url, expired_location, note, external_id, is_archived,
           rules, split, forwards_query, conditions,
           CASE WHEN conditions IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(led)) END, password_hash,
           coalesce(made.created_at, now()), is_enabled, pre_tracking,
           ${flagsOfMade}, workspaces.suspended_at IS NOT NULL
    FROM unnest(${SENT_COLUMNS.map((column, index) => `$${index + 1}::${SENT[column]}[]`).join(', ')})
      AS made (${SENT_COLUMNS.join(', ')})
    JOIN workspaces ON workspaces.id = made.workspace_id AND workspaces.deleted_at IS NULL
    ${joinKeptFlags}
    FOR KEY SHARE OF workspaces
    ON CONFLICT (zone_id, slug) DO NOTHING
    RETURNING id, zone_id, slug, url, title, is_enabled, is_restricted, is_unsafe,
              utm_source, utm_medium, utm_campaign, utm_term, utm_content,
              starts_at, expires_at, expired_url, rules, split, forwards_query, password_hash IS NOT NULL AS has_password,
              note, external_id, is_archived, version, created_at, updated_at, ${STORED_LINK} AS stored
  ), change AS (
    INSERT INTO link_changes (zone_id, slug) SELECT zone_id, slug FROM created
    RETURNING id AS change_id, version AS change_version, zone_id, slug
  )
  -- FULL, though each has the other: PostgreSQL expects one row and would compare every link with every change
  SELECT * FROM created FULL JOIN change USING (zone_id, slug)`,
);

function sentOf(link: NewLink, id: string): SentLink {
  const { window, labels, conditions, carried } = link;
  const utm = utmOf(link.location);
  const composed = composeConditions(conditions ?? NO_CONDITIONS);
  return {
    id,
    workspace_id: link.workspaceId,
    zone_id: link.zone.id,
    slug: link.slug,
    url: link.url,
    location: link.location,
    title: link.title,
    utm_source: utm.source,
    utm_medium: utm.medium,
    utm_campaign: utm.campaign,
    utm_term: utm.term,
    utm_content: utm.content,
    starts_at: window?.startsAt?.toISOString() ?? null,
    expires_at: window?.expiresAt?.toISOString() ?? null,
    expired_url: window?.expired?.url ?? null,
    expired_location: window?.expired?.location ?? null,
    note: labels?.note ?? '',
    external_id: labels?.externalId ?? null,
    is_archived: labels?.isArchived ?? false,
    rules: jsonOf(conditions?.rules),
    split: jsonOf(conditions?.split),
    forwards_query: conditions?.forwardQuery ?? false,
    conditions: composed.text,
    led: jsonOf(composed.locations),
    password_hash: link.passwordHash ?? null,
    restricted_by: link.flags.restrictedBy,
    unsafe_by: link.flags.unsafeBy,
    created_at: carried?.createdAt?.toISOString() ?? null,
    is_enabled: carried?.isEnabled ?? true,
    pre_tracking: carried?.preTracking ?? 0,
  };
}

function insertedOf(inserted: InsertedRow, { zone }: NewLink): InsertedLink {
  const { stored, change_id: changeId, change_version: changeVersion, ...row } = inserted;
  return {
    row: { ...row, zone_domain: zone.domain, hits: 0, tags: null },
    change: { zoneId: row.zone_id, slug: row.slug, changeIds: [changeId], changeVersion, link: stored },
  };
}

/**
 * Resolves with each link at its index, or undefined when its slug is taken. The caller holds the keys' locks, and
 * names no key twice.
 */
export async function insertLinks(
  transaction: Db,
  links: readonly NewLink[],
): Promise<(InsertedLink | undefined)[]> {
  // lists order links of one moment by id: ascending ids keep the links of a batch in its order
  const ids = links.map(() => makeId('lnk')).sort();
  const sent = links.map((link, index) => sentOf(link, ids[index] ?? ''));
  const rows = await insertSent(
    transaction,
    SENT_COLUMNS.map((column) => sent.map((link) => link[column])),
  );
  if (rows.length === 0) await refuseDeleted(transaction, links[0]?.workspaceId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return links.map((link, index) => {
    const row = byId.get(ids[index] ?? '');
    return row && insertedOf(row, link);
  });
}

/** Takes back a link that this transaction has inserted. */
export async function undoInsert(transaction: Db, { row, change }: InsertedLink): Promise<void> {
  await transaction.deleteFrom('links').where('id', '=', row.id).execute();
  await removeChanges(transaction, change.changeIds);
}

/** Writes the audit events of new links. */
export async function auditNewLinks(
  transaction: Db,
  rows: readonly LinkRow[],
  { workspaceId, by }: { workspaceId: string; by: AuditActor },
): Promise<void> {
  const events = rows.map((row) => creationOf(row, workspaceId));
  await writeAuditEvents(transaction, by, events);
}
