// The containers of a rendered overlay, with what its ConfigMap gives them.

import { at, entriesOf, listOf, textOf, type Tree } from './deploy-files';
import { programOf, type DeployedContainer } from './deployed-container';

const valuesOf = (entries: [string, Tree][]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]));

/** Pods, and the pod templates of workloads, each with the name of its document. */
export function podTemplates(documents: Tree[]): { name: string; kind: string; template: Tree }[] {
  return documents.flatMap((document) => {
    const template = at(document, 'kind') === 'Pod' ? document : at(document, 'spec', 'template');
    if (template === undefined) return [];
    return [{ name: textOf(at(document, 'metadata', 'name')), kind: textOf(at(document, 'kind')), template }];
  });
}

function configMapOf(documents: Tree[], name: string): Record<string, string> {
  const map = documents.find(
    (document) => at(document, 'kind') === 'ConfigMap' && at(document, 'metadata', 'name') === name,
  );
  return valuesOf(entriesOf(at(map, 'data')));
}

function secretsOf(template: Tree, container: Tree): string[] {
  const volumes = listOf(at(template, 'spec', 'volumes'));
  return listOf(at(container, 'volumeMounts')).flatMap((mount) => {
    const volume = volumes.find((candidate) => at(candidate, 'name') === at(mount, 'name'));
    return listOf(at(volume, 'secret', 'items')).map(
      (item) => `${textOf(at(mount, 'mountPath'))}/${textOf(at(item, 'path'))}`,
    );
  });
}

export function manifestContainers(documents: Tree[]): DeployedContainer[] {
  return podTemplates(documents).flatMap(({ name, template }) =>
    listOf(at(template, 'spec', 'containers')).flatMap((container) => {
      const program = programOf(listOf(at(container, 'args')).map(textOf));
      if (program === undefined) return [];
      const own = Object.fromEntries(
        listOf(at(container, 'env')).map((entry) => [
          textOf(at(entry, 'name')),
          // a value that Kubernetes fills in may be any text
          at(entry, 'valueFrom') ? 'filled-in' : textOf(at(entry, 'value')),
        ]),
      );
      const shared = Object.assign(
        {},
        ...listOf(at(container, 'envFrom')).map((from) =>
          configMapOf(documents, textOf(at(from, 'configMapRef', 'name'))),
        ),
      ) as Record<string, string>;
      const ports = Object.fromEntries(
        listOf(at(container, 'ports')).map((port) => [
          textOf(at(port, 'name')),
          Number(at(port, 'containerPort')),
        ]),
      );
      return [{ name, program, own, shared, secrets: secretsOf(template, container), ports }];
    }),
  );
}
