// An OpenAPI document as something to check values against: places in it, references followed, and validators of the
// schemas there. Strict: a field that the document does not describe is a fault too.

import { OWN_SCHEMA } from '@kurz/process';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isNode } from '../../../services/api/src/openapi/document-node';
import { openapiDocument, type Prefix } from '../../../services/api/src/openapi/openapi-document';

/** Forbids undescribed fields in every object schema. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (!isNode(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = node['type'] === 'object' && isNode(node['properties']) && !node['additionalProperties'];
  return isOpen ? { ...copy, unevaluatedProperties: false } : copy;
}

// a validator runs a few times: better code would cost more than it gains
const ajv = new Ajv2020({ ...OWN_SCHEMA, strict: false, code: { optimize: false } });
addFormats(ajv);
const added = new Set<Prefix>();

/** Adds a document at its first use, because most tests use only one prefix. */
function addDocument(prefix: Prefix): void {
  if (added.has(prefix)) return;
  added.add(prefix);
  const root = closed(openapiDocument(prefix));
  if (isNode(root)) ajv.addSchema(root, prefix);
}

const compiled = new Map<string, ValidateFunction>();

/** How a value differs from the schema at a place; undefined when it does not. */
export function faultAt(
  { prefix, pointer }: Pick<Place, 'prefix' | 'pointer'>,
  value: unknown,
): string | undefined {
  addDocument(prefix);
  const reference = `${prefix}#${pointer}`;
  const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
  compiled.set(reference, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A place in the document of a prefix; references are followed on the way. */
export type Place = { prefix: Prefix; pointer: string; node: unknown };

export const top = (prefix: Prefix): Place => ({ prefix, pointer: '', node: openapiDocument(prefix) });

function inside({ prefix, pointer, node }: Place, name: string): Place | undefined {
  const child = isNode(node) ? node[name] : undefined;
  if (!isNode(child)) return undefined;
  const reference = child['$ref'];
  if (typeof reference !== 'string') return { prefix, pointer: `${pointer}/${escape(name)}`, node: child };
  return reference
    .slice(2)
    .split('/')
    .reduce<Place | undefined>((place, step) => place && inside(place, step), top(prefix));
}

export const at = (start: Place | undefined, ...names: string[]) =>
  names.reduce<Place | undefined>((place, name) => place && inside(place, name), start);
