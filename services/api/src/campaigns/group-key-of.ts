// What tells one group of links from another: campaign, source and medium, none of which can be mistaken for two.

import type { TagGroup } from './tag-group';

export function groupKeyOf({
  campaign,
  source,
  medium,
}: Pick<TagGroup, 'campaign' | 'source' | 'medium'>): string {
  return JSON.stringify([campaign, source, medium]);
}
