// increase() over a series that appears with its first event is 0: a single lost visit would raise no alert.
// So every series that an alert takes increase() or rate() of is there, at 0, before anything has happened.

import { makeMetrics, silentLog, systemClock, type Metrics } from '@kurz/process';
import { makeJournalReport } from '../../libs/click-journal/src/journal-report';
import { makeRequestMetrics } from '../../services/api/src/server/request-metrics';
import { makeIngesterMetrics } from '../../services/ingester/src/metrics/ingester-metrics';
import { makeStreamMetrics } from '../../services/ingester/src/metrics/stream-metrics';
import { makeRedirectorMetrics } from '../../services/redirector/src/redirector-metrics';
import { makeNearCache } from '../../services/redirector/src/near-cache/near-cache';
import { makeShipMetrics } from '../../services/redirector/src/ship/ship-metrics';
import { superviseWorkers } from '../../services/redirector/src/workers/supervise-workers';
import { at, listOf, readYaml, textOf } from './deploy-files';

const COUNTED = /\b(?:increase|rate)\(\s*([a-z_]+)(?:\{([a-z]+)(=~|!~|=)"([^"]*)"\})?\s*\[/g;

/** What an alert counts: a metric, narrowed by at most one label. */
type Counted = { alert: string; metric: string; fits: (line: string) => boolean };

function fitOf(label: string, sign: string, value: string): (line: string) => boolean {
  const pattern = new RegExp(`^(?:${sign === '=' ? value.replace(/\W/g, '\\$&') : value})$`);
  return (line) => {
    const found = new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? '';
    return pattern.test(found) === (sign !== '!~');
  };
}

const rules = listOf(at(readYaml('deploy/prometheus/alerts.yml'), 'groups')).flatMap((group) =>
  listOf(at(group, 'rules')),
);

const counted = rules.flatMap((rule): Counted[] =>
  [...textOf(at(rule, 'expr')).matchAll(COUNTED)].map(([, metric = '', label, sign = '', value = '']) => ({
    alert: textOf(at(rule, 'alert')),
    metric,
    fits: label === undefined ? () => true : fitOf(label, sign, value),
  })),
);

/** What the services register when they start, and when a partition or a route is theirs. */
async function register(metrics: Metrics): Promise<void> {
  makeJournalReport({ log: silentLog, metrics }, () => 0);
  makeShipMetrics(metrics);
  makeRedirectorMetrics(metrics, makeNearCache(performance, { maxBytes: 0, ttlMs: 0, unknownTtlMs: 0 }));
  await superviseWorkers({ log: silentLog, metrics }, { count: 0, nodeArguments: [], stopMs: 0 });
  makeIngesterMetrics(metrics);
  makeStreamMetrics(metrics, { now: Date.now, lags: () => [], staleness: () => [] }).owns(0);
  makeRequestMetrics({ metrics, clock: systemClock }).expect('GET', '/urls/:slug');
}

describe('before anything has happened', () => {
  let lines: string[];
  beforeAll(async () => {
    const metrics = makeMetrics();
    await register(metrics);
    lines = (await metrics.text()).split('\n');
  });

  it('the alerts count things', () => {
    expect(counted.length).toBeGreaterThan(8);
    const all = rules.map((rule) => textOf(at(rule, 'expr'))).join('\n');
    expect(counted).toHaveLength([...all.matchAll(/\b(?:increase|rate)\(/g)].length);
  });

  it.each(counted)('$alert has a series of $metric, at 0', ({ metric, fits }) => {
    const series = lines.filter((line) => /^[a-z_]+/.exec(line)?.[0] === metric && fits(line));
    expect(series).not.toEqual([]);
    expect(series.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  });
});
