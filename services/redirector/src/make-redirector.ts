// Composes a redirector from stores, a journal and settings: a request handler, and the fast path for its server.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { JournalWriter } from '@kurz/click-journal';
import type { Db } from '@kurz/database';
import type { ChangedKey, LinkCache, Subscription } from '@kurz/link-cache';
import { makeLoopAges, type Clock, type Log, type Metrics, type MonotonicClock } from '@kurz/process';
import { within } from '@kurz/resilience';
import { openCountryLookup } from '@kurz/visitor-facts';
import { makeAnswerOfRequest } from './answer/answer-of-request';
import { makeChooseLocation } from './conditions/choose-location';
import type { CountryOf } from './conditions/request-facts';
import { makeHandleRequest } from './fallback/handle-request';
import { addFastPath, type FastPath } from './fast-path/add-fast-path';
import { makeNearCache, type NearCache } from './near-cache/near-cache';
import { makeCheckPassword } from './password/check-password';
import { makePasswordAttempts, type SharedAttempts } from './password/password-attempts';
import { makeLookUpGuarded } from './password/look-up-guarded';
import { makePasswordGate } from './password/password-gate';
import { makeRecordVisit } from './record/record-visit';
import { makeRedirectorMetrics } from './redirector-metrics';
import { makeAnswerBudget } from './request/answer-budget';
import { linksToLoad, loadLinks } from './resolve/load-links';
import { makeLookUp, type LookUp, type LookUpDeps } from './resolve/look-up';
import { makeResolveLink, type ResolveLink } from './resolve/resolve-link';
import { startRevalidation } from './resolve/revalidate-links';
import { makeSteadyClock } from './resolve/steady-clock';
import { findChangedLinks } from './resolve/sql/find-changed-links';
import { readLinkKeys, readMostVisited } from './resolve/sql/read-links';
import { warmUp } from './resolve/warm-up';
import { watchOutbox } from './resolve/watch-outbox';
import { makeZones } from './resolve/zones';
import { redirectorSettingsOf, type RedirectorSettings } from './settings/redirector-settings';

export type RedirectorDeps = {
  db: Db;
  linkCache: LinkCache;
  journal: JournalWriter;
  /** Dates visits, and decides whether windows of links are open. */
  clock: Clock;
  /** Measures ages; default: `performance`. */
  monotonicClock?: MonotonicClock;
  /** Where redirectors count attempts at passwords together; default: each counts its own. */
  sharedAttempts?: SharedAttempts;
  /** Called when the first link asks for a visitor's country; default: the bundled database. */
  openCountries?: () => Promise<CountryOf>;
  log: Log;
  metrics: Metrics;
};

export type Redirector = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Answers the plainest requests of a server that was made with `handle` straight from its sockets. `isOurs` says by a
   * request's target whether it is the redirector's, when the server answers others too.
   */
  addFastPath: (server: Server, isOurs?: (target: string) => boolean) => FastPath;
  /** Looks links up as visitors would, for up to 2 s; resolves with how many. Rejects when PostgreSQL is away. */
  warmUp: () => Promise<number>;
  /**
   * Reads the links with the most visits into the near cache, until `signal` aborts; resolves with how many. Rejects
   * when PostgreSQL is away.
   */
  loadLinks: (signal: AbortSignal) => Promise<number>;
  /** True once the zones have been read; known links need no store after that. */
  isReady: () => Promise<boolean>;
  /** Stops listening to changes; the dependencies stay open. */
  close: () => Promise<void>;
};

type LookUpSettings = Pick<ReturnType<typeof redirectorSettingsOf>, 'lookupTimeoutMs' | 'trustedProxies'>;

function reportLoopAges(metrics: Metrics, { outboxMs }: { outboxMs: number }, clock: MonotonicClock) {
  const loops = ['zones', ...(outboxMs > 0 ? ['waiting_changes'] : [])];
  const ages = makeLoopAges(loops, () => clock.now());
  metrics.gauge(
    'redirector_loop_age_seconds',
    'Time since a background loop last completed a round successfully, or since the start',
    ['loop'],
    ages.report,
    'max',
  );
  return ages;
}

type PasswordDeps = Pick<RedirectorDeps, 'db' | 'sharedAttempts' | 'log'> & { now: () => number };

function openPasswords({ db, sharedAttempts, log, now }: PasswordDeps, settings: LookUpSettings) {
  const lookUp = makeLookUpGuarded({ db, log }, settings);
  const attempts = makePasswordAttempts({ shared: sharedAttempts, now, log });
  const gate = makePasswordGate({ lookUp: lookUp.of, check: makeCheckPassword(), attempts, now }, settings);
  return {
    gate,
    close: () => {
      lookUp.close();
      attempts.close();
    },
  };
}

const warmUpOf =
  (db: Db, { resolve }: ResolveLink, { readStored }: LookUp) =>
  () =>
    warmUp({ readKeys: (count) => readLinkKeys(db, count), resolve, readStored });

