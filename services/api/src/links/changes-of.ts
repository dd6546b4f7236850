// The difference between an edit and the stored link; nothing when every sent field has its stored value.

import type { Destination } from './validate-destination';
import type { LinkRow } from './link-rows';
import { utmOf } from './utm-conventions/utm-of';

export type LinkEdit = { destination?: Destination; title?: string; slug?: string; isEnabled?: boolean };

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
  > & { location: string; restricted_by: number | null; unsafe_by: number | null }
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

/**
 * `unsafeBy`: the entry of the list of blocked destinations that the new destination meets. A mark that the link has
 * stays, because the new destination could lead to the old one.
 */
export function changesOf(
  row: LinkRow,
  edit: LinkEdit,
  { unsafeBy }: { unsafeBy: number | null } = { unsafeBy: null },
): LinkUpdate | undefined {
  const { destination, title, slug, isEnabled } = edit;
  const isLedElsewhere = destination !== undefined && destination.url !== row.url;
  const changes: LinkUpdate = {
    ...(isLedElsewhere && destinationChanges(destination)),
    ...(isLedElsewhere && unsafeBy !== null && !row.is_unsafe && { is_unsafe: true, unsafe_by: unsafeBy }),
    ...(title !== undefined && title !== row.title && { title }),
    ...(slug !== undefined && slug !== row.slug && { slug }),
    ...(isEnabled !== undefined && isEnabled !== row.is_enabled && { is_enabled: isEnabled }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
