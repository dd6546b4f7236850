// Every panel of the dashboard queries metrics that the services export, in PromQL that Prometheus accepts.

import { at, entriesOf, listOf, readYaml, textOf, type Tree } from './deploy-files';
import { exportedMetrics } from './exported-metrics';
import { promqlOf } from './promql-metrics';

const FOREIGN = /^(up|nodejs_|process_)/;

// JSON is YAML
const dashboard = readYaml('deploy/grafana/dashboards/kurz.json');
const panels = listOf(at(dashboard, 'panels'));
const asking = panels.filter((panel) => at(panel, 'type') !== 'row');

/** Fills in the variable that Grafana fills in before a query. */
const filledIn = (expression: string) => expression.replaceAll('$__rate_interval', '1m');

const expressions = asking.flatMap((panel) =>
  listOf(at(panel, 'targets')).map((target): [string, string] => [
    textOf(at(panel, 'title')),
    filledIn(textOf(at(target, 'expr'))),
  ]),
);

it.each(expressions)('%s: %s', (_, expression) => {
  const promql = promqlOf(expression);
  if (promql.kind === 'faulty') throw new Error(`cannot be parsed near: ${promql.near}`);
  const exported = exportedMetrics();
  expect(promql.metrics).not.toEqual([]);
  expect(promql.metrics.filter((name) => !FOREIGN.test(name) && !exported.has(name))).toEqual([]);
});

it('shows something of every service, each panel with a title, a unit and a place of its own', () => {
  const read = expressions.map(([, expression]) => expression).join('\n');
  for (const service of ['kurz_redirector_', 'kurz_journal_', 'kurz_ingester_', 'kurz_api_'])
    expect(read).toContain(service);
  const places = panels.map((panel) => JSON.stringify(at(panel, 'gridPos')));
  expect(new Set(places).size).toBe(panels.length);
  for (const panel of asking) {
    expect(textOf(at(panel, 'title'))).not.toBe('');
    expect(entriesOf(at(panel, 'fieldConfig', 'defaults')).map(([key]) => key)).toContain('unit');
  }
});

it('asks the data source that is provisioned', () => {
  const source = at(
    readYaml('deploy/grafana/provisioning/datasources/prometheus.yml'),
    'datasources',
    0,
    'uid',
  );
  const asked: (Tree | undefined)[] = asking.map((panel) => at(panel, 'datasource', 'uid'));
  expect(new Set(asked)).toEqual(new Set([source]));
});
