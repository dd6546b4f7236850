// Prometheus metrics. One Metrics for each process, passed as a dependency; nothing registers on import.

import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

/** All metrics of a process as plain data, so that it can be sent to another process and summed there. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

export type Metrics = {
  /** A counter named `kurz_<name>_total`, with the given label names. */
  counter: <L extends string = never>(name: string, help: string, labelNames?: readonly L[]) => Counter<L>;
  /**
   * A gauge named `kurz_<name>`; `collect` is called at every scrape. `ofWorkers`: how the values of several workers
   * are combined (default: their sum; for an age, `max`).
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
  /** Exposes `metric` under its full former name too, for one release; the help of that copy says so. */
  alias: (former: string, metric: Metric) => void;
  /** The text that a scrape gets. */
  text: () => Promise<string>;
  /** The same as data, for `sumSnapshots`. */
  snapshot: () => Promise<MetricsSnapshot>;
};

/** The metric under another name; a histogram's buckets, sum and count are named with it. */
function renamedCopy(metric: Metric, former: string): Metric {
  const get = async () => {
    const { values, ...rest } = await metric.get();
    const [current, help] = [rest.name, `Renamed to ${rest.name}; this name is removed in the next release.`];
    const renamed = values.map((value) =>
      'metricName' in value && typeof value.metricName === 'string'
        ? { ...value, metricName: value.metricName.replace(current, former) }
        : value,
    );
    return { ...rest, name: former, help, values: renamed };
  };
  const overridden: Record<string | symbol, unknown> = { name: former, get };
  return new Proxy(metric, {
    get: (target, key): unknown => overridden[key] ?? Reflect.get(target, key),
  });
}

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
    alias: (former, metric) => registry.registerMetric(renamedCopy(metric, former)),
    text: () => registry.metrics(),
    snapshot: () => registry.getMetricsAsJSON(),
  };
}
