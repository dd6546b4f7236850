// The one way to query ClickHouse. A time limit and a circuit breaker, which all queries of a shard share, keep a dead
// ClickHouse from costing every request the whole wait. The other shards answer as usual.

import type { ClickHouse, ClickShards } from '@kurz/click-tables';
import type { Log, Metrics } from '@kurz/process';
import { makeCircuitBreaker, withinOrAbort } from '@kurz/resilience';
import { isClickHouseThere } from './is-clickhouse-there';

/**
 * Queries the shard that has the workspace. Undefined when it did not answer, or was not queried because it had failed
 * lately. Throws only when Postgres is away and has to say which shard it is. `isLong`: the query may take long on a
 * healthy ClickHouse. It has a longer time limit, and its failure does not count against ClickHouse.
 */
export type QueryAnalytics = <T>(
  read: (clickHouse: ClickHouse, limits: ReadLimits) => Promise<T>,
  query: { workspaceId: string; isLong?: boolean },
) => Promise<T | undefined>;

/** Limits of a query. ClickHouse does not notice when nobody waits any more, so it has the same time limit. */
export type ReadLimits = { signal: AbortSignal; limitMs: number };

/** For the SETTINGS of a statement. */
export const timeLimitOf = ({ limitMs }: ReadLimits) => `max_execution_time = ${limitMs / 1_000}`;

export type QueryAnalyticsConfig = {
  /** Time limit of an answer, ms. */
  waitMs: number;
  /** Time limit of the answer to a long query, ms; default: 5,000. */
  longWaitMs?: number;
  breaker: {
    /** Failures in a row that open the breaker. */
    failures: number;
    probeEveryMs: number;
    /** Time limit of a probe, ms. */
    probeWaitMs: number;
  };
};

export const ANALYTICS_CONFIG: QueryAnalyticsConfig = {
  waitMs: 2_000,
  breaker: { failures: 3, probeEveryMs: 250, probeWaitMs: 1_000 },
};

const LONG_WAIT_MS = 5_000;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function makeQueryAnalytics(
  deps: { shards: ClickShards; log: Log; metrics: Metrics },
  config: QueryAnalyticsConfig = ANALYTICS_CONFIG,
): { queryAnalytics: QueryAnalytics; close: () => void } {
  const { longWaitMs = LONG_WAIT_MS } = config;
  const { failures, probeEveryMs, probeWaitMs } = config.breaker;
  const isOne = deps.shards.all.length === 1;
  // by its position from 1 on, as the admin command and the ingesters name it
  const shardFieldOf = (number: number) => (isOne ? {} : { shard: number + 1 });
  const breakers = deps.shards.all.map((shard, number) => {
    const probe = () => withinOrAbort(probeWaitMs, (signal) => isClickHouseThere(shard, { signal }));
    const store = isOne ? 'clickhouse' : `clickhouse shard ${number + 1}`;
    return makeCircuitBreaker(deps, { store, failures, probeEveryMs, probe });
  });
  deps.metrics.gauge(
    'api_clickhouse_away',
    '1 while ClickHouse, or one of its shards, is not asked because it did not answer',
    [],
    (gauge) => gauge.set(breakers.some((breaker) => breaker.isOpen()) ? 1 : 0),
    'max',
  );
  const queryAnalytics: QueryAnalytics = async (read, { workspaceId, isLong = false }) => {
    const limitMs = isLong ? longWaitMs : config.waitMs;
    const number = await deps.shards.numberOf(workspaceId);
    const breaker = breakers[number];
    if (!breaker) {
      deps.log.error({ event: 'clickhouse_shard_unknown', shard: number + 1 });
      return undefined;
    }
    const answered = await breaker.attempt(
      () => withinOrAbort(limitMs, (signal) => read(deps.shards.at(number), { signal, limitMs })),
      { countsFailure: !isLong },
    );
    if (answered.kind === 'done') return answered.value;
    if (answered.kind === 'failed') {
      deps.log.warn({ event: 'clickhouse_away', ...shardFieldOf(number), error: textOf(answered.error) });
    }
    return undefined;
  };
  return { queryAnalytics, close: () => breakers.forEach((breaker) => breaker.close()) };
}
