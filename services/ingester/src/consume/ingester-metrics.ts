// What the ingester tells Prometheus.

import type { Metrics } from '@kurz/process';
import { POISON_REASONS } from '../read/poison-line';
import type { ConsumerName } from './consumer';

/** Why a visit of the stream is not in a consumer's count. `unknown_link`: no such link in Postgres; `damaged`: bad checksum. */
const DROP_REASONS = {
  consolidate: [...POISON_REASONS, 'damaged', 'erased'],
  hits: ['unknown_link'],
  live: ['erased'],
} as const;

type DropReason<C extends ConsumerName> = (typeof DROP_REASONS)[C][number];

export type IngesterMetrics = {
  counted: (consumer: ConsumerName, visits: number) => void;
  dropped: <C extends ConsumerName>(consumer: C, reason: DropReason<C>, visits: number) => void;
  failed: (consumer: ConsumerName) => void;
  isDown: (consumer: ConsumerName, partition: number, down: boolean) => void;
  position: (consumer: ConsumerName, partition: number, position: number) => void;
  openErasures: (links: number) => void;
  /** `ms`: asked at each scrape. */
  uncompacted: (ms: () => number) => void;
};

export function makeIngesterMetrics(metrics: Metrics): IngesterMetrics {
  const counted = metrics.counter('ingester_visits', 'Visits counted', ['consumer']);
  const dropped = metrics.counter('ingester_visits_dropped', 'Visits and lines that were not counted', [
    'consumer',
    'reason',
  ]);
  // an alert sees a counter rise, and not that one has appeared
  for (const [consumer, reasons] of Object.entries(DROP_REASONS))
    for (const reason of reasons) dropped.inc({ consumer, reason }, 0);
  const failed = metrics.counter('ingester_failures', 'Attempts that failed and are repeated', ['consumer']);
  const down = metrics.gauge('ingester_consumer_down', '1 while a consumer cannot go on', [
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
  let uncompactedMs = () => 0;
  metrics.gauge(
    'ingester_uncompacted_seconds',
    'How long closed days have waited to be compacted; 0 when none does',
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
    openErasures: (links) => erasures.set(links),
    uncompacted: (ms) => void (uncompactedMs = ms),
  };
}
