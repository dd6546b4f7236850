// Writes the links of an export, with their tags and their hits, in the transaction of the import.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';
import { findFlags } from '../../destinations/find-flags';
import { flagsOfMade, joinKeptFlags } from '../../links/flagged-keys';
import { readConditions } from '../../links/rules/read-rules';
import { composeConditions, conditionsAfter, NO_CONDITIONS } from '../../links/rules/rule-object';
import { destinationOf } from '../../links/validate-destination';
import { enqueueChanges } from '../../outbox/enqueue-changes';
import { ExportFault } from './export-fault';
import type { LinkRecord } from './import-record';

export type PlacedLink = { link: LinkRecord; zoneId: string };

type TargetWorkspace = { workspaceId: string; isSuspended: boolean };

/** The columns that the file does not have, because they follow from its fields. */
function derivedOf(link: LinkRecord) {
  const { expiredUrl } = link;
  const destination = expiredUrl === null ? undefined : destinationOf(expiredUrl);
  const expired = destination?.kind === 'destination' ? destination.location : null;
  const read = readConditions(link);
  const edit = read.kind === 'conditions' ? read.edit : undefined;
  const conditions = edit ? conditionsAfter(NO_CONDITIONS, edit) : NO_CONDITIONS;
  const { text, locations } = composeConditions(conditions);
  const columns = {
    expired_location: expired,
    led: locations,
    conditions: text,
    // as texts, because jsonb would sort their keys
    rules: conditions.rules && JSON.stringify(conditions.rules),
    split: conditions.split && JSON.stringify(conditions.split),
  };
  return {
    columns,
    locations: [link.location, ...(expired === null ? [] : [expired]), ...(locations ?? [])],
  };
}

/** The links as the rows `made` of a FROM. */
function madeOf(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made (
    id text, zone_id text, slug text, url text, location text, title text, "isEnabled" boolean, "isRestricted" boolean,
    "isUnsafe" boolean, note text, "externalId" text, "isArchived" boolean, tags jsonb, "utmSource" text, "utmMedium" text,
    "utmCampaign" text, "utmTerm" text, "utmContent" text, "startsAt" timestamptz, "expiresAt" timestamptz,
    "expiredUrl" text, expired_location text, rules text, split text, "forwardQuery" boolean, "passwordHash" text, conditions text, led text[], total bigint, "preTracking" bigint, "trackingSince" date,
    "createdAt" timestamptz, "updatedAt" timestamptz, restricted_by integer, unsafe_by integer)`;
}

/** Resolves with the ids of the inserted links. A slug, an id or an external id that is taken leaves its link out. */
async function insert(
  transaction: Db,
  made: RawBuilder<unknown>,
  { workspaceId, isSuspended }: TargetWorkspace,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO links (
      id, workspace_id, zone_id, slug, url, location, title, is_enabled, note, external_id, is_archived,
      utm_source, utm_medium, utm_campaign, utm_term, utm_content, starts_at, expires_at, expired_url, expired_location,
      rules, split, forwards_query, password_hash, conditions, condition_locations, pre_tracking, tracking_since, created_at, updated_at, is_suspended,
      restricted_by, unsafe_by, is_restricted, is_unsafe)
    SELECT made.id, ${workspaceId}, made.zone_id, made.slug, url, location, title, "isEnabled", note, "externalId",
      "isArchived", "utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent", "startsAt", "expiresAt",
      "expiredUrl", expired_location, rules::json, split::json, coalesce("forwardQuery", false), "passwordHash", conditions, led, "preTracking", "trackingSince", "createdAt", "updatedAt", ${isSuspended}::boolean,
      ${sql.raw(flagsOfMade)}
    FROM ${made} ${sql.raw(joinKeptFlags)}
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/** Sets the flags of the file's links, beside those that this installation gives them. */
async function flag(transaction: Db, links: readonly LinkRecord[]): Promise<void> {
  const restricted = links.flatMap(({ id, isRestricted }) => (isRestricted ? [id] : []));
  const unsafe = links.flatMap(({ id, isUnsafe }) => (isUnsafe ? [id] : []));
  if (restricted.length > 0)
    await sql`
      UPDATE links SET is_restricted = true, restricted_by = NULL
      WHERE id = ANY(${restricted}::text[]) AND NOT is_restricted`.execute(transaction);
  if (unsafe.length > 0)
    await sql`
      UPDATE links SET is_unsafe = true, unsafe_by = NULL
      WHERE id = ANY(${unsafe}::text[]) AND NOT is_unsafe`.execute(transaction);
}

/** Throws an ExportFault when one of the links is taken. The tags must exist already. */
export async function writeLinks(
  transaction: Db,
  links: readonly PlacedLink[],
  target: TargetWorkspace,
): Promise<void> {
  const derived = links.map(({ link }) => derivedOf(link));
  const flags = await findFlags(
    transaction,
    derived.flatMap(({ locations }) => locations),
  );
  let at = 0;
  const rows = links.map(({ link, zoneId }, index) => {
    const { columns, locations = [] } = derived[index] ?? {};
    const ofLink = flags.slice(at, (at += locations.length));
    return {
      ...link,
      zone_id: zoneId,
      ...columns,
      restricted_by: ofLink.find(({ restrictedBy }) => restrictedBy !== null)?.restrictedBy ?? null,
      unsafe_by: ofLink.find(({ unsafeBy }) => unsafeBy !== null)?.unsafeBy ?? null,
    };
  });
  const made = madeOf(rows);
  const inserted = await insert(transaction, made, target);
  const taken = links.filter(({ link }) => !inserted.has(link.id)).map(({ link }) => link);
  if (taken.length > 0) {
    const named = taken.slice(0, 10).map(({ zoneDomain, slug }) => `${zoneDomain}/${slug}`);
    throw new ExportFault(`${taken.length} links are taken here, such as ${named.join(' ')}`);
  }
  await flag(
    transaction,
    links.map(({ link }) => link),
  );
  await sql`
    INSERT INTO link_tags (link_id, tag_id, created_at, is_archived, title, pre_tracking, hits)
    SELECT made.id, tags.id, made."createdAt", made."isArchived", made.title, made."preTracking", made."preTracking"
    FROM ${made} CROSS JOIN LATERAL jsonb_array_elements_text(made.tags) AS used (name)
    JOIN tags ON tags.workspace_id = ${target.workspaceId} AND tags.name = used.name
    ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`
    INSERT INTO link_hits (link_id, hits)
    SELECT made.id, made.total - made."preTracking" FROM ${made} WHERE made.total > made."preTracking"`.execute(
    transaction,
  );
  await enqueueChanges(
    transaction,
    links.map(({ link, zoneId }) => ({ zoneId, slug: link.slug })),
  );
}
