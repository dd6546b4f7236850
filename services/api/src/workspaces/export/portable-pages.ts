// The pages of an export without what belongs to its installation: ids of people and of shared domains, versions,
// tokens, invitations, imports and the audit log. An import of such a file, exported again, gives the same lines.

import type { ExportPage, ExportRecord } from './export-record';

const KINDS_LEFT_OUT = ['token', 'invitation', 'import', 'auditEvent'];

const FIELDS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  workspace: ['ownerId', 'isPersonal', 'defaultZoneId', 'transferToUserId', 'transferStartedAt'],
  member: ['userId'],
  link: ['version'],
};
/** The fields that are left out of links on shared domains. */
const LEFT_OUT_OF_SHARED = ['version', 'zoneId'];

function without(record: ExportRecord, fields: readonly string[]): ExportRecord {
  const kept = Object.entries(record).filter(([name]) => name !== 'kind' && !fields.includes(name));
  return { kind: record.kind, ...Object.fromEntries(kept) };
}

function portableOf(record: ExportRecord, ownZones: Set<unknown>): ExportRecord[] {
  const { kind } = record;
  if (KINDS_LEFT_OUT.includes(kind)) return [];
  if (kind === 'export') return [{ ...record, isPortable: true }];
  // domains come before links
  if (kind === 'zone') ownZones.add(record['id']);
  const isShared = kind === 'link' && !ownZones.has(record['zoneId']);
  const leftOut = isShared ? LEFT_OUT_OF_SHARED : FIELDS_LEFT_OUT[kind];
  return [leftOut ? without(record, leftOut) : record];
}

const emailOf = ({ email }: ExportRecord) => String(email);

export async function* portablePages(pages: AsyncIterable<ExportPage>): AsyncGenerator<ExportPage> {
  const ownZones = new Set<unknown>();
  for await (const page of pages) {
    const portable = page.flatMap((record) => portableOf(record, ownZones));
    // sorted by ids, members would be in another order in each installation
    const isOfMembers = portable[0]?.kind === 'member';
    yield isOfMembers ? portable.sort((a, b) => (emailOf(a) < emailOf(b) ? -1 : 1)) : portable;
  }
}
