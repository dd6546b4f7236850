// Resolves a reference of the document.

import { isNode, type DocumentNode, type OpenapiDocument } from './document-node';
import { openapiDocument } from './openapi-document';

/** The node itself, or the one that its `$ref` names, overlaid with the reference's siblings. */
export function follow(node: unknown, document: OpenapiDocument = openapiDocument()): DocumentNode {
  if (!isNode(node)) throw new Error('the OpenAPI document has no object where one is expected');
  const { $ref: reference, ...beside } = node;
  if (typeof reference !== 'string') return node;
  const target = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (isNode(at) ? at[name] : undefined), document);
  return { ...follow(target, document), ...beside };
}
