// The difference between an edit and the stored link; nothing when every sent field has its stored value.

import { isDeepStrictEqual } from 'node:util';
import { composeConditions, conditionsAfter, type ConditionsEdit } from './rules/rule-object';
import type { Destination } from './validate-destination';
import { conditionsOfRow, type LinkRow } from './link-rows';
import { utmOf } from './utm-conventions/utm-of';
import type { LabelEdit } from './validate-labels';
import type { WindowEdit } from './validate-window';

export type LinkEdit = {
  destination?: Destination;
  title?: string;
  slug?: string;
  isEnabled?: boolean;
  window?: WindowEdit;
  labels?: LabelChange;
  conditions?: ConditionsEdit;
  /** null removes the password. */
  passwordHash?: string | null;
};

/** `tags`: as the workspace spells them, in the order in which links show them. */
export type LabelChange = Omit<LabelEdit, 'tags'> & { tags?: string[] };

/** What an edit can change, and the two flags that only the service itself sets. */
export type LinkUpdate = Partial<
  Pick<
    LinkRow,
    | 'slug'
    | 'url'
    | 'title'
    | 'is_enabled'
    | 'is_restricted'
    | 'is_unsafe'
    | 'utm_source'
    | 'utm_medium'
    | 'utm_campaign'
    | 'utm_term'
    | 'utm_content'
    | 'starts_at'
    | 'expires_at'
    | 'expired_url'
    | 'rules'
    | 'split'
    | 'forwards_query'
    | 'note'
    | 'external_id'
    | 'is_archived'
    | 'tags'
  > & {
    location: string;
    expired_location: string | null;
    conditions: string | null;
    condition_locations: string[] | null;
    password_hash: string | null;
    restricted_by: number | null;
    unsafe_by: number | null;
  }
>;

function destinationChanges({ url, location }: Destination): LinkUpdate {
  const utm = utmOf(location);
  return {
    url,
    location,
    utm_source: utm.source,
    utm_medium: utm.medium,
    utm_campaign: utm.campaign,
    utm_term: utm.term,
    utm_content: utm.content,
  };
}

const isOther = (sent: Date | null | undefined, now: Date | null) =>
  sent !== undefined && sent?.getTime() !== now?.getTime();

function windowChanges(row: LinkRow, { startsAt, expiresAt, expired }: WindowEdit): LinkUpdate {
  return {
    ...(isOther(startsAt, row.starts_at) && { starts_at: startsAt }),
    ...(isOther(expiresAt, row.expires_at) && { expires_at: expiresAt }),
    ...(expired !== undefined &&
      (expired?.url ?? null) !== row.expired_url && {
        expired_url: expired?.url ?? null,
        expired_location: expired?.location ?? null,
      }),
  };
}

function conditionChanges(row: LinkRow, sent: ConditionsEdit | undefined): LinkUpdate {
  if (!sent) return {};
  const now = conditionsOfRow(row);
  const after = conditionsAfter(now, sent);
  if (isDeepStrictEqual(now, after)) return {};
  const { text, locations } = composeConditions(after);
  return {
    ...(!isDeepStrictEqual(now.rules, after.rules) && { rules: after.rules }),
    ...(!isDeepStrictEqual(now.split, after.split) && { split: after.split }),
    ...(now.forwardQuery !== after.forwardQuery && { forwards_query: after.forwardQuery }),
    conditions: text,
    condition_locations: locations,
  };
}

function labelChanges(row: LinkRow, { note, externalId, isArchived, tags }: LabelChange): LinkUpdate {
  const isTaggedAnew = tags !== undefined && JSON.stringify(tags) !== JSON.stringify(row.tags ?? []);
  return {
    ...(note !== undefined && note !== row.note && { note }),
    ...(externalId !== undefined && externalId !== row.external_id && { external_id: externalId }),
    ...(isArchived !== undefined && isArchived !== row.is_archived && { is_archived: isArchived }),
    ...(isTaggedAnew && { tags }),
  };
}

/**
 * `unsafeBy`: the entry of the list of blocked destinations that matches a new destination, expired URL, rule or
 * variant. A mark that the link already has stays, because the new destination could lead to the old one.
 */
export function changesOf(
  row: LinkRow,
  edit: LinkEdit,
  { unsafeBy }: { unsafeBy: number | null } = { unsafeBy: null },
): LinkUpdate | undefined {
  const { destination, title, slug, isEnabled, window = {}, labels = {}, conditions, passwordHash } = edit;
  const isLedElsewhere = destination !== undefined && destination.url !== row.url;
  const ofWindow = windowChanges(row, window);
  const ofConditions = conditionChanges(row, conditions);
  const leadsElsewhere =
    isLedElsewhere || ofWindow.expired_location !== undefined || ofConditions.conditions !== undefined;
  const changes: LinkUpdate = {
    ...(isLedElsewhere && destinationChanges(destination)),
    ...ofWindow,
    ...ofConditions,
    ...(leadsElsewhere && unsafeBy !== null && !row.is_unsafe && { is_unsafe: true, unsafe_by: unsafeBy }),
    ...(title !== undefined && title !== row.title && { title }),
    ...(slug !== undefined && slug !== row.slug && { slug }),
    ...(isEnabled !== undefined && isEnabled !== row.is_enabled && { is_enabled: isEnabled }),
    // a password that is set again counts as a new one: cookies of the old one end
    ...(passwordHash !== undefined &&
      (passwordHash !== null || row.has_password) && { password_hash: passwordHash }),
    ...labelChanges(row, labels),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
