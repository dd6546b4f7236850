// Every alert and every log line that asks for a person names a heading of the runbook, so that a paged operator finds
// it. No alert reads a metric that is not exported.

import { at, listOf, readText, readYaml, textOf, type Tree } from './deploy-files';
import { exportedMetrics } from './exported-metrics';
import { productSources } from './product-sources';
import { promqlOf } from './promql-metrics';

const FOREIGN = /^(up|nodejs_|process_)/;

const headings = new Set(
  readText('deploy/runbook.md')
    .split('\n')
    .filter((line) => line.startsWith('## '))
    .map((line) => line.slice(3).trim()),
);

const alerts: Tree[] = listOf(at(readYaml('deploy/prometheus/alerts.yml'), 'groups')).flatMap((group) =>
  listOf(at(group, 'rules')),
);

const titled = alerts.map((alert): [string, Tree] => [textOf(at(alert, 'alert')), alert]);

/** What the group of the pattern matches in all sources. */
const foundInSources = (pattern: RegExp): string[] =>
  productSources().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found));

it('has alerts, each with a name of its own', () => {
  expect(titled.length).toBeGreaterThan(8);
  expect(new Set(titled.map(([name]) => name)).size).toBe(titled.length);
});

describe.each(titled)('the alert %s', (_, alert) => {
  it('names a heading of the runbook', () => {
    expect([...headings]).toContain(textOf(at(alert, 'annotations', 'runbook')));
  });

  it('says how urgent it is and what is the matter', () => {
    expect(['page', 'ticket']).toContain(at(alert, 'labels', 'severity'));
    expect(textOf(at(alert, 'annotations', 'summary'))).not.toBe('');
  });

  it('is an expression over metrics that exist', () => {
    const promql = promqlOf(textOf(at(alert, 'expr')));
    if (promql.kind === 'faulty') throw new Error(`cannot be parsed near: ${promql.near}`);
    expect(promql.metrics).not.toEqual([]);
    const exported = exportedMetrics();
    expect(promql.metrics.filter((name) => !FOREIGN.test(name) && !exported.has(name))).toEqual([]);
  });
});

it('finds a heading for every log line that asks for a person', () => {
  const named = foundInSources(/\brunbook: '([^']+)'/g);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((heading) => !headings.has(heading))).toEqual([]);
});

it('tells of every warning and every error that the log can hold', () => {
  const events = foundInSources(/^(?!.*\/\*\*|\s*\*).*\blog\.(?:warn|error)\(\s*\{\s*event: '([a-z_]+)'/gm);
  expect(events.length).toBeGreaterThan(40);
  const runbook = readText('deploy/runbook.md');
  expect([...new Set(events)].filter((event) => !runbook.includes(`\`${event}\``))).toEqual([]);
});
