// What a schema says about names and types, without what it says about values: those are judged by the domain's own
// functions, which refuse each fault with a code and a text of its own and in an order of their own.

import type { SchemaObject } from 'ajv';
import { follow } from './follow';
import { isNode } from './document-node';

/** Of an object the fields down to the first list: items have outcomes of their own. */
export function structureOf(node: unknown): SchemaObject {
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
