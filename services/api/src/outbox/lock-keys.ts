// Makes the writers of a key take turns until their transactions end, so that order by version is order by commit.

import { lockNames, type Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';

/** Two renames that swap slugs do not deadlock. */
export const lockKeys = (transaction: Db, keys: readonly LinkCacheKey[]): Promise<void> =>
  lockNames(
    transaction,
    keys.map(({ zoneId, slug }) => `${zoneId}/${slug}`),
  );
