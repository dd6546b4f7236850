// Failures that nobody would notice have an alert: it exists under its name, and reads what the services export.

import { at, listOf, readYaml, textOf } from './deploy-files';
import { exportedMetrics } from './exported-metrics';
import { promqlOf } from './promql-metrics';

const REQUIRED: [alert: string, metrics: string[]][] = [
  ['ShippingStandsStill', ['kurz_ship_healthy']],
  ['ShippingStandsStillLong', ['kurz_ship_healthy']],
  ['ConsumerNeverStarts', ['kurz_ingester_consumer_joined']],
  [
    'LoopStandsStill',
    ['kurz_api_loop_age_seconds', 'kurz_ingester_loop_age_seconds', 'kurz_redirector_loop_age_seconds'],
  ],
  ['SumsDiffer', ['kurz_api_sums_differing_links', 'kurz_ingester_unaccounted_journals']],
  ['SumsAreNotCompared', ['kurz_api_sums_age_seconds']],
  ['WorkerNeverStarts', ['kurz_redirector_workers', 'kurz_redirector_workers_wanted']],
];

const rules = listOf(at(readYaml('deploy/prometheus/alerts.yml'), 'groups')).flatMap((group) =>
  listOf(at(group, 'rules')),
);

it.each(REQUIRED)('%s is there and reads %j', (name, metrics) => {
  const alert = rules.find((rule) => textOf(at(rule, 'alert')) === name);
  if (!alert) throw new Error(`there is no alert ${name}`);
  const promql = promqlOf(textOf(at(alert, 'expr')));
  if (promql.kind === 'faulty') throw new Error(`cannot be parsed near: ${promql.near}`);
  expect([...promql.metrics].sort()).toEqual(metrics);
  const exported = exportedMetrics();
  expect(metrics.filter((metric) => !exported.has(metric))).toEqual([]);
});

it('every age of a loop that a service exports is read by an alert', () => {
  const ages = [...exportedMetrics()].filter((metric) => metric.endsWith('_loop_age_seconds'));
  const read = REQUIRED.find(([name]) => name === 'LoopStandsStill')?.[1];
  expect(ages.sort()).toEqual(read);
});
