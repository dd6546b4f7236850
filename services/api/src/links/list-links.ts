// Lists a workspace's links as the bytes of the answer. The memory for them is reserved before the links are read.

import type { Db } from '@kurz/database';
import { makeFairSemaphore, type SemaphoreKeys } from '@kurz/resilience';
import type { Refusal } from '../errors/refusal';
import type { Content } from '../http/route';
import type { ReadFresh } from '../replica/read-fresh';
import type { IsDrifting } from './find-drifts';
import { findLinksOfPage, makeFindPage } from './find-page';
import { findRequestedTags } from './find-requested-tags';
import { groupsOfBytes } from './groups-of-bytes';
import { NEWEST_FIRST, readsAll } from './list-order';
import type { ListRequest } from './list-request-of';
import { makeListWriter } from './list-writer';
import { onlyTagOf } from './matching';

export type LinkList = { kind: 'list'; content: Content };
export type ListLinks = (
  workspaceId: string,
  request: ListRequest,
  options: {
    /** Runs under the list's permit, on its connection. */
    findDrifts: (db: Db) => Promise<IsDrifting>;
    reserve: (bytes: number) => Refusal | undefined;
    /** The workspace and the person whose searches and sorted lists take turns. */
    semaphoreKeys: SemaphoreKeys;
  },
) => Promise<LinkList | Refusal>;

/**
 * A search can take as long as the statement timeout. One search at a time per workspace and person leaves permits to
 * others. Searches and creations together leave two of the default ten connections to requests that take milliseconds.
 * With the wait, a refusal still comes within 3 s.
 */
const SEARCHES = {
  permits: 3,
  permitsPerKey: 1,
  queueLength: 1_000,
  queueLengthPerKey: 100,
  maxWaitMs: 500,
};

/**
 * A search through long texts keeps a core of PostgreSQL busy. While other workspaces are served, a pause follows of
 * three times the search's time beyond this limit, so that endless searches take a quarter of a core. A usual search
 * takes a tenth of this limit.
 */
const LONG_MS = 250;
/**
 * The queries before a search take a few milliseconds. When they take longer, the processors are overloaded, and a
 * search takes as many times longer. So this many times their duration is excused from the pause.
 */
const STARVED_TIMES = 10;
const REST = 3;
const MAX_REST_MS = 5_000;

/**
 * A long list is read group by group; each group takes the process a millisecond or two. A workspace reads one group at
 * a time. While other workspaces are served, a rest follows each group, so that endless long lists take a quarter of
 * the process's time. A group waits behind at most one group of each list that its workspace may read at once.
 */
const GROUPS = {
  permits: 2,
  permitsPerKey: 1,
  queueLength: 1_000,
  queueLengthPerKey: 100,
  maxWaitMs: 2_000,
};
const MAX_GROUP_REST_MS = 100;

/** About as many bytes as JSON adds to a link's texts: names, dates, ids. */
const LINK_BYTES = 400;

type Deps = { readFresh: ReadFresh; isAlone: (workspaceId: string) => boolean };

export function makeListLinks({ readFresh, isAlone }: Deps): ListLinks {
  const findPage = makeFindPage();
  const search = makeFairSemaphore({
    ...SEARCHES,
    restMs: (workspaceId, tookMs) =>
      isAlone(workspaceId) ? 0 : Math.min(Math.max(0, tookMs - LONG_MS) * REST, MAX_REST_MS),
  });

  const inTurn = makeFairSemaphore({
    ...GROUPS,
    restMs: (workspaceId, tookMs) => (isAlone(workspaceId) ? 0 : Math.min(tookMs * REST, MAX_GROUP_REST_MS)),
  });

  return async (workspaceId, request, { findDrifts, reserve, semaphoreKeys }) => {
    const { page, limit, order = NEWEST_FIRST, zoneDomain, tagged: asked, ...filters } = request;
    const empty = (): LinkList => ({ kind: 'list', content: makeListWriter().end(0) });
    if (zoneDomain === null) return empty();
    // one snapshot, so that the page belongs to its total
    const listIn = (server: Db, onBegun: () => void) =>
      server
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (transaction): Promise<LinkList | Refusal> => {
          const tagged = asked && (await findRequestedTags(transaction, workspaceId, asked));
          if (tagged === null) return empty();
          const isDrifting = await findDrifts(transaction);
          onBegun();
          const filter = { workspaceId, ...filters, zoneDomain, tagged };
          const place = { offset: (page - 1) * limit, limit, order };
          const { total, entries } = await findPage(transaction, filter, place);
          const refusal = reserve(entries.reduce((sum, { bytes }) => sum + bytes + LINK_BYTES, 0));
          if (refusal) return refusal;
          const writer = makeListWriter();
          const groups = groupsOfBytes(entries);
          const write = async (ids: readonly string[]) =>
            writer.add(await findLinksOfPage(transaction, ids), isDrifting);
          for (const ids of groups)
            await (groups.length > 1 ? inTurn(semaphoreKeys, () => write(ids)) : write(ids));
          return { kind: 'list', content: writer.end(total) };
        });
    const list = (excuse: (ms: number) => void = () => undefined) => {
      const askedAt = performance.now();
      const onBegun = () => excuse((performance.now() - askedAt) * (1 + STARVED_TIMES));
      return readFresh((server) => listIn(server, onBegun));
    };
    const { q, tags, state } = filters;
    const readsMany = [q, tags, state].some((value) => value !== undefined) || (asked?.keys.length ?? 0) > 1;
    const tagged = asked && { ids: asked.keys, needed: 1 };
    const isAlongIndex =
      !readsAll(order) || onlyTagOf({ workspaceId, ...filters, zoneDomain, tagged }) !== undefined;
    const isQuick = !readsMany && isAlongIndex;
    return isQuick ? list() : search(semaphoreKeys, list);
  };
}
