// The ingester as its composer sees it.

import type { ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log, Metrics } from '@kurz/process';
import type { PlanStore } from './plan/plan-store';
import type { ClickSource } from './source/click-source';

export type IngesterDeps = {
  source: ClickSource;
  clickHouse: ClickHouse;
  db: Db;
  liveClicks: LiveClicks;
  /** What `openCountryLookup` gives. */
  countryOf: (network: string) => string;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Default: files in the state directory. */
  plans?: PlanStore;
};

export type IngesterSettings = {
  /** For plans and dead letters; belongs to this ingester alone. */
  stateDirectory: string;
  /** Waits this long after the first new visit, so that a row stands for more of them; 250 embedded, 10,000 in production. */
  gatherMs: number;
  /** Most visits of a batch, at most 10,000. */
  maxVisits: number;
};

export type Ingester = {
  /** Begins to count. Throws when plans and stream do not belong together; waits for no store. */
  start: () => Promise<void>;
  /** Resolves when all that is in the stream at the call is counted by every consumer and published to the stats. */
  caughtUp: () => Promise<void>;
  /** A link was deleted: remove its counts now rather than within a second. */
  nudgeErasures: () => void;
  /** Ends the batch in hand, or leaves it to the next start, within 2 s. Source and stores stay open. */
  close: () => Promise<void>;
};
