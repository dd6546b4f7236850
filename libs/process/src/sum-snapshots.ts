// Aggregates the metrics of several workers, one snapshot each.

import { AggregatorRegistry } from 'prom-client';
import type { MetricsSnapshot } from './metrics';

/** prom-client averages these, which would hide one stalled worker among four. */
const EVENT_LOOP_LAG = 'nodejs_eventloop_lag_';

const byRule = (metric: MetricsSnapshot[number]): MetricsSnapshot[number] =>
  metric.name.startsWith(EVENT_LOOP_LAG)
    ? { ...metric, aggregator: metric.name === `${EVENT_LOOP_LAG}min_seconds` ? 'min' : 'max' }
    : metric;

/** Sums for counters and histograms, the rule given to `gauge` for gauges, the maximum for the lag of event loops. */
const summed = (snapshots: readonly MetricsSnapshot[]) =>
  AggregatorRegistry.aggregate(snapshots.map((snapshot) => snapshot.map(byRule)));

/** One snapshot in the place of many. */
export function sumSnapshots(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  return summed(snapshots).getMetricsAsJSON();
}

/** The text that a scrape gets. */
export function textOfSnapshots(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return summed(snapshots).metrics();
}

/** What remains of an ended process: counters and histograms, because a total must not fall. Its gauges end with it. */
export function totalsOf(snapshot: MetricsSnapshot): MetricsSnapshot {
  // the JSON says 'counter' where the library's type promises an enumeration's number
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
