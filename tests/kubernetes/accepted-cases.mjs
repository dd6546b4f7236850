// The API server judges what the overlays and the chart send: each field, each default, and the rules of pod security.
// Nothing of it is kept.

import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const NAMESPACE = 'kurz';
const OVERLAYS = ['small', 'production'];
const STRICT = ['--dry-run=server', '--validate=strict', '--warnings-as-errors', '--namespace', NAMESPACE];

/** The first case sets `plane` and `definitions`. */
export function acceptedCases({ root, start }) {
  let plane;
  const deploy = (...names) => path.join(root, 'deploy', ...names);
  const overlay = (name) => plane.kubectl(['kustomize', deploy('kubernetes', 'overlays', name)]);
  const chart = (...flags) =>
    plane.helm([
      'template',
      'kurz',
      deploy('helm', 'kurz'),
      '--namespace',
      NAMESPACE,
      '--validate',
      ...flags,
    ]);

  /** Gives how many objects the API server accepted. */
  async function take(text) {
    const said = await plane.kubectl(['apply', '--server-side', ...STRICT, '--filename', '-'], {
      input: text,
    });
    return `${said.trim().split('\n').length} objects`;
  }

  async function expectRefused(text, reason) {
    const said = await take(text).catch((error) => error.message);
    if (!said.includes(reason)) throw new Error(`${reason} was looked for in: ${said}`);
  }

  /** Makes the service account, without which pods are refused. Its label and annotations let Helm adopt it. */
  async function makeAccount() {
    const own = ['--namespace', NAMESPACE];
    const file = deploy('kubernetes', 'base', 'service-account.yaml');
    await plane.kubectl(['apply', ...own, '--filename', file]);
    const account = [...own, 'serviceaccount/kurz'];
    await plane.kubectl(['label', ...account, 'app.kubernetes.io/managed-by=Helm']);
    const release = ['meta.helm.sh/release-name=kurz', `meta.helm.sh/release-namespace=${NAMESPACE}`];
    await plane.kubectl(['annotate', ...account, ...release]);
  }

  const cases = [
    {
      title: 'an API server starts, and knows the kinds of KEDA and of the Prometheus operator',
      work: async () => {
        const { plane: started, definitions } = await start();
        plane = started;
        for (const file of definitions) await plane.kubectl(['apply', '--server-side', '--filename', file]);
        await plane.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
        const namespace = deploy('kubernetes', 'overlays', 'small', 'namespace.yaml');
        await plane.kubectl(['apply', '--filename', namespace]);
        await makeAccount();
        const { gitVersion } = await plane.get('/version');
        return gitVersion;
      },
    },
    ...OVERLAYS.map((name) => ({
      title: `it takes each object of the overlay ${name}`,
      work: async () => take(await overlay(name)),
    })),
    ...['journal-drain', 'doctor'].map((name) => ({
      title: `it takes kubernetes/${name}.yaml`,
      work: () => plane.kubectl(['create', ...STRICT, '--filename', deploy('kubernetes', `${name}.yaml`)]),
    })),
    {
      title: 'it takes each object of the chart by default',
      work: async () => take(await chart()),
    },
    ...OVERLAYS.map((name) => ({
      title: `it takes each object of the chart with helm/overlays/${name}.yaml`,
      work: async () => take(await chart('--values', deploy('helm', 'overlays', `${name}.yaml`))),
    })),
    {
      title: 'it takes each object of the chart with the values of a customer',
      work: async () =>
        take(await chart('--values', path.join(root, 'tests', 'deploy', 'customer-values.yaml'))),
    },
    {
      title: 'it refuses a misspelt field, and warns of a pod that may do more than restricted allows',
      work: async () => {
        const text = await overlay('small');
        await expectRefused(text.replace('imagePullPolicy:', 'imagePulPolicy:'), 'imagePulPolicy');
        const more = text.replace('allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true');
        await expectRefused(more, 'PodSecurity');
      },
    },
    {
      title: 'it refuses a chart whose values are misspelt before anything is sent',
      work: async () => {
        const said = await chart('--set', 'redirector.replcas=2').catch((error) => error.message);
        if (!said.includes('replcas')) throw new Error(said);
        const version = await readFile(deploy('helm', 'kurz', 'Chart.yaml'), 'utf8');
        return /^kubeVersion: .*$/m.exec(version)?.[0];
      },
    },
  ];
  return cases;
}
