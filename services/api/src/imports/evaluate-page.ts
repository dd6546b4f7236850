// Evaluates each link of a page by the validation of new links, without writing. Then the caller's transaction holds
// the locks of the keys, external ids and tags, so that the outcomes stay true until it ends.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { refuse, type Refusal } from '../errors/refusal';
import { claimExternalIds } from '../links/external-ids';
import { prepareLinks, type PreparedLink } from '../links/prepare-links';
import { momentOf } from '../links/validate-window';
import { lockKeys } from '../outbox/lock-keys';
import { loadWorkspaceTags, type WorkspaceTags } from '../tags/load-workspace-tags';
import type { TagName } from '../tags/tag-name';
import type { ImportedLink } from './import-source';

export const importOutcomes = [
  'new',
  'same',
  'conflict',
  'slug_not_allowed',
  'destination_refused',
  'domain_missing',
  'invalid',
] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export type NewItem = {
  outcome: 'new';
  link: PreparedLink['link'] & { slug: string };
  createdAt: Date | undefined;
};
export type EvaluatedItem =
  | NewItem
  | { outcome: 'same' | 'conflict' }
  | { outcome: Exclude<ImportOutcome, 'new' | 'same' | 'conflict'>; refusal: Refusal };
export type EvaluatedPage = { items: EvaluatedItem[]; workspaceTags: WorkspaceTags | undefined };

/** What a dry run would have made before this page. */
export type DryRunState = { urls: Map<string, string>; externalIds: Set<string>; tags: Map<string, TagName> };

export type ImportTarget = {
  workspace: { id: string; defaultZoneId: string | null };
  /** The domain of every link, whatever domain the source names. */
  zoneDomain: string | undefined;
};

const bodyOf = (link: ImportedLink, zoneDomain: string | undefined) => {
  const { slug, url, title, note, externalId, tags, isArchived, startsAt, expiresAt, expiredUrl } = link;
  const texts = { slug, url, title, note, externalId, isArchived, startsAt, expiresAt, expiredUrl };
  const body = { ...texts, ...link.conditions };
  const sent = { ...body, zoneDomain: zoneDomain ?? link.domain, tags: tags.length > 0 ? tags : undefined };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
};

const DESTINATION = /^(?:url|expiredUrl|(?:rules|split)\[\d+\]\.url)$/;

function outcomeOf({ code, params }: Refusal): Exclude<ImportOutcome, 'new' | 'same' | 'conflict'> {
  if (code === 'SLUG_INVALID' || code === 'SLUG_RESERVED' || params['field'] === 'slug')
    return 'slug_not_allowed';
  if (params['field'] === 'zoneDomain') return 'domain_missing';
  return DESTINATION.test(String(params['field'])) ? 'destination_refused' : 'invalid';
}

/** Checks what the validation of new links does not know. */
function refuseImported(
  { createdAt, history, hasPassword, unreadableFlag }: ImportedLink,
  now: number,
): Refusal | undefined {
  if (hasPassword) return refuse('VALIDATION_FAILED', { field: 'password', reason: 'would_be_open' });
  if (history.kind === 'unreadable')
    return refuse('VALIDATION_FAILED', { field: 'clicks', reason: 'not_a_number' });
  if (unreadableFlag) return refuse('VALIDATION_FAILED', { field: unreadableFlag, reason: 'not_yes_or_no' });
  if (createdAt === undefined) return undefined;
  const moment = momentOf(createdAt);
  if (!moment) return refuse('VALIDATION_FAILED', { field: 'createdAt', reason: 'not_a_moment' });
  return moment.getTime() > now
    ? refuse('VALIDATION_FAILED', { field: 'createdAt', reason: 'in_the_future' })
    : undefined;
}

type Key = { zoneId: string; slug: string };
const nameOf = ({ zoneId, slug }: Key) => `${zoneId}/${slug}`;

/** The destinations of taken keys; null when the link belongs to another workspace. */
async function findTaken(transaction: Db, workspaceId: string, keys: readonly Key[]) {
  const { rows } = await sql<Key & { workspaceId: string; url: string }>`
    SELECT link.zone_id AS "zoneId", link.slug, link.workspace_id AS "workspaceId", link.url
    FROM unnest(${keys.map(({ zoneId }) => zoneId)}::text[], ${keys.map(({ slug }) => slug)}::text[]) AS key (zone_id, slug)
    JOIN links AS link ON link.zone_id = key.zone_id AND link.slug = key.slug`.execute(transaction);
  return new Map(rows.map((row) => [nameOf(row), row.workspaceId === workspaceId ? row.url : null]));
}

/** @param now ms since the epoch */
export async function evaluatePage(
  transaction: Db,
  { workspace, zoneDomain }: ImportTarget,
  links: readonly ImportedLink[],
  { now, dryRunState }: { now: number; dryRunState?: DryRunState },
): Promise<EvaluatedPage> {
  const bodies = links.map((link) => bodyOf(link, zoneDomain));
  // validated as of the epoch, so that no end is in the past: an expired link stays an expired link
  const prepared = await prepareLinks(transaction, workspace, bodies, 0);
  const wanted = links.map((link, index) => {
    const item = prepared[index];
    if (!item) throw new Error('a link came back without an outcome');
    return item.kind === 'refused' ? item : (refuseImported(link, now) ?? { item, link });
  });
  const keyOf = (item: PreparedLink, { slug }: ImportedLink) => ({ zoneId: item.link.zone.id, slug });
  const usable = wanted.flatMap((each) => ('kind' in each ? [] : [each]));
  const keys = usable.map(({ item, link }) => keyOf(item, link));
  await lockKeys(transaction, keys);
  const taken: Map<string, string | null> = await findTaken(transaction, workspace.id, keys);
  const ids = usable.flatMap(({ item }) => item.link.labels?.externalId ?? []);
  const takenIds = new Set((await claimExternalIds(transaction, workspace.id, ids)).keys());
  const isTagged = usable.some(({ item }) => (item.link.labels?.tags ?? []).length > 0);
  const workspaceTags = isTagged ? await loadWorkspaceTags(transaction, workspace.id) : undefined;
  workspaceTags?.add([...(dryRunState?.tags.values() ?? [])]);
  const evaluate = ({ item, link }: (typeof usable)[number]): EvaluatedItem => {
    const name = nameOf(keyOf(item, link));
    const there = taken.get(name) ?? (taken.has(name) ? null : dryRunState?.urls.get(name));
    if (there !== undefined) return { outcome: there === item.link.url ? 'same' : 'conflict' };
    const { externalId, tags = [] } = item.link.labels ?? {};
    if (externalId && (takenIds.has(externalId) || dryRunState?.externalIds.has(externalId)))
      return { outcome: 'conflict' };
    if (workspaceTags?.add(tags) === false)
      return { outcome: 'invalid', refusal: refuse('TAG_LIMIT_REACHED') };
    taken.set(name, item.link.url);
    dryRunState?.urls.set(name, item.link.url);
    for (const tag of tags) dryRunState?.tags.set(tag.key, tag);
    if (externalId) {
      takenIds.add(externalId);
      dryRunState?.externalIds.add(externalId);
    }
    const createdAt = link.createdAt === undefined ? undefined : momentOf(link.createdAt);
    return { outcome: 'new', link: { ...item.link, slug: link.slug }, createdAt };
  };
  const items = wanted.map((each): EvaluatedItem =>
    'kind' in each ? { outcome: outcomeOf(each), refusal: each } : evaluate(each),
  );
  return { items, workspaceTags };
}
