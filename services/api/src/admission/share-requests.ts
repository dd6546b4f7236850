// Gives each workspace and each person a share of what a process does at once: the routes of /v1 are wrapped in it,
// those that the web app reuses with them. Creations and searches are left out, because they take turns of their own:
// a workspace that waits for those can still read and edit.

import { isStoreSilent } from '../errors/is-store-away';
import type { Route } from '../http/route';
import { makeFairSemaphore } from '@kurz/resilience';
import type { RecentWorkspaces } from './recent-workspaces';
import { sharersOf } from './sharers-of';

/**
 * Four are enough to keep a connection of PostgreSQL busy for a client that asks in parallel, and few enough that the pool
 * has connections for others; a person has eight in all workspaces. The wait outlasts a silent ClickHouse, which holds a
 * request for 2 s. An answer comes within the 3 s that callers are promised, also of a silent PostgreSQL: what waits is
 * refused with what was silence for those before.
 */
const REQUESTS = {
  permits: 64,
  permitsPerKey: 4,
  permitsPerPerson: 8,
  queueLength: 10_000,
  queueLengthPerKey: 2_000,
  longestWaitMs: 2_500,
  isShared: isStoreSilent,
};

export function makeShareRequests(recent: Pick<RecentWorkspaces, 'note'>): (route: Route) => Route {
  const run = makeFairSemaphore(REQUESTS);
  return (route) => ({
    ...route,
    handle: (request) => {
      recent.note(request.actor.workspace.id);
      const hasOwnTurn = route.method === 'POST' || request.query['q'] !== undefined;
      if (hasOwnTurn) return route.handle(request);
      return run(sharersOf(request.actor), () => route.handle(request));
    },
  });
}
