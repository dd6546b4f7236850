// The links of a workspace as CSV in the format of another service's own export, for a move to that service. Each
// format has less than an export: no windows, rules, passwords, notes or counts by day.

import { csvLineOf } from '@kurz/csv';
import { inSnapshot, type Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import type { LinkRow } from '../../links/link-rows';
import { NEWEST_FIRST } from '../../links/list-order';
import { readLinkPages } from '../../links/read-link-pages';

export const PEER_FORMATS = ['dub', 'shlink', 'bitly'] as const;
export type PeerFormat = (typeof PEER_FORMATS)[number];

type Columns = readonly [name: string, cell: (link: LinkRow) => string | number][];

/** Served without TLS: the embedded product has no certificate, and its domain is localhost or has a port. */
const isPlain = (domain: string) => domain === 'localhost' || /:\d+$/.test(domain);
const shortUrlOf = ({ zone_domain: domain, slug }: LinkRow) =>
  `${isPlain(domain) ? 'http' : 'https'}://${domain}/${slug}`;

const COLUMNS: Readonly<Record<PeerFormat, Columns>> = {
  dub: [
    ['Short link', shortUrlOf],
    ['Destination URL', ({ url }) => url],
    ['Clicks', ({ hits }) => hits],
    ['Created at', ({ created_at: at }) => at.toISOString()],
    ['Updated at', ({ updated_at: at }) => at.toISOString()],
    ['Tags', ({ tags }) => (tags ?? []).join(', ')],
    ['Archived', ({ is_archived: isArchived }) => (isArchived ? 'Yes' : 'No')],
    ['Title', ({ title }) => title],
  ],
  shlink: [
    ['createdAt', ({ created_at: at }) => at.toISOString()],
    ['domain', ({ zone_domain: domain }) => domain],
    ['shortCode', ({ slug }) => slug],
    ['shortUrl', shortUrlOf],
    ['longUrl', ({ url }) => url],
    ['title', ({ title }) => title],
    ['tags', ({ tags }) => (tags ?? []).join('|')],
    ['visits', ({ hits }) => hits],
  ],
  bitly: [
    ['Bitlink', ({ zone_domain: domain, slug }) => `${domain}/${slug}`],
    ['Title', ({ title }) => title],
    ['Long URL', ({ url }) => url],
    ['Tags', ({ tags }) => (tags ?? []).join(', ')],
    ['Created', ({ created_at: at }) => at.toISOString().replace(/\.\d+Z$/, '+0000')],
    ['Total Clicks', ({ hits }) => hits],
    ['Campaign', ({ utm_campaign: campaign }) => campaign ?? ''],
    ['Archived', ({ is_archived: isArchived }) => String(isArchived)],
  ],
};

/** All links, archived ones too, as they are at one moment. */
async function* textsOf(snapshot: Db, workspaceId: string, format: PeerFormat): AsyncGenerator<string, void> {
  const columns = COLUMNS[format];
  yield csvLineOf(columns.map(([name]) => name));
  const filter = { workspaceId, archived: 'all' as const };
  for await (const rows of readLinkPages(snapshot, filter, NEWEST_FIRST))
    yield rows.map((row) => csvLineOf(columns.map(([, cell]) => cell(row)))).join('');
}

export type PeerCsvExport =
  { kind: 'export'; texts: AsyncGenerator<string, void> } | { kind: 'no_such_workspace' };

/** Records the export in the audit log. */
export async function exportPeerCsv(
  db: Db,
  { workspaceId, format }: { workspaceId: string; format: PeerFormat },
  by: AuditActor = SYSTEM,
): Promise<PeerCsvExport> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) return { kind: 'no_such_workspace' };
  await writeAuditEvents(db, by, [{ action: 'workspace.exported', subjectId: workspaceId, workspaceId }]);
  return { kind: 'export', texts: inSnapshot(db, (snapshot) => textsOf(snapshot, workspaceId, format)) };
}
