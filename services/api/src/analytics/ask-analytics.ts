// The one way to ask ClickHouse. A time limit and a circuit breaker, which all questions share, keep a dead ClickHouse
// from costing every request the whole wait.

import type { ClickHouse } from '@kurz/click-tables';
import type { Log, Metrics } from '@kurz/process';
import { makeCircuitBreaker, withinOrAbort } from '@kurz/resilience';
import { isClickHouseThere } from './is-clickhouse-there';

/**
 * Undefined when ClickHouse did not answer, or was not asked because it lately did not. Never throws. `isLong`: the
 * question may take long on a ClickHouse that is well. It has a longer time limit, and its failure does not count
 * against ClickHouse.
 */
export type AskAnalytics = <T>(
  read: (clickHouse: ClickHouse, signal: AbortSignal) => Promise<T>,
  question?: { isLong: boolean },
) => Promise<T | undefined>;

export type AskAnalyticsConfig = {
  /** Time limit of an answer, ms. */
  waitMs: number;
  /** And of that of a long question; default: 5,000. */
  longWaitMs?: number;
  breaker: {
    /** Failures in a row that open it. */
    failures: number;
    probeEveryMs: number;
    /** Time limit of a probe, ms. */
    probeWaitMs: number;
  };
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
  const { failures, probeEveryMs, probeWaitMs } = config.breaker;
  const probe = () => withinOrAbort(probeWaitMs, (signal) => isClickHouseThere(deps.clickHouse, signal));
  const breaker = makeCircuitBreaker(deps, { store: 'clickhouse', failures, probeEveryMs, probe });
  deps.metrics.gauge(
    'api_clickhouse_away',
    '1 while ClickHouse is not asked because it did not answer',
    [],
    (gauge) => gauge.set(breaker.isOpen() ? 1 : 0),
    'max',
  );
  const askAnalytics: AskAnalytics = async (read, { isLong } = { isLong: false }) => {
    const limitMs = isLong ? longWaitMs : config.waitMs;
    const answered = await breaker.attempt(
      () => withinOrAbort(limitMs, (signal) => read(deps.clickHouse, signal)),
      { countsFailure: !isLong },
    );
    if (answered.kind === 'done') return answered.value;
    if (answered.kind === 'failed') {
      deps.log.warn({ event: 'clickhouse_away', error: textOf(answered.error) });
    }
    return undefined;
  };
  return { askAnalytics, close: breaker.close };
}
