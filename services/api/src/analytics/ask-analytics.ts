// The one way to ask ClickHouse. A bounded wait and a breaker, which all questions share, keep a dead ClickHouse from
// costing every request the whole wait.

import type { ClickHouse } from '@kurz/click-tables';
import type { Log, Metrics } from '@kurz/process';
import { makeBreaker, type BreakerConfig } from './breaker';
import { isClickHouseThere } from './is-clickhouse-there';
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
  /** And for that of a long question; default: 5,000. */
  longWaitMs?: number;
  breaker: BreakerConfig;
};

export const ANALYTICS_CONFIG: AskAnalyticsConfig = {
  waitMs: 2_000,
  breaker: { failures: 3, probeEveryMs: 250, probeWaitMs: 1_000 },
};

const LONG_WAIT_MS = 5_000;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function makeAskAnalytics(
  deps: { clickHouse: ClickHouse; log: Log; metrics: Metrics },
  config: AskAnalyticsConfig = ANALYTICS_CONFIG,
): { askAnalytics: AskAnalytics; close: () => void } {
  const { longWaitMs = LONG_WAIT_MS } = config;
  const probe = (signal: AbortSignal) => isClickHouseThere(deps.clickHouse, signal);
  const breaker = makeBreaker({ probe }, config.breaker);
  deps.metrics.gauge(
    'api_clickhouse_away',
    '1 while ClickHouse is not asked because it did not answer',
    [],
    (gauge) => gauge.set(breaker.mayAsk() ? 0 : 1),
    'max',
  );
  const askAnalytics: AskAnalytics = async (read, { isLong } = { isLong: false }) => {
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
  return { askAnalytics, close: breaker.close };
}
