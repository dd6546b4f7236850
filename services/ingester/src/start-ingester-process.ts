// The ingester as a process of its own: stores, the three consumers, and the operations server. Starts also while
// stores are away; each consumer waits for its own.

import { openStreamClient } from '@kurz/click-stream';
import { openClickHouses } from '@kurz/click-tables';
import { openDatabase } from '@kurz/database';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, openedOrClosed, serveOperations, systemClock, type Closing } from '@kurz/process';
import type { Log, RunningProcess } from '@kurz/process';
import { openRedisStore } from '@kurz/redis';
import { openCountryLookup } from '@kurz/visitor-facts';
import { makeStreamIngester } from './kafka-ingester';
import type { ProcessSettings } from './settings';

/** A script that stages a chunk takes a millisecond or two; the limit only detects a silent Redis. */
const COMMAND_TIMEOUT_MS = 2_000;

type Deps = {
  log: Log;
  /** Called when only an operator can help: the process should end. */
  onRefused: (reason: string) => void;
};

export async function startIngesterProcess(
  { log, onRefused }: Deps,
  settings: ProcessSettings,
): Promise<RunningProcess> {
  const clock = systemClock;
  const metrics = makeMetrics({ processMetrics: true });
  const open = async (closing: Closing): Promise<RunningProcess> => {
    const countryOf = await openCountryLookup(settings.geoFile);
    const onError = (error: Error) => log.warn({ event: 'postgres_connection_lost', error: error.message });
    const database = openDatabase({ ...settings.postgres, onError });
    closing.add('database', database.close);
    const clickHouses = openClickHouses(settings.clickHouses);
    for (const shard of clickHouses) closing.add('clickhouse', shard.close);
    const redis = openRedisStore(
      settings.redisUrl,
      { log, name: 'ingester' },
      { commandTimeoutMs: COMMAND_TIMEOUT_MS },
    );
    closing.add('redis', () => redis.disconnect());
    const kafka = openStreamClient(settings.kafka, { log });
    const liveClicks = makeRedisLiveClicks({ redis, clock });
    const stores = { kafka, clickHouses, db: database.db, liveClicks };
    const ingester = makeStreamIngester({ ...stores, countryOf, clock, log, metrics }, settings.ingester);
    closing.add('ingester', ingester.close);
    void ingester.refused.then(onRefused);
    const operations = await serveOperations(
      { metrics, log, checks: () => Promise.resolve(ingester.hasJoined()) },
      settings.ops,
    );
    closing.add('operations', operations.close);
    log.info({ event: 'started', operationsPort: operations.port });
    return { drain: operations.drain, close: closing.close };
  };
  return openedOrClosed(open, (name, error) =>
    log.error({ event: 'close_failed', name, error: String(error) }),
  );
}
