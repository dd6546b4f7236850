// Brings a workspace's links in line with whether it is suspended, a page at a time, the newest first. A repeated run
// does what is left. Each page writes one event with the number of its links, not one for each of a million.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockDestinations } from '../destinations/lock-destinations';
import { enqueueChanges } from '../outbox/enqueue-changes';
import { lockKeys } from '../outbox/lock-keys';

/** The position of a link in the index of a workspace's newest links. */
type Position = { id: string; createdAt: Date };
type Found = Position & { zoneId: string; slug: string };
/** `last`: the position after which the next page begins. Undefined when there is no next page. */
type Page = { last: Position | undefined; changed: number; hasMoved: boolean };

/** The most keys that one transaction locks. */
const PAGE = 200;

/**
 * The most links that a statement looks at. A sweep that is taken over begins with links that are done, perhaps
 * millions: passing over a million takes 1.5 s.
 */
const LOOKED_AT = 1_000;

const after = (last: Position | undefined) =>
  last
    ? sql`AND created_at <= ${last.createdAt} AND (created_at < ${last.createdAt} OR id > ${last.id})`
    : sql``;

const upTo = (end: Position | undefined) =>
  end
    ? sql`AND created_at >= ${end.createdAt} AND (created_at > ${end.createdAt} OR id <= ${end.id})`
    : sql``;

/** The position of the last link that a statement looks at. Undefined when fewer are left after `last`. */
async function findEnd(
  db: Db,
  workspaceId: string,
  last: Position | undefined,
): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    SELECT id, created_at AS "createdAt" FROM links WHERE workspace_id = ${workspaceId} ${after(last)}
    ORDER BY created_at DESC, id OFFSET ${LOOKED_AT - 1} LIMIT 1`.execute(db);
  return rows[0];
}

/** The actor that suspended or resumed the workspace last. */
async function findAuthor(transaction: Db, workspaceId: string): Promise<AuditActor> {
  const event = await transaction
    .selectFrom('audit_events')
    .select('command')
    .where('workspace_id', '=', workspaceId)
    .where('action', 'in', ['workspace.suspended', 'workspace.resumed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.command ? { kind: 'operator', command: event.command } : SYSTEM;
}

async function noteChanged(
  transaction: Db,
  { workspaceId, isSuspended, links }: { workspaceId: string; isSuspended: boolean; links: number },
): Promise<void> {
  if (links === 0) return;
  await writeAuditEvents(transaction, await findAuthor(transaction, workspaceId), [
    {
      action: isSuspended ? 'workspace.links_suspended' : 'workspace.links_resumed',
      subjectId: workspaceId,
      workspaceId,
      changes: { links: { new: links } },
    },
  ]);
}

async function sweepPage(
  transaction: Db,
  workspaceId: string,
  last: Position | undefined,
): Promise<Page | undefined> {
  await lockDestinations(transaction, 'shared');
  const workspace = await transaction
    .selectFrom('workspaces')
    .select(sql<boolean>`suspended_at IS NOT NULL`.as('isSuspended'))
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) return undefined;
  const { isSuspended } = workspace;
  const end = await findEnd(transaction, workspaceId, last);
  const { rows: links } = await sql<Found>`
    SELECT id, zone_id AS "zoneId", slug, created_at AS "createdAt" FROM links
    WHERE workspace_id = ${workspaceId} AND is_suspended <> ${isSuspended} ${after(last)} ${upTo(end)}
    ORDER BY created_at DESC, id LIMIT ${PAGE}`.execute(transaction);
  const next = links.length < PAGE ? end : links.at(-1);
  if (links.length === 0) return { last: next, changed: 0, hasMoved: false };
  await lockKeys(transaction, links);
  const { rows } = await sql<{ zoneId: string; slug: string }>`
    UPDATE links SET is_suspended = ${isSuspended}, version = nextval('link_versions')
    FROM unnest(${links.map(({ id }) => id)}::text[], ${links.map(({ slug }) => slug)}::text[]) AS found (id, slug)
    WHERE links.id = found.id AND links.slug = found.slug AND links.is_suspended <> ${isSuspended}
    RETURNING links.zone_id AS "zoneId", links.slug`.execute(transaction);
  await enqueueChanges(transaction, rows);
  await noteChanged(transaction, { workspaceId, isSuspended, links: rows.length });
  return { last: next, changed: rows.length, hasMoved: rows.length < links.length };
}

/** Links that are renamed concurrently are looked up again. Resolves with the number of links that changed. */
export async function sweepWorkspace(
  db: Db,
  workspaceId: string,
  onPage: () => Promise<unknown>,
): Promise<number> {
  let changed = 0;
  for (let last: Position | undefined; ;) {
    const before = last;
    const page = await db.transaction().execute((transaction) => sweepPage(transaction, workspaceId, before));
    if (!page) return changed;
    changed += page.changed;
    if (page.changed > 0) await onPage();
    if (page.hasMoved) continue;
    if (!page.last) return changed;
    ({ last } = page);
  }
}
