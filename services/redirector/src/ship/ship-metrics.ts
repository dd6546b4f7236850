// The metrics of shipping, from the reports of the shipping thread.

import type { Metrics } from '@kurz/process';
import type { ThreadReport } from './thread-messages';

export type ShipMetrics = {
  update: (report: ThreadReport) => void;
  /** The thread ended; another one counts from zero. */
  restarted: () => void;
  /** The thread hangs: its last report is no longer valid. */
  silent: () => void;
};

export function makeShipMetrics(metrics: Metrics): ShipMetrics {
  const visits = metrics.counter(
    'ship_visits',
    'Visits that Kafka has acknowledged, of own and orphaned journals.',
  );
  const failures = metrics.counter(
    'ship_failures',
    'Transactions and openings that failed and were started again.',
  );
  const damaged = metrics.counter('ship_damaged_lines', 'Damaged journal lines that were skipped.');
  const backlog = metrics.gauge('ship_backlog_bytes', 'Bytes of the journal that are not in Kafka yet.');
  const oldest = metrics.gauge(
    'ship_oldest_unshipped_seconds',
    'Age of the oldest visit that is not in Kafka yet.',
    [],
    undefined,
    'max',
  );
  const isShipping = metrics.gauge(
    'ship_healthy',
    '1 while the journal is being shipped, 0 while it waits or is refused, or its thread is silent.',
    [],
    undefined,
    'min',
  );
  let seen = { visits: 0, failures: 0, damaged: 0 };

  return {
    update: (report) => {
      const now = {
        visits: report.shippedVisits + report.drainedVisits,
        failures: report.failures,
        damaged: report.damagedLines,
      };
      visits.inc(Math.max(0, now.visits - seen.visits));
      failures.inc(Math.max(0, now.failures - seen.failures));
      damaged.inc(Math.max(0, now.damaged - seen.damaged));
      seen = now;
      backlog.set(report.backlog.bytes);
      oldest.set(report.backlog.oldestSeconds);
      isShipping.set(report.health === 'shipping' ? 1 : 0);
    },
    restarted: () => {
      seen = { visits: 0, failures: 0, damaged: 0 };
      isShipping.set(0);
    },
    silent: () => isShipping.set(0),
  };
}
