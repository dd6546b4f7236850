// Checks a whole export before anything of it is imported: each line, and that everything that lines name is there.
// Keeps the small parts and the ids of the links; links and counts are read again when they are written.

import { createHash } from 'node:crypto';
import { isEmail } from '../../people/is-email';
import { readConditions } from '../../links/rules/read-rules';
import { destinationOf } from '../../links/validate-destination';
import { validateUtmConventions } from '../../links/utm-conventions/validate-utm-conventions';
import { tagNameOf } from '../../tags/tag-name';
import { normaliseDomain } from '../../zones/normalise-domain';
import { EXPORT_VERSION } from '../export/export-record';
import { ExportFault } from './export-fault';
import type {
  KnownRecord,
  LinkRecord,
  MemberRecord,
  QuotaRecord,
  TagRecord,
  WorkspaceRecord,
  ZoneRecord,
} from './import-record';
import { readRecords } from './read-records';

export type CheckedExport = {
  fingerprint: string;
  workspace: WorkspaceRecord;
  members: MemberRecord[];
  zones: ZoneRecord[];
  /** By name. */
  tags: ReadonlyMap<string, TagRecord>;
  quotas: QuotaRecord[];
  /** Domains of links on none of the workspace's own domains, and its default domain when that is not its own. */
  sharedDomains: Set<string>;
  links: number;
};

type Draft = Omit<CheckedExport, 'fingerprint' | 'workspace' | 'links' | 'tags'> & {
  workspace?: WorkspaceRecord;
  tags: Map<string, TagRecord>;
  linkIds: Set<string>;
};

/** A link's zone is the workspace's own when the file has a zone of that id. */
export const isOnOwnZone = ({ zoneId }: LinkRecord, zones: readonly ZoneRecord[]): boolean =>
  zones.some(({ id }) => id === zoneId);

function faultOfLink(link: LinkRecord, draft: Draft): string | undefined {
  const { id, url, location, expiredUrl, tags, total, preTracking } = link;
  if (draft.linkIds.has(id)) return `${id} is there twice`;
  const destinations = expiredUrl === null ? [url, location] : [url, location, expiredUrl];
  if (destinations.some((destination) => destinationOf(destination).kind === 'refused'))
    return 'leads nowhere';
  const landing = destinationOf(location);
  if (landing.kind === 'destination' && landing.location !== location)
    return 'its location is not an address';
  if (readConditions(link).kind === 'refused') return 'has no valid rules or split';
  const strange = tags.find((tag) => !draft.tags.has(tag));
  if (strange !== undefined) return `has a tag that the file has not: ${strange}`;
  return preTracking > total ? 'has more visits before tracking than in all' : undefined;
}

function faultOfSmall(record: KnownRecord, draft: Draft): string | undefined {
  switch (record.kind) {
    case 'workspace': {
      if (draft.workspace) return 'is a second workspace';
      const { utmConventions: sent } = record;
      if (sent && validateUtmConventions(sent).kind !== 'conventions') return 'has no valid conventions';
      draft.workspace = record;
      return undefined;
    }
    case 'member':
      draft.members.push(record);
      return isEmail(record.email) ? undefined : 'has no e-mail address';
    case 'zone': {
      draft.zones.push(record);
      const { domain, rootRedirectUrl: root } = record;
      if (normaliseDomain(domain) !== domain) return 'is no domain';
      return root === '' || destinationOf(root).kind === 'destination' ? undefined : 'its root leads nowhere';
    }
    case 'tag': {
      const named = tagNameOf(record.name);
      if (typeof named === 'string' || named.name !== record.name) return 'is no name of a tag';
      draft.tags.set(record.name, record);
      return undefined;
    }
    case 'quota':
      draft.quotas.push(record);
      return undefined;
    default:
      return undefined;
  }
}

function take(record: KnownRecord, draft: Draft): string | undefined {
  if (record.kind === 'link') {
    const fault = faultOfLink(record, draft);
    draft.linkIds.add(record.id);
    if (!isOnOwnZone(record, draft.zones)) draft.sharedDomains.add(record.zoneDomain);
    return fault;
  }
  if (record.kind === 'dailyCount' || record.kind === 'dailyHumans') {
    return draft.linkIds.has(record.linkId)
      ? undefined
      : `counts a link that the file has not: ${record.linkId}`;
  }
  return faultOfSmall(record, draft);
}

/** Throws an ExportFault. */
export async function checkExport(content: AsyncIterable<Buffer>): Promise<CheckedExport> {
  const hash = createHash('sha256');
  const draft: Draft = {
    members: [],
    zones: [],
    tags: new Map(),
    quotas: [],
    sharedDomains: new Set(),
    linkIds: new Set(),
  };
  let hasEnded = false;
  let last = 0;
  for await (const { number, record } of readRecords(content, hash)) {
    const fault = (reason: string) => new ExportFault(reason, number);
    if (hasEnded) throw fault('comes after the end');
    last = number;
    if ((number === 1) !== (record?.kind === 'export'))
      throw fault('a file begins with one line of the kind export');
    if (record?.kind === 'export') {
      if (record.version !== EXPORT_VERSION)
        throw fault(`is of the version ${record.version}, not ${EXPORT_VERSION}`);
      if (record.of !== 'workspace') throw fault(`is the export of a ${record.of}, not of a workspace`);
    } else if (record?.kind === 'end') {
      hasEnded = true;
      if (record.records !== number - 1)
        throw fault(`says ${record.records} lines, and there are ${number - 1}`);
    } else if (record) {
      const reason = take(record, draft);
      if (reason !== undefined) throw fault(reason);
    }
  }
  if (!hasEnded) throw new ExportFault('the file is cut: its last line is not of the kind end', last + 1);
  const { workspace, linkIds, ...parts } = draft;
  if (!workspace) throw new ExportFault('the file has no workspace');
  if (parts.members.filter(({ role }) => role === 'owner').length !== 1)
    throw new ExportFault('the workspace has not one owner');
  const home = workspace.defaultZoneDomain;
  if (home !== null && !parts.zones.some(({ domain }) => domain === home)) parts.sharedDomains.add(home);
  return { ...parts, workspace, fingerprint: hash.digest('hex'), links: linkIds.size };
}
