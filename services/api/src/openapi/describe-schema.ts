// The objects of the document as Markdown tables of their fields. Fields that an earlier object has too are only named.

import { follow } from './follow';
import { markdownTable } from './markdown-table';
import { isNode } from './document-node';
import { hasFields, isWrapper, typeTextOf } from './type-text-of';

export const typeOf = (schema: unknown) => typeTextOf(schema, (reference) => follow({ $ref: reference }));

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

type FieldRow = [name: string, type: string, description: string];

/** A field of an object, and those inside it as `outer.inner`. */
type Field = { name: string; rows: readonly FieldRow[] };
type Described = { name: string; fields: readonly Field[] };

const MIN_FIELDS = 3;

function rowsOf(name: string, property: unknown, isOptional: boolean): FieldRow[] {
  const isInline = isNode(property) && property['$ref'] === undefined;
  const { type, items, description } = follow(property);
  const shownType = isOptional ? `${typeOf(property)}, optional` : typeOf(property);
  const own: FieldRow = [`\`${name}\``, shownType, textOf(description)];
  const inner = (schema: unknown, prefix: string) => fieldsOf(schema, prefix).flatMap(({ rows }) => rows);
  if (isInline && hasFields(property)) return [own, ...inner(property, `${name}.`)];
  if (isInline && type === 'array' && hasFields(items)) return [own, ...inner(items, `${name}[].`)];
  return [own];
}

function fieldsOf(schema: unknown, prefix = ''): Field[] {
  const { properties, required } = follow(schema);
  if (!isNode(properties)) return [];
  const always = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    rows: rowsOf(`${prefix}${name}`, property, !always.includes(name)),
  }));
}

/** The names of the fields that have the same rows in both. */
function sameIn({ fields }: Described, earlier: Described): string[] {
  const known = new Map(earlier.fields.map(({ name, rows }) => [name, JSON.stringify(rows)]));
  return fields.filter(({ name, rows }) => known.get(name) === JSON.stringify(rows)).map(({ name }) => name);
}

/** Neighbouring fields with the same type and meaning share a row. */
function mergedRows(rows: readonly FieldRow[]): FieldRow[] {
  const merged: FieldRow[] = [];
  for (const [name, type, meaning] of rows) {
    const last = merged.at(-1);
    const isSame = last?.[1] === type && last[2] === meaning;
    if (isSame) merged[merged.length - 1] = [`${last[0]}, ${name}`, type, meaning];
    else merged.push([name, type, meaning]);
  }
  return merged;
}

/** A table, or a line when there is only one row. */
function shownRows(rows: readonly FieldRow[]): string[] {
  const [first, ...others] = rows;
  if (first === undefined || others.length > 0) return markdownTable(['field', 'type', 'meaning'], rows);
  const [name, type, meaning] = first;
  return [`${name}: ${type}.${meaning && ` ${meaning}`}`, ''];
}

const listed = (names: readonly string[]) =>
  `${names
    .slice(0, -1)
    .map((name) => `\`${name}\``)
    .join(', ')} and \`${names.at(-1) ?? ''}\``;

function describeSchema(one: Described, earlier: readonly Described[]): string[] {
  let said: { in: string; names: string[] } = { in: '', names: [] };
  for (const other of earlier) {
    const names = sameIn(one, other);
    if (names.length > said.names.length) said = { in: other.name, names };
  }
  if (said.names.length < MIN_FIELDS) said = { in: '', names: [] };
  const rows = one.fields.filter(({ name }) => !said.names.includes(name)).flatMap((field) => field.rows);
  const link = `${listed(said.names)} are as in [${said.in}](#${said.in.toLowerCase()}).`;
  return [...shownRows(mergedRows(rows)), ...(said.names.length > 0 ? [link, ''] : [])];
}

/** Left out, because the chapter on errors has it. */
const OF_ERRORS = 'Error';

/** Describes all objects that have fields of their own, in the order of the document. */
export function describeSchemas(schemas: Readonly<Record<string, unknown>>): string[] {
  const all = Object.entries(schemas)
    .filter(([name, schema]) => name !== OF_ERRORS && hasFields(schema) && !isWrapper(schema))
    .map(([name, schema]) => ({ name, fields: fieldsOf(schema) }));
  return all.flatMap((one, index) => [`### ${one.name}`, '', ...describeSchema(one, all.slice(0, index))]);
}
