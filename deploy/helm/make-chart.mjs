// Makes the Helm chart from the manifests that the kustomize overlays use too.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chartFiles } from './chart-templates.mjs';
import { chartValues } from './chart-values.mjs';
import { ALERTS } from './optional-templates.mjs';
import { readManifests, readSharedSettings } from './source-manifests.mjs';
import { schemaText, valuesText } from './values-files.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');
const { version, license } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

const CHART = `apiVersion: v2
name: kurz
description: A short-link platform. You provide PostgreSQL, Redis, Kafka and ClickHouse.
type: application
version: ${version}
appVersion: ${version}
kubeVersion: '>=1.30.0-0'
annotations:
  licenses: ${license}
`;

/** The chart's folder, relative to the checkout's root. */
export const CHART_FOLDER = path.join('deploy', 'helm', 'kurz');

/** All files of the chart: text by path in the chart's folder. */
export function makeChart() {
  const manifests = readManifests();
  const values = chartValues(manifests, readSharedSettings());
  const templates = Object.entries(chartFiles(manifests));
  const mark = (file, text) =>
    file.endsWith('.tpl') ? text : `# Made by npm run chart from deploy/kubernetes.\n${text}`;
  return {
    'Chart.yaml': CHART,
    'values.yaml': valuesText(values),
    'values.schema.json': schemaText(values),
    [ALERTS]: readFileSync(path.join(ROOT, 'deploy', 'prometheus', 'alerts.yml'), 'utf8'),
    ...Object.fromEntries(templates.map(([file, text]) => [path.join('templates', file), mark(file, text)])),
  };
}
