// Limits concurrent requests: each workspace and each person has a fair share. The routes of /v1 are wrapped in it,
// also for the web app. Creations and searches have semaphores of their own: a workspace that waits for those can still
// read and edit.

import { isStoreSilent } from '../errors/is-store-away';
import type { ApiRequest, Route } from '../http/route';
import { makeFairSemaphore } from '@kurz/resilience';
import type { RecentWorkspaces } from './recent-workspaces';
import { semaphoreKeysOf } from './semaphore-keys-of';

/**
 * A person has eight permits across all workspaces. The wait outlasts a silent ClickHouse, which holds a request for
 * 2 s. Callers are answered within the promised 3 s. When PostgreSQL is silent, the waiting requests are refused too.
 */
const REQUESTS = {
  permits: 64,
  permitsPerPerson: 8,
  queueLength: 10_000,
  queueLengthPerKey: 2_000,
  maxWaitMs: 2_500,
  isShared: isStoreSilent,
};

/** Which requests have a semaphore of their own, by method and path. An empty `q` is no search. */
const OWN_TURNS: Readonly<Record<string, (query: ApiRequest['query']) => boolean>> = {
  'POST /urls': () => true,
  'POST /urls/batch': () => true,
  'GET /urls': ({ q }) => q !== undefined && q !== '',
};

/**
 * Four permits keep a PostgreSQL connection busy for a client with parallel requests. While other workspaces are served
 * there are two, and each permit rests for as long as it was used. A client with sequential requests never waits for a
 * rest. A client with many parallel requests gets a burst of two, then the time of one permit.
 */
const PERMITS = { alone: 4, besideOthers: 2 };
const MAX_REST_MS = 250;

export function makeLimitConcurrency({ note, isAlone }: RecentWorkspaces): (route: Route) => Route {
  const run = makeFairSemaphore({
    ...REQUESTS,
    permitsPerKey: (workspaceId) => (isAlone(workspaceId) ? PERMITS.alone : PERMITS.besideOthers),
    restMs: (workspaceId, tookMs) => (isAlone(workspaceId) ? 0 : Math.min(tookMs, MAX_REST_MS)),
  });
  return (route) => {
    const hasOwnTurn = OWN_TURNS[`${route.method} ${route.path}`];
    return {
      ...route,
      handle: (request) => {
        note(request.actor.workspace.id);
        if (hasOwnTurn?.(request.query)) return route.handle(request);
        return run(semaphoreKeysOf(request.actor), () => route.handle(request));
      },
    };
  };
}
