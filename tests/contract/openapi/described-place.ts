// The OpenAPI file as something to check values against: places in it, references followed, and validators of the
// schemas there. Strict: a field that the file does not describe is a fault too.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isNode, openapiDocument } from '../../../services/api/src/openapi/openapi-document';

/** Adds to every object schema that it has no other fields. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (!isNode(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = node['type'] === 'object' && isNode(node['properties']) && !node['additionalProperties'];
  return isOpen ? { ...copy, unevaluatedProperties: false } : copy;
}

const ROOT = 'kurz';
const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats(ajv);
const root = closed(openapiDocument());
if (isNode(root)) ajv.addSchema(root, ROOT);

const compiled = new Map<string, ValidateFunction>();

/** In what a value differs from the schema at a place; undefined: in nothing. */
export function faultAt(pointer: string, value: unknown): string | undefined {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  compiled.set(pointer, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** A place in the file; references are followed on the way. */
export type Place = { pointer: string; node: unknown };

export const top = (): Place => ({ pointer: '', node: openapiDocument() });

function inside({ pointer, node }: Place, name: string): Place | undefined {
  const child = isNode(node) ? node[name] : undefined;
  if (!isNode(child)) return undefined;
  const reference = child['$ref'];
  if (typeof reference !== 'string') return { pointer: `${pointer}/${escape(name)}`, node: child };
  return reference
    .slice(2)
    .split('/')
    .reduce<Place | undefined>((place, step) => place && inside(place, step), top());
}

export const at = (start: Place | undefined, ...names: string[]) =>
  names.reduce<Place | undefined>((place, name) => place && inside(place, name), start);
