// The part of the error catalogue about the labels of a workspace's links: its own ids, and tags.

import type { CatalogueEntry } from './catalogue-entry';

export const labelCatalogue = {
  EXTERNAL_ID_EXISTS: {
    status: 409,
    isPublic: true,
    en: 'Another link of this workspace has this externalId.',
    de: 'Ein anderer Link dieses Workspace hat diese externalId.',
  },
  TAG_LIMIT_REACHED: {
    status: 409,
    isPublic: true,
    en: 'A workspace has 500 tags at most. Delete or merge some first.',
    de: 'Ein Workspace hat höchstens 500 Tags. Zuerst müssen einige gelöscht oder zusammengeführt werden.',
  },
  TAG_EXISTS: {
    status: 409,
    isPublic: true,
    en: 'Another tag has this name. With "merge" its links are added to it.',
    de: 'Ein anderes Tag hat diesen Namen. Mit „merge“ kommen die Links zu ihm.',
  },
  TAG_NOT_FOUND: {
    status: 404,
    isPublic: true,
    shownAs: 'NOT_FOUND',
    en: 'There is no such tag in this workspace.',
    de: 'Dieses Tag gibt es in diesem Workspace nicht.',
  },
} as const satisfies Record<string, CatalogueEntry>;
