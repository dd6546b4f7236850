// The Helm chart in the repository is what its generator makes, its defaults keep to its schema, and it holds neither
// secrets nor stores.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { at, entriesOf, readText, readYaml, ROOT, textOf, type Tree } from './deploy-files';

const CHART = path.join('deploy', 'helm', 'kurz');
const templates = readdirSync(path.join(ROOT, CHART, 'templates'));
const values = readYaml(path.join(CHART, 'values.yaml'));
const isValid = new Ajv({ strict: false }).compile(
  JSON.parse(readText(path.join(CHART, 'values.schema.json'))) as object,
);

/** The defaults with a value put at a path. */
function changed(at: readonly string[], value: Tree): Tree {
  const copy = structuredClone(values);
  let node = copy;
  for (const key of at.slice(0, -1)) node = (node as Record<string, Tree>)[key] ?? null;
  (node as Record<string, Tree>)[at.at(-1) ?? ''] = value;
  return copy;
}

it('is what npm run chart makes', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'deploy', 'helm', 'write-chart.mjs'), '--check'],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('has the version of the product', () => {
  const version = at(readYaml('package.json'), 'version');
  const chart = readYaml(path.join(CHART, 'Chart.yaml'));
  expect([at(chart, 'version'), at(chart, 'appVersion')]).toEqual([version, version]);
});

it('brings no store and no secret', () => {
  expect(at(readYaml(path.join(CHART, 'Chart.yaml')), 'dependencies')).toBeUndefined();
  for (const file of templates)
    expect(readText(path.join(CHART, 'templates', file))).not.toMatch(/^kind: Secret$/m);
  expect(textOf(at(values, 'existingSecret'))).toBe('kurz-secrets');
});

it('gives every setting of the base as a text', () => {
  const settings = entriesOf(at(values, 'settings'));
  const lines = settings.map(([name, value]) => [name, typeof value, `${name}=${textOf(value)}`]);
  const expected = readText('deploy/kubernetes/base/settings.env').trim().split('\n');
  expect(lines).toEqual(expected.map((line) => [line.split('=')[0], 'string', line]));
});

it('has defaults that its schema takes', () => {
  expect([isValid(values), isValid.errors]).toEqual([true, null]);
});

it.each<[string, string[], Tree]>([
  ['an unknown name', ['redirectr'], {}],
  ['an unknown name of a service', ['api', 'replica'], 2],
  ['no pods', ['api', 'replicas'], 0],
  ['a number in the place of a text', ['settings', 'KURZ_KAFKA_RETENTION_MS'], 604_800_000],
  [
    'an address of a store among the settings',
    ['settings', 'KURZ_POSTGRES_URL'],
    'postgres://kurz:pw@db/kurz',
  ],
  ['a secret among the settings', ['api', 'settings', 'KURZ_TOKEN_PEPPER'], 'pepper'],
  ['a variable that the chart writes', ['redirector', 'extraEnv'], [{ name: 'KURZ_WORKERS', value: '2' }]],
  ['a variable without a name', ['api', 'extraEnv'], [{ value: '2' }]],
  ['a digest that is none', ['image', 'digest'], 'latest'],
  ['no repository', ['image', 'repository'], ''],
  ['no secret', ['existingSecret'], ''],
  ['a share over nothing', ['ingester', 'podDisruptionBudget', 'minAvailable'], 'half'],
  ['a size that is none', ['redirector', 'journal', 'size'], 'large'],
  ['a spread that Kubernetes does not know', ['redirector', 'zoneSpread'], 'Sometimes'],
  ['the front in every namespace', ['networkPolicies', 'ingressNamespace'], {}],
  ['stores at no port', ['networkPolicies', 'storePorts', 'kafka'], []],
  ['a port as a text', ['networkPolicies', 'storePorts', 'kafka'], ['9096']],
  ['stores at every address', ['networkPolicies', 'storeNetworks'], []],
  ['the journal of the first redirector', ['journalDrain', 'ordinals'], [0]],
])('refuses %s', (_, place, value) => {
  expect(isValid(changed(place, value))).toBe(false);
});
