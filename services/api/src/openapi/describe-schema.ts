// The fields of a schema as a Markdown table.

import { follow } from './follow';
import { markdownTable } from './markdown-table';
import { isNode } from './document-node';
import { hasFields, typeTextOf } from './type-text-of';

export const typeOf = (schema: unknown) => typeTextOf(schema, (reference) => follow({ $ref: reference }));

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

type FieldRow = [name: string, type: string, presence: string, description: string];

/** Fields of objects without a chapter of their own are in the same table, as `outer.inner`. */
function rowsOf(schema: unknown, prefix: string): FieldRow[] {
  const { properties, required } = follow(schema);
  if (!isNode(properties)) return [];
  const always = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const isInline = isNode(property) && property['$ref'] === undefined;
    const { type, items, description } = follow(property);
    const presence = always.includes(name) ? 'always' : 'optional';
    const own: FieldRow = [`\`${prefix}${name}\``, typeOf(property), presence, textOf(description)];
    if (isInline && hasFields(property)) return [own, ...rowsOf(property, `${prefix}${name}.`)];
    if (isInline && type === 'array' && hasFields(items)) {
      return [own, ...rowsOf(items, `${prefix}${name}[].`)];
    }
    return [own];
  });
}

export function describeSchema(schema: unknown): string[] {
  return markdownTable(['field', 'type', 'presence', 'meaning'], rowsOf(schema, ''));
}
