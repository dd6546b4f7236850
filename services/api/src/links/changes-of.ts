// What an edit changes of a link as it stands; nothing when every sent field says what is already so.

import type { Destination } from './destination-of';
import type { LinkRow } from './link-rows';
import { utmOf } from './utm-of';

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
  > & { location: string }
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

export function changesOf(row: LinkRow, edit: LinkEdit): LinkUpdate | undefined {
  const { destination, title, slug, isEnabled } = edit;
  const changes: LinkUpdate = {
    ...(destination && destination.url !== row.url && destinationChanges(destination)),
    ...(title !== undefined && title !== row.title && { title }),
    ...(slug !== undefined && slug !== row.slug && { slug }),
    ...(isEnabled !== undefined && isEnabled !== row.is_enabled && { is_enabled: isEnabled }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
