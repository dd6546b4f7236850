// The sources of the chart: the manifests of the base, the scalers and budgets of the overlay `production`, the job
// that drains a journal, and the pod that examines an installation.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';

const KUBERNETES = path.join(import.meta.dirname, '..', 'kubernetes');
const WITH_MERGES = CORE_SCHEMA.withTags(mergeTag);
const textOf = (file) => readFileSync(path.join(KUBERNETES, file), 'utf8');

/** Kubernetes reads 0440 as octal, as YAML 1.1 does. */
const withOctalModes = (text) =>
  text.replaceAll(/defaultMode: 0(\d+)/g, (_, digits) => `defaultMode: ${parseInt(digits, 8)}`);

const documentsOf = (file) => loadAll(withOctalModes(textOf(file)), { schema: WITH_MERGES });

/** The label that base/kustomization.yaml adds to all objects and pods. */
export const PART_OF_KURZ = { 'app.kubernetes.io/part-of': 'kurz' };

function labelled(document) {
  const { metadata, spec } = document;
  metadata.labels = { ...metadata.labels, ...PART_OF_KURZ };
  if (spec?.template) spec.template.metadata.labels = { ...spec.template.metadata.labels, ...PART_OF_KURZ };
  return document;
}

const labelledOf = (file) => documentsOf(file).map(labelled);

/** The documents of each file. */
export const readManifests = () => ({
  serviceAccount: labelledOf('base/service-account.yaml'),
  redirector: labelledOf('base/redirector.yaml'),
  ingester: labelledOf('base/ingester.yaml'),
  api: labelledOf('base/api.yaml'),
  jobs: labelledOf('base/jobs.yaml'),
  networkPolicies: labelledOf('base/network-policies.yaml'),
  journalDrain: labelledOf('journal-drain.yaml'),
  doctor: labelledOf('doctor.yaml'),
  scaling: documentsOf('overlays/production/scaling.yaml'),
  disruptionBudgets: documentsOf('overlays/production/disruption-budgets.yaml'),
});

/** The settings that all services share: texts by name. */
export const readSharedSettings = () =>
  Object.fromEntries(
    textOf('base/settings.env')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The pod spec of a pod or of a workload. */
export const podSpecOf = ({ kind, spec }) => (kind === 'Pod' ? spec : spec.template.spec);

export const workloadOf = (documents) => documents.find(({ spec }) => spec?.template);

/** Splits a container's environment: variables that the chart fixes, and plain settings that an operator may choose. */
export function splitEnvironment({ env }) {
  const fixed = ['KURZ_PORT', 'KURZ_OPS_PORT', 'KURZ_JOURNAL_DIR'];
  const isChosen = ({ name, value }) =>
    value !== undefined && !name.endsWith('_FILE') && !fixed.includes(name);
  return {
    fixed: env.filter((entry) => !isChosen(entry)),
    settings: Object.fromEntries(env.filter(isChosen).map(({ name, value }) => [name, value])),
  };
}

/** Splits doctor's arguments: the addresses, which an operator may choose, and the other arguments. */
export function splitArguments({ args }) {
  const isAddress = (argument) => argument.startsWith('http:');
  return { fixed: args.filter((argument) => !isAddress(argument)), addresses: args.filter(isAddress) };
}
