// Prometheus metrics. A process makes one Metrics and hands it down; nothing registers on import.

import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

/** All metrics of a process as plain data, so that it can be sent to another process and summed there. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

export type Metrics = {
  /** A counter named `kurz_<name>_total`, with the given label names. */
  counter: <L extends string = never>(name: string, help: string, labelNames?: readonly L[]) => Counter<L>;
  /**
   * A gauge named `kurz_<name>`; `collect` is called at every scrape. `ofWorkers`: what several workers' values come to
   * (default: their sum; an age is the greatest).
   */
  gauge: <L extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly L[],
    collect?: (gauge: Gauge<L>) => void,
    ofWorkers?: 'sum' | 'max' | 'min',
  ) => Gauge<L>;
  /** A histogram named `kurz_<name>_seconds`. */
  histogram: <L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames?: readonly L[],
  ) => Histogram<L>;
  /** The text that a scrape gets. */
  text: () => Promise<string>;
  /** The same as data, for `sumSnapshots`. */
  snapshot: () => Promise<MetricsSnapshot>;
};

export function makeMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) =>
      new Counter({ name: `kurz_${name}_total`, help, labelNames: [...labelNames], registers }),
    gauge: (name, help, labelNames = [], collect, ofWorkers = 'sum') => {
      const gauge: Gauge<(typeof labelNames)[number]> = new Gauge({
        name: `kurz_${name}`,
        help,
        labelNames: [...labelNames],
        registers,
        aggregator: ofWorkers,
        ...(collect ? { collect: () => collect(gauge) } : {}),
      });
      return gauge;
    },
    histogram: (name, help, buckets, labelNames = []) =>
      new Histogram({ name: `kurz_${name}_seconds`, help, buckets, labelNames: [...labelNames], registers }),
    text: () => registry.metrics(),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}
