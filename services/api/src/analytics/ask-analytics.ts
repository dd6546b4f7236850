// The one way to ask ClickHouse: stats, campaign report and usage hand in what they want to read. A bounded wait and a
// breaker, which they share, keep a dead ClickHouse from costing every request the whole wait.

import { performance } from 'node:perf_hooks';
import type { ClickHouse } from '@kurz/click-tables';
import type { Log } from '@kurz/process';
import { makeBreaker, type BreakerConfig } from './breaker';
import { settleWithin } from './settle-within';

/**
 * Undefined when ClickHouse did not answer, or was not asked because it lately did not. Never throws. `isLong`: the
 * question may take long on a ClickHouse that is well: it is waited for longer, and its failure keeps nobody else from
 * asking.
 */
export type AskAnalytics = <T>(
  read: (clickHouse: ClickHouse, signal: AbortSignal) => Promise<T>,
  question?: { isLong: boolean },
) => Promise<T | undefined>;

export type AskAnalyticsConfig = {
  /** Longest wait for an answer, ms. */
  waitMs: number;
  /** And for that of a long question; 5,000 unless told. */
  longWaitMs?: number;
  breaker: BreakerConfig;
};

export const ANALYTICS_CONFIG: AskAnalyticsConfig = {
  waitMs: 2_000,
  breaker: { failures: 3, pauseMs: 3_000 },
};

const LONG_WAIT_MS = 5_000;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function makeAskAnalytics(
  deps: { clickHouse: ClickHouse; log: Log },
  config: AskAnalyticsConfig = ANALYTICS_CONFIG,
): AskAnalytics {
  const { longWaitMs = LONG_WAIT_MS } = config;
  const breaker = makeBreaker({ clock: performance }, config.breaker);
  return async (read, { isLong } = { isLong: false }) => {
    if (!breaker.mayAsk()) return undefined;
    try {
      const answered = await settleWithin(isLong ? longWaitMs : config.waitMs, (signal) =>
        read(deps.clickHouse, signal),
      );
      breaker.succeeded();
      return answered;
    } catch (error) {
      if (!isLong) breaker.failed();
      deps.log.warn({ event: 'clickhouse_away', error: textOf(error) });
      return undefined;
    }
  };
}
