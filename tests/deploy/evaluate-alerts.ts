// Evaluates the alerts over synthetic series with Prometheus's own tool.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { at as inTree, listOf, readYaml, textOf, type Tree } from './deploy-files';
import { prometheusTool, ran } from './deploy-tools';

/** The rules of all groups. */
export const rules = listOf(inTree(readYaml('deploy/prometheus/alerts.yml'), 'groups')).flatMap((group) =>
  listOf(inTree(group, 'rules')),
);

/** Values by series name with labels, in promtool's notation. */
export type Series = Readonly<Record<string, string>>;

export const inputSeries = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

/** Runs a promtool test of some of the rules. Returns 'as expected', or what the tool prints. */
export function runRulesTest(
  of: readonly Tree[],
  test: { evaluation_interval: string; tests: object[] },
): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-rules-'));
  try {
    const file = path.join(folder, 'test.yml');
    // JSON is YAML
    writeFileSync(file, JSON.stringify({ rule_files: ['rules.yml'], ...test }));
    writeFileSync(path.join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'asked', rules: of }] }));
    const { ok, output } = ran(prometheusTool(), 'test', 'rules', file);
    return ok ? 'as expected' : output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Moment = { at: string; alert: string; isFiring: boolean };

/** Series with a sample per `interval`. */
type Made = { interval: string; series: Series };

/** Returns 'as expected', or what the tool prints. */
export function evaluateAlerts({ interval, series }: Made, moments: readonly Moment[]): string {
  const asked = rules.filter((rule) => moments.some(({ alert }) => alert === textOf(inTree(rule, 'alert'))));
  return runRulesTest(asked, {
    evaluation_interval: interval,
    tests: [
      {
        interval,
        input_series: inputSeries(series),
        promql_expr_test: moments.map(({ at, alert, isFiring }) => ({
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: at,
          exp_samples: [{ labels: '{}', value: isFiring ? 1 : 0 }],
        })),
      },
    ],
  });
}
