// The API service without its socket: `makeApi` wires stores and settings to a request listener and starts the loops.

import type { RequestListener } from 'node:http';
import { makeClickShards } from '@kurz/click-tables';
import { makeAuthenticate } from '../access/authenticate';
import { makeTokenUses } from '../access/token-uses';
import { makeAdmitRequest } from '../admission/admit-request';
import { makeRecentWorkspaces } from '../admission/recent-workspaces';
import { makeLimitConcurrency } from '../admission/limit-concurrency';
import { loadAppFiles } from '../app/app-files';
import { makeQueryAnalytics } from '../analytics/query-analytics';
import { makeFindShardNumber } from '../analytics/find-shard-number';
import { makeImportLoop } from '../imports/jobs/import-loop';
import { makeMailSender } from '../mail/mail-sender';
import { descriptionPages } from '../openapi/description-pages';
import { makeOutboxRelay } from '../outbox/outbox-relay';
import { makeReconcileSums } from '../reconciliation/reconcile-sums';
import { LOOK_UP_SECONDS, makeBoundLookUp } from '../rate-limits/bound-look-ups';
import { makeCounters } from '../rate-limits/make-counters';
import { makeRateLimits, ANONYMOUS_REQUESTS, WINDOW_SECONDS } from '../rate-limits/rate-limits';
import { readOnPrimary } from '../replica/read-fresh';
import { sessionKeysOf } from '../sessions/session-keys';
import { makePurgeLoop } from '../sweeps/purge-loop';
import { makeSweepLoop } from '../sweeps/run-sweeps';
import { makeCountedLinksLoop } from '../tags/copy-counted-links';
import type { ApiDeps } from './api-deps';
import type { ApiSettings } from './api-settings';
import { makeApiLoopAges } from './api-loop-ages';
import { makeApiRoutes } from './api-routes';
import { makeConsoleRoutes } from './console-routes';
import { makeConsoleServing } from './console-serving';
import { makeDomainLoops } from './domain-loops';
import { makeRequestListener } from './request-listener';

export type Api = {
  handle: RequestListener;
  /** The web app's files are served below /app/, and the root leads a browser there. */
  hasApp: boolean;
  /** Publishes every pending change of the outbox to the link cache. Resolves with their number. */
  relayOutbox: () => Promise<number>;
  /** Ends the background work. The stores and the socket belong to the caller. */
  close: () => Promise<void>;
};

/**
 * Starts the background loops: outbox, expired rows, sweeps, counted links, imports, domains, reconciliation and mails.
 * Contacts nothing else before the first request.
 */
export function makeApi(given: ApiDeps, settings: ApiSettings): Api {
  const { db, clickHouses } = given;
  const findNumber = makeFindShardNumber({ db }, { addresses: clickHouses.length });
  const shards = makeClickShards(clickHouses, findNumber);
  const deps = { ...given, shards, readFresh: given.readFresh ?? readOnPrimary(db) };
  const ages = deps.loopAges ?? makeApiLoopAges(deps.metrics, settings.mail ? ['mails'] : []);
  const outboxRelay = makeOutboxRelay({ ...deps, done: () => ages.done('link_changes') });
  const purgeLoop = makePurgeLoop({ ...deps, done: () => ages.done('expired_rows') }, settings);
  const tokenUses = makeTokenUses(deps);
  const { queryAnalytics, close: closeAnalytics } = makeQueryAnalytics(deps);
  const { relayAll } = outboxRelay;
  const sweeps = makeSweepLoop({ ...deps, done: () => ages.done('link_sweeps') }, relayAll);
  const importLoop = makeImportLoop({ ...deps, relayAll, done: () => ages.done('imports') }, settings);
  const countedLinks = makeCountedLinksLoop({ ...deps, done: () => ages.done('counted_links') });
  const domainLoops = makeDomainLoops(deps, settings, ages);
  const reconciliation = makeReconcileSums(deps, { everyMs: settings.reconcileEveryMs });
  const { makeCounter, close: closeCounters } = makeCounters(deps, { secret: settings.tokenPepper });
  const counters = {
    actorCounter: makeCounter('actor', WINDOW_SECONDS),
    anonymousCounter: makeCounter('anonymous', WINDOW_SECONDS),
  };
  const rateLimits = makeRateLimits(counters, settings);
  const boundLookUp = makeBoundLookUp(
    { ...deps, ...counters, lookUpCounter: makeCounter('look-up', LOOK_UP_SECONDS) },
    { anonymousLimit: settings.anonymousLimit ?? ANONYMOUS_REQUESTS },
  );
  const authenticate = makeAuthenticate({ ...deps, boundLookUp, tokenUses }, settings);
  const admitRequest = makeAdmitRequest(deps, settings);
  const recent = makeRecentWorkspaces();
  const routeDeps = { ...deps, outboxRelay, queryAnalytics, isAlone: recent.isAlone };
  const routes = makeApiRoutes(routeDeps, settings).map(makeLimitConcurrency(recent));
  const { mail } = settings;
  const keys = sessionKeysOf(settings);
  const mailing =
    mail &&
    makeMailSender(
      { ...deps, done: () => ages.done('mails') },
      { ...mail, keys: { ...keys.mail, invitation: keys.invitation } },
    );
  const consoleDeps = {
    ...deps,
    outboxRelay,
    queryAnalytics,
    makeCounter,
    mailing,
    triggerSweeps: sweeps.trigger,
    importLoop,
    apiRoutes: routes,
    checkDomain: domainLoops.checkDomain,
  };
  const web = {
    routes: makeConsoleRoutes(consoleDeps, settings),
    serveRoute: makeConsoleServing({ ...deps, rateLimits, boundLookUp, makeCounter, admitRequest }, settings),
  };
  const appFiles = settings.appFolder === undefined ? undefined : loadAppFiles(settings.appFolder);
  if (settings.appFolder !== undefined && !appFiles) {
    deps.log.warn({ event: 'console_not_built', folder: settings.appFolder });
  }
  const handle = makeRequestListener(
    { ...deps, authenticate, rateLimits, admitRequest },
    routes,
    web,
    descriptionPages(settings),
    appFiles,
  );
  const loops = [outboxRelay, purgeLoop, domainLoops, sweeps, countedLinks, importLoop, reconciliation];
  for (const loop of loops) loop.start();
  mailing?.start();
  return {
    handle,
    hasApp: appFiles !== undefined,
    relayOutbox: relayAll,
    close: async () => {
      closeAnalytics();
      closeCounters();
      await Promise.all([...loops.map((loop) => loop.close()), tokenUses.close(), mailing?.close()]);
    },
  };
}
