// Lists a workspace's links: GET /urls hands in what its query asked for.

import type { Db } from '@kurz/database';
import { makeTurns } from '../server/make-turns';
import { countLinks } from './count-links';
import { findPage } from './find-page';
import type { LinkRow } from './link-rows';
import type { ListRequest } from './list-request-of';

export type LinkList = { rows: LinkRow[]; total: number };
export type ListLinks = (workspaceId: string, request: ListRequest) => Promise<LinkList>;

/**
 * A search can take as long as a statement may. Searches and creations together leave two of the usual ten connections
 * to those who are served in milliseconds; with the wait, a refusal still comes within 3 s.
 */
const SEARCH_TURNS = { atOnce: 3, longestWaitMs: 500 };

export function makeListLinks({ db }: { db: Db }): ListLinks {
  const takeTurn = makeTurns(SEARCH_TURNS);

  return async (workspaceId, { page, limit, q, campaign, zoneDomain }) => {
    if (zoneDomain === null) return { rows: [], total: 0 };
    const filter = { workspaceId, q, campaign, zoneDomain };
    // one snapshot, so that the page belongs to its total
    const list = () =>
      db
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
    return q === undefined ? list() : takeTurn(list);
  };
}