const loadLinksOf =
  (db: Db, { beginBulkRead }: ResolveLink, { nearCacheBytes }: { nearCacheBytes: number }) =>
  (signal: AbortSignal) => {
    // before the transaction begins: its reads may miss changes from now on
    const bulkRead = beginBulkRead();
    const count = linksToLoad(nearCacheBytes);
    return db
      .transaction()
      .execute((transaction) => loadLinks({ bulkRead, signal }, readMostVisited(transaction, count)))
      .finally(bulkRead.end);
  };

type Revalidated = {
  near: NearCache;
  links: ResolveLink;
  subscription: Subscription;
  onQuery: () => void;
};

const openRevalidation = (
  { db, near, links, subscription, onQuery, log }: Pick<RedirectorDeps, 'db' | 'log'> & Revalidated,
  { revalidateMs, lookupTimeoutMs }: { revalidateMs: number; lookupTimeoutMs: number },
) =>
  startRevalidation(
    {
      near,
      isConnected: subscription.isConnected,
      beginBulkRead: links.beginBulkRead,
      findChanged: (known) => {
        onQuery();
        return within(lookupTimeoutMs, findChangedLinks(db, known));
      },
      log,
    },
    { everyMs: revalidateMs },
  );

const nearCacheSettingsOf = (settings: ReturnType<typeof redirectorSettingsOf>) => ({
  maxBytes: settings.nearCacheBytes,
  ttlMs: settings.nearCacheTtlMs,
  unknownTtlMs: settings.nearCacheUnknownTtlMs,
});

/** Starts also while Postgres is away: every request is answered 503 until the zones could be read. */
export async function makeRedirector(deps: RedirectorDeps, given: RedirectorSettings): Promise<Redirector> {
  const settings = redirectorSettingsOf(given);
  const monotonicClock = deps.monotonicClock ?? performance;
  const near = makeNearCache(monotonicClock, nearCacheSettingsOf(settings));
  const metrics = makeRedirectorMetrics(deps.metrics, near);
  const ages = reportLoopAges(deps.metrics, settings, monotonicClock);
  let isConnected = () => false;
  let isWaiting: LookUpDeps['isWaiting'] = () => false;
  const lookUp = makeLookUp(
    {
      ...deps,
      isWaiting: (key) => isWaiting(key),
      knownVersion: ({ zoneId, slug }) => near.version(zoneId, slug),
      isConnected: () => isConnected(),
      onQuery: metrics.onQuery,
    },
    settings,
  );
  const steadyClock = makeSteadyClock(deps.clock);
  const links = makeResolveLink({
    lookUp: lookUp.of,
    near,
    isConnected: () => isConnected(),
    onResolved: metrics.onResolved,
    now: steadyClock.now,
  });
  const zones = makeZones(
    { ...deps, clock: monotonicClock, isConnected: () => isConnected(), done: () => ages.done('zones') },
    {
      hostAliases: settings.hostAliases,
      refreshMs: settings.zoneRefreshMs,
      timeoutMs: settings.lookupTimeoutMs,
    },
  );
  // listening comes before reading, so that no change falls in between
  const onChange = (changed: ChangedKey) =>
    changed.slug === null ? zones.learn(changed.zoneId) : links.onChange(changed);
  const onMissed = () => {
    links.onMissed();
    zones.missed();
  };
  const onEmptied = settings.revalidateMs > 0 ? near.markAllForRevalidation : onMissed;
  const subscription = await deps.linkCache.subscribe(onChange, onMissed, onEmptied);
  isConnected = subscription.isConnected;
  const waiting = await watchOutbox(
    { ...deps, onChange, onMissed, done: () => ages.done('waiting_changes') },
    { everyMs: settings.outboxMs },
  );
  isWaiting = waiting.isWaiting;
  const revalidation = openRevalidation({ ...deps, ...metrics, near, links, subscription }, settings);
  await zones.reload();

  const { openCountries = openCountryLookup, log } = deps;
  const choose = makeChooseLocation({ openCountries, now: steadyClock.now, log }, settings);
  const passwords = openPasswords({ ...deps, now: steadyClock.now }, settings);
  const answerOf = makeAnswerOfRequest({ zones, resolve: links.resolve, choose, gate: passwords.gate });
  const answering = {
    answerOf,
    record: makeRecordVisit(deps, settings),
    log: deps.log,
    onAnswered: metrics.onAnswered,
    onTimed: metrics.onTimed,
    budget: makeAnswerBudget(metrics.onCut),
    trustedProxies: settings.trustedProxies,
  };
  return {
    handle: makeHandleRequest(answering),
    addFastPath: (server, isOurs) => addFastPath(server, { ...answering, clock: deps.clock, isOurs }),
    warmUp: warmUpOf(deps.db, links, lookUp),
    loadLinks: loadLinksOf(deps.db, links, settings),
    isReady: () => Promise.resolve(zones.isLoaded()),
    close: async () => {
      steadyClock.close();
      lookUp.close();
      passwords.close();
      await revalidation.close();
      await waiting.close();
      await subscription.close();
      await zones.close();
    },
  };
}
