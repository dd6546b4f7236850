// An OpenAPI document as something to check values against: places in it, with references followed.

import { isNode } from '../../../services/api/src/openapi/document-node';
import { openapiDocument, type Prefix } from '../../../services/api/src/openapi/openapi-document';
import { faultInDocument } from './document-faults.cjs';

/** How a value differs from the schema at a place; undefined when it does not. */
export const faultAt = ({ prefix, pointer }: Pick<Place, 'prefix' | 'pointer'>, value: unknown) =>
  faultInDocument(openapiDocument(prefix), pointer, value);

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
