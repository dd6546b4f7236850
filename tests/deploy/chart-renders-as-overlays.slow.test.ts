// The Helm chart renders what the overlays of kustomize render, except for the differences listed here.

import path from 'node:path';
import { at, entriesOf, ROOT, textOf, type Tree } from './deploy-files';
import { itWith, kustomizeBuild, ran } from './deploy-tools';
import { CHART, chartOf, helm, nameOf, OF_HOOKS, OF_TESTS } from './rendered-chart';
import { OVERLAYS, rendered } from './rendered-overlay';

const withHelm = itWith(helm);

const HELM_LABELS = [
  'helm.sh/chart',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
];
const HELM_ANNOTATIONS = [
  'helm.sh/hook',
  'helm.sh/hook-weight',
  'helm.sh/hook-delete-policy',
  'checksum/settings',
];

const isMap = (tree: Tree): tree is Record<string, Tree> =>
  tree !== null && typeof tree === 'object' && !Array.isArray(tree);

/** `production`'s patch replaces the claim, with the label that the base gives it: a claim cannot be changed later. */
const LABELLED_CLAIM = 'volumeClaimTemplates';

/** Removes what Helm adds and the hash in the name of kustomize's ConfigMap, and sorts environments. */
function normalised(tree: Tree, key = ''): Tree {
  if (typeof tree === 'string')
    return tree
      .replace(/^kurz-settings-(jobs|[a-z0-9]{10})$/, 'kurz-settings')
      .replace(/^kurz-jobs$/, 'kurz');
  if (Array.isArray(tree)) {
    const items = tree.map((item) => normalised(item, key === LABELLED_CLAIM ? LABELLED_CLAIM : ''));
    return key === 'env'
      ? items.sort((a, b) => textOf(at(a, 'name')).localeCompare(textOf(at(b, 'name'))))
      : items;
  }
  if (!isMap(tree)) return tree;
  const added = key === 'labels' ? HELM_LABELS : key === 'annotations' ? HELM_ANNOTATIONS : [];
  const entries = Object.entries(tree)
    .filter(([name]) => !added.includes(name))
    .map(([name, value]): [string, Tree] =>
      key === LABELLED_CLAIM && name === 'metadata'
        ? [name, { name: at(value, 'name') ?? null }]
        : [name, normalised(value, name)],
    )
    .filter(
      ([name, value]) =>
        !(/^(labels|annotations)$/.test(name) && isMap(value) && entriesOf(value).length === 0),
    );
  return Object.fromEntries(entries);
}

const byName = (documents: Tree[]) =>
  Object.fromEntries(documents.map((document) => normalised(document)).map((one) => [nameOf(one), one]));

describe.each(OVERLAYS)('with the values of the overlay %s', (overlay) => {
  const flags = ['--values', path.join(ROOT, 'deploy', 'helm', 'overlays', `${overlay}.yaml`)];

  itWith(helm, kustomizeBuild())('it makes the same objects', () => {
    const more = [...OF_HOOKS, ...OF_TESTS];
    const chart = chartOf(...flags).filter((document) => !more.includes(nameOf(document)));
    // the namespace must exist before a chart is installed
    const kustomized = rendered(overlay).filter((document) => at(document, 'kind') !== 'Namespace');
    expect(kustomized.length).toBeGreaterThan(15);
    expect(chart).toHaveLength(kustomized.length);
    expect(byName(chart)).toEqual(byName(kustomized));
  });

  withHelm('it has no complaint of helm lint', () => {
    expect(ran(helm, 'lint', '--strict', CHART, ...flags)).toMatchObject({ ok: true });
  });
});

withHelm('has no complaint of helm lint about the defaults', () => {
  expect(ran(helm, 'lint', '--strict', CHART)).toMatchObject({ ok: true });
});
