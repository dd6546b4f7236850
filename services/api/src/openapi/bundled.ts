// Bundles several documents into one: components taken from others are copied into it, and its references name the
// copies.

import { isNode, type DocumentNode, type OpenapiDocument } from './document-node';

const REFERENCE = /^(.*)#\/components\/(\w+)\/(\w+)$/;

/** `others`: documents by the name that references have for them. Throws when a name would mean two components. */
export function bundled(
  document: OpenapiDocument,
  others: Readonly<Record<string, OpenapiDocument>>,
): OpenapiDocument {
  const copied: Record<string, Record<string, unknown>> = {};

  function copy(source: string, kind: string, name: string): void {
    const group = (copied[kind] ??= {});
    if (name in group) return;
    const own = document.components[kind];
    const of = others[source]?.components[kind];
    const component = isNode(of) ? of[name] : undefined;
    if (component === undefined) throw new Error(`there is no ${source}#/components/${kind}/${name}`);
    if (isNode(own) && name in own) throw new Error(`two components are named ${kind}/${name}`);
    group[name] = {};
    group[name] = inlined(component, source);
  }

  /** `source`: the document of the node; empty for the one that is bundled. */
  function inlined(node: unknown, source: string): unknown {
    if (Array.isArray(node)) return node.map((entry) => inlined(entry, source));
    if (!isNode(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([name, value]) =>
        name === '$ref' && typeof value === 'string'
          ? [name, local(value, source)]
          : [name, inlined(value, source)],
      ),
    );
  }

  function local(reference: string, source: string): string {
    const [, file = '', kind = '', name = ''] = REFERENCE.exec(reference) ?? [];
    const target = file === '' ? source : file;
    if (target === '') return reference;
    copy(target, kind, name);
    return `#/components/${kind}/${name}`;
  }

  const nodesOf = (node: DocumentNode): Record<string, DocumentNode> =>
    Object.fromEntries(
      Object.entries(node).map(([name, value]) => {
        const all = inlined(value, '');
        return [name, isNode(all) ? all : {}];
      }),
    );
  const paths = nodesOf(document.paths);
  const components = nodesOf(document.components);
  for (const [kind, group] of Object.entries(copied)) components[kind] = { ...components[kind], ...group };
  return { ...document, paths, components };
}
