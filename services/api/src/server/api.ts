// The API service without its socket: main hands it the stores and settings and connects `handle` to a server.

import type { RequestListener } from 'node:http';
import { makeAuthenticate } from '../access/authenticate';
import { makeAskAnalytics } from '../analytics/ask-analytics';
import { makeLinkChangeApplier } from '../changes/link-change-applier';
import { makeConsoleRoutes } from '../console/console-routes';
import { makeAnswerKeeper } from '../idempotency/answer-keeper';
import { descriptionPages } from '../openapi/description-pages';
import { makeCounters } from '../rate-limits/make-counters';
import { makeRateLimits, WINDOW_SECONDS } from '../rate-limits/rate-limits';
import type { ApiDeps, ApiSettings } from './api-deps';
import { makeApiRoutes } from './api-routes';
import { makeConsoleServing } from './console-serving';
import { makeRequestListener } from './request-listener';

export type Api = {
  handle: RequestListener;
  /** Tells the link directory every committed change that still waits; resolves with how many. */
  applyLinkChanges: () => Promise<number>;
  /** Ends what runs beside the requests. The stores and the socket belong to whoever opened them. */
  close: () => Promise<void>;
};

/** Starts the loops that apply link changes and forget old answers; contacts nothing else before the first request. */
export function makeApi(deps: ApiDeps, settings: ApiSettings): Api {
  const applier = makeLinkChangeApplier(deps);
  const answerKeeper = makeAnswerKeeper(deps);
  const authenticate = makeAuthenticate(deps, settings);
  const askAnalytics = makeAskAnalytics(deps);
  const makeCounter = makeCounters(deps, { secret: settings.tokenPepper });
  const counters = {
    actorCounter: makeCounter('actor', WINDOW_SECONDS),
    strangerCounter: makeCounter('stranger', WINDOW_SECONDS),
  };
  const rateLimits = makeRateLimits(counters, settings);
  const routes = makeApiRoutes({ ...deps, applier, askAnalytics }, settings);
  const web = {
    routes: makeConsoleRoutes({ ...deps, applier, askAnalytics, makeCounter, apiRoutes: routes }, settings),
    serveRoute: makeConsoleServing({ ...deps, rateLimits, makeCounter }, settings),
  };
  const handle = makeRequestListener({ ...deps, authenticate, rateLimits }, routes, web, descriptionPages());
  applier.start();
  answerKeeper.start();
  return {
    handle,
    applyLinkChanges: () => applier.applyAll(),
    close: async () => {
      await Promise.all([applier.close(), answerKeeper.close()]);
    },
  };
}
