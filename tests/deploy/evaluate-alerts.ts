// Evaluates the alerts over made series with Prometheus's own tool.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { at as inTree, listOf, readYaml, textOf } from './deploy-files';
import { prometheusTool, ran } from './deploy-tools';

const rules = listOf(inTree(readYaml('deploy/prometheus/alerts.yml'), 'groups')).flatMap((group) =>
  listOf(inTree(group, 'rules')),
);

export type Moment = { at: string; alert: string; isFiring: boolean };

/** Series by name and labels, in promtool's words, a sample each `interval`. */
type Made = { interval: string; series: Readonly<Record<string, string>> };

/** 'as expected', or what the tool says. */
export function evaluateAlerts({ interval, series }: Made, moments: readonly Moment[]): string {
  const asked = rules.filter((rule) => moments.some(({ alert }) => alert === textOf(inTree(rule, 'alert'))));
  const test = {
    rule_files: ['rules.yml'],
    evaluation_interval: interval,
    tests: [
      {
        interval,
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: moments.map(({ at, alert, isFiring }) => ({
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: at,
          exp_samples: [{ labels: '{}', value: isFiring ? 1 : 0 }],
        })),
      },
    ],
  };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-alerts-'));
  try {
    const file = path.join(folder, 'test.yml');
    // JSON is YAML
    writeFileSync(file, JSON.stringify(test));
    writeFileSync(
      path.join(folder, 'rules.yml'),
      JSON.stringify({ groups: [{ name: 'asked', rules: asked }] }),
    );
    const { ok, output } = ran(prometheusTool(), 'test', 'rules', file);
    return ok ? 'as expected' : output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
