// The stores that the API needs. Each route maker takes the part that it uses.

import type { ClickHouses } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LinkCache } from '@kurz/link-cache';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log, Metrics } from '@kurz/process';
import type { RedisStore } from '@kurz/redis';
import type { OpenCountries } from '../imports/jobs/peer-reader';
import type { ReadFresh } from '../replica/read-fresh';
import type { ApiLoopAges } from './api-loop-ages';

export type ApiDeps = {
  db: Db;
  /** For reads that may be long; by default they use `db`. */
  readFresh?: ReadFresh;
  clickHouses: ClickHouses;
  linkCache: LinkCache;
  liveClicks: LiveClicks;
  /** Counts requests for all API processes together. Without it each process counts for itself. */
  redis?: RedisStore;
  /** Gives the look-up of countries by network, see PeerReader. */
  openCountries?: OpenCountries;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Given when the process has loops beside those of makeApi. By default, ages are made for these alone. */
  loopAges?: ApiLoopAges;
};

/** What makeApi passes to the makers of routes. */
export type RouteDeps = ApiDeps & { readFresh: ReadFresh };
