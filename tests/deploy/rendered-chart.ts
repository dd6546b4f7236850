// What the Helm chart renders from values.

import path from 'node:path';
import { at, ROOT, textOf, yamlDocuments, type Tree } from './deploy-files';
import { chartTool, ran } from './deploy-tools';

export const CHART = path.join(ROOT, 'deploy', 'helm', 'kurz');
export const helm = chartTool();

// a Helm built by go install assumes Kubernetes 1.20
const CLUSTER = ['--namespace', 'kurz', '--kube-version', '1.30'];
export const template = (...flags: string[]) => ran(helm, 'template', 'kurz', CHART, ...CLUSTER, ...flags);

/** @throws Helm's error when it refuses the values. */
export function chartOf(...flags: string[]): Tree[] {
  const { ok, output, stdout } = template(...flags);
  if (!ok) throw new Error(output);
  return yamlDocuments(stdout);
}

/** Such as `Deployment api`. */
export const nameOf = (document: Tree) =>
  `${textOf(at(document, 'kind'))} ${textOf(at(document, 'metadata', 'name'))}`;

export const of = (documents: Tree[], name: string) =>
  documents.find((document) => nameOf(document) === name);

/** What `helm test` creates. */
export const OF_TESTS = ['Pod doctor'];

/** What the hooks need before the rest exists. */
export const OF_HOOKS = ['ServiceAccount kurz-jobs', 'ConfigMap kurz-settings-jobs'];
