// Makes readers of request bodies from the schemas of the OpenAPI file.

import type { SchemaObject } from 'ajv';
import { makeBodyReader, type ReadBody } from '../http/body-reader';
import { isNode } from './document-node';
import { follow } from './follow';

/**
 * Reduces a schema to names and types. The domain's functions validate values, with a code and a text for each fault.
 * Keeps the fields of an object down to the first list: items have outcomes of their own.
 */
function structureOf(node: unknown): SchemaObject {
  const { type, required, properties } = follow(node);
  const structure: SchemaObject = { type };
  if (required !== undefined) structure['required'] = required;
  if (isNode(properties)) {
    structure['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, structureOf(property)]),
    );
  }
  return structure;
}

/** `name` is a schema of the file's components, and T its type. Compiled at the first body. */
export function bodyReaderOf<T extends object>(name: string): ReadBody<T> {
  let readBody: ReadBody<T> | undefined;
  return (body) => {
    readBody ??= makeBodyReader<T>(structureOf(follow({ $ref: `#/components/schemas/${name}` })));
    return readBody(body);
  };
}
