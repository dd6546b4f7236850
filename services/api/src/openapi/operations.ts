// Finds the operations of an OpenAPI document, by default that of /v1.

import { follow } from './follow';
import { isNode, type DocumentNode, type OpenapiDocument } from './document-node';
import { openapiDocument } from './openapi-document';

export type Operation = {
  /** As the file has it: `get`, `post`, … */
  method: string;
  /** Below the document's prefix, parameters as `{name}`. */
  path: string;
  node: DocumentNode;
  /** The parameters of the path and of the operation, references followed. */
  parameters: readonly DocumentNode[];
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All operations, in the order of the document. */
export function operations(document: OpenapiDocument = openapiDocument()): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, node]) => {
      if (!METHODS.includes(method) || !isNode(node)) return [];
      const parameters = [...listOf(item['parameters']), ...listOf(node['parameters'])].map((parameter) =>
        follow(parameter, document),
      );
      return [{ method, path, node, parameters }];
    }),
  );
}

/** Throws when there is none: the name is written in the code. */
export function operationNamed(operationId: string): Operation {
  const operation = operations().find(({ node }) => node['operationId'] === operationId);
  if (!operation) throw new Error(`the OpenAPI document has no operation ${operationId}`);
  return operation;
}
