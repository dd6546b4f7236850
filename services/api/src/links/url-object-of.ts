// The URL object of contract §2.1, from a link's row.

import type { RuleObject, VariantObject } from './rules/rule-object';
import type { LinkRow } from './link-rows';
import type { UtmKey } from './utm-conventions/utm-of';

export type UrlObject = {
  id: string;
  slug: string;
  url: string;
  title: string;
  zoneDomain: string;
  hits: number;
  isEnabled: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string;
  updatedAt: string;
  note?: string;
  externalId?: string;
  tags?: readonly string[];
  isArchived?: true;
  utm?: Partial<Record<UtmKey, string>>;
  /** Formatted as createdAt. Present when the link has a beginning, an end. */
  startsAt?: string;
  expiresAt?: string;
  expiredUrl?: string;
  rules?: readonly RuleObject[];
  split?: readonly VariantObject[];
  forwardQuery?: true;
  hasPassword?: true;
  utmDrift?: true;
  isRestricted?: true;
  isUnsafe?: true;
};

function utmOfRow(row: LinkRow): UrlObject['utm'] {
  const utm = {
    ...(row.utm_source !== null && { source: row.utm_source }),
    ...(row.utm_medium !== null && { medium: row.utm_medium }),
    ...(row.utm_campaign !== null && { campaign: row.utm_campaign }),
    ...(row.utm_term !== null && { term: row.utm_term }),
    ...(row.utm_content !== null && { content: row.utm_content }),
  };
  return Object.keys(utm).length > 0 ? utm : undefined;
}

/** `utmDrift`: the list's verdict on the workspace's UTM conventions; other answers give none. */
export function urlObjectOf(row: LinkRow, verdict: { utmDrift?: boolean } = {}): UrlObject {
  const utm = utmOfRow(row);
  return {
    id: row.id,
    slug: row.slug,
    url: row.url,
    title: row.title,
    zoneDomain: row.zone_domain,
    hits: row.hits,
    isEnabled: row.is_enabled,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(utm && { utm }),
    ...(row.note !== '' && { note: row.note }),
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...(row.tags && row.tags.length > 0 && { tags: row.tags }),
    ...(row.is_archived && { isArchived: true }),
    ...(row.starts_at && { startsAt: row.starts_at.toISOString() }),
    ...(row.expires_at && { expiresAt: row.expires_at.toISOString() }),
    ...(row.expired_url !== null && { expiredUrl: row.expired_url }),
    ...(row.rules && { rules: row.rules }),
    ...(row.split && { split: row.split }),
    ...(row.forwards_query && { forwardQuery: true }),
    ...(row.has_password && { hasPassword: true }),
    ...(verdict.utmDrift && { utmDrift: true }),
    ...(row.is_restricted && { isRestricted: true }),
    ...(row.is_unsafe && { isUnsafe: true }),
  };
}
