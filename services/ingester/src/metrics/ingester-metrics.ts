// The ingester's metrics.

import { makeLoopAges, type Metrics } from '@kurz/process';
import { POISON_REASONS } from '../source/partition-source';
import type { ConsumerName } from '../source/consumer-name';

/**
 * Why a visit of the stream is not in a consumer's count. `unknown_link`: no such link in Postgres; `damaged`: bad
 * checksum.
 */
const DROP_REASONS = {
  consolidate: [...POISON_REASONS, 'damaged', 'erased'],
  hits: ['unknown_link'],
  live: ['erased'],
} as const;

/** `partitions` in the embedded product, `stream` on Kafka. */
export type MaintenanceTask =
  'erasures' | 'compaction' | 'masked_rows' | 'partitions' | 'stream' | 'shard_moves';

type DropReason<C extends ConsumerName> = (typeof DROP_REASONS)[C][number];

export type IngesterMetrics = {
  counted: (consumer: ConsumerName, visits: number) => void;
  dropped: <C extends ConsumerName>(consumer: C, reason: DropReason<C>, visits: number) => void;
  failed: (consumer: ConsumerName) => void;
  isDown: (consumer: ConsumerName, partition: number, down: boolean) => void;
  position: (consumer: ConsumerName, partition: number, position: number) => void;
  /** The partition is assigned elsewhere now, or not at all. */
  left: (consumer: ConsumerName, partition: number) => void;
  openErasures: (links: number) => void;
  /** For how long the oldest of them has been open; undefined when none is. */
  oldestErasure: (seconds: number | undefined) => void;
  /** `ms`: asked at each scrape. */
  uncompacted: (ms: () => number) => void;
  /** `isIn`: asked at each scrape, whether a consumer is a member of its group. */
  joined: (isIn: () => Record<ConsumerName, boolean>) => void;
  /** These tasks run from now on. Call the returned function when a round of one has succeeded. */
  maintenance: (names: readonly MaintenanceTask[]) => (name: MaintenanceTask) => void;
};

export function makeIngesterMetrics(metrics: Metrics): IngesterMetrics {
  const counted = metrics.counter('ingester_visits', 'Visits counted', ['consumer']);
  const dropped = metrics.counter('ingester_visits_dropped', 'Visits and lines that were not counted', [
    'consumer',
    'reason',
  ]);
  // an alert sees a counter rise, but not a new counter appear
  for (const [consumer, reasons] of Object.entries(DROP_REASONS))
    for (const reason of reasons) dropped.inc({ consumer, reason }, 0);
  const failed = metrics.counter('ingester_failures', 'Attempts that failed and are repeated', ['consumer']);
  const down = metrics.gauge('ingester_consumer_down', '1 while a consumer cannot continue', [
    'consumer',
    'partition',
  ]);
  const position = metrics.gauge('ingester_position', 'Position in the click stream', [
    'consumer',
    'partition',
  ]);
  const erasures = metrics.gauge(
    'ingester_open_erasures',
    'Deleted links whose counts are still to be removed',
  );
  let openSince: number | undefined;
  metrics.gauge(
    'ingester_oldest_erasure_seconds',
    'Age of the oldest deletion of a link whose counts are still to be removed; 0 when there is none',
    [],
    (gauge) => gauge.set(openSince === undefined ? 0 : (performance.now() - openSince) / 1_000),
    'max',
  );
  let uncompactedMs = () => 0;
  metrics.gauge(
    'ingester_uncompacted_seconds',
    'How long closed days have waited to be compacted; 0 when none waits',
    [],
    (gauge) => gauge.set(uncompactedMs() / 1_000),
    'max',
  );
  return {
    counted: (consumer, visits) => counted.inc({ consumer }, visits),
    dropped: (consumer, reason, visits) => {
      if (visits > 0) dropped.inc({ consumer, reason }, visits);
    },
    failed: (consumer) => failed.inc({ consumer }),
    isDown: (consumer, partition, isDown) => down.set({ consumer, partition }, isDown ? 1 : 0),
    position: (consumer, partition, at) => position.set({ consumer, partition }, at),
    left: (consumer, partition) => {
      down.remove({ consumer, partition });
      position.remove({ consumer, partition });
    },
    openErasures: (links) => erasures.set(links),
    // the age keeps growing while PostgreSQL cannot be asked
    oldestErasure: (seconds) =>
      void (openSince = seconds === undefined ? undefined : performance.now() - seconds * 1_000),
    uncompacted: (ms) => void (uncompactedMs = ms),
    joined: (isIn) => {
      metrics.gauge(
        'ingester_consumer_joined',
        '1 while this process is a member of the consumer group',
        ['consumer'],
        (gauge) => {
          for (const [consumer, isMember] of Object.entries(isIn()))
            gauge.set({ consumer }, isMember ? 1 : 0);
        },
        'min',
      );
    },
    maintenance: (names) => {
      const ages = makeLoopAges(names);
      metrics.gauge(
        'ingester_loop_age_seconds',
        'Time since a background loop last completed a round successfully, or since the start',
        ['loop'],
        ages.report,
        'max',
      );
      return ages.done;
    },
  };
}
