// Deletes one link: DELETE /urls/:slug hands in the address. Whoever calls tells the link directory the returned key
// before answering.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';
import { refuse, type Refusal } from '../errors/refusal';
import { deleteLinkRow } from './delete-link-row';
import { findLink, type LinkAddress } from './find-link';
import type { LinkRow } from './link-rows';
import { lockKeys } from './lock-keys';

/** As often as an edit looks again for a link that is renamed under its hands. */
const MAX_ATTEMPTS = 5;

export type DeletedLink = { kind: 'deleted'; row: LinkRow; key: DirectoryKey };
export type DeleteLink = (address: LinkAddress) => Promise<DeletedLink | Refusal>;

export function makeDeleteLink({ db }: { db: Db }): DeleteLink {
  const write = (row: LinkRow, key: DirectoryKey) =>
    db.transaction().execute(async (transaction) => {
      await lockKeys(transaction, [key]);
      return deleteLinkRow(transaction, row);
    });

  return async (address) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const row = await findLink(db, address);
      if (!row) return refuse('NOT_FOUND');
      if (row.is_restricted) return refuse('LINK_RESTRICTED');
      const key = { zoneId: row.zone_id, slug: row.slug };
      if (await write(row, key)) return { kind: 'deleted', row, key };
    }
    return refuse('NOT_FOUND');
  };
}
