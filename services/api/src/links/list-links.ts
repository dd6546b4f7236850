// Lists a workspace's links: GET /urls hands in what its query asked for.

import type { Db } from '@kurz/database';
import { countLinks } from './count-links';
import { findPage } from './find-page';
import type { LinkRow } from './link-rows';
import type { ListRequest } from './list-request-of';

export type LinkList = { rows: LinkRow[]; total: number };
export type ListLinks = (workspaceId: string, request: ListRequest) => Promise<LinkList>;

export function makeListLinks({ db }: { db: Db }): ListLinks {
  return async (workspaceId, { page, limit, q, campaign, zoneDomain }) => {
    if (zoneDomain === null) return { rows: [], total: 0 };
    const filter = { workspaceId, q, campaign, zoneDomain };
    // one snapshot, so that the page belongs to its total
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const total = await countLinks(transaction, filter);
        return {
          rows: await findPage(transaction, filter, { offset: (page - 1) * limit, limit, total }),
          total,
        };
      });
  };
}
