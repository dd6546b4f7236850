// What an example has that an earlier one lacks: where the object inside repeats three fields or more, the others alone.

import { isNode } from './document-node';

const LEAST_FIELDS = 3;

/** Of an example with one object inside. */
export function ownPartOf(value: unknown, earlier: readonly unknown[]): unknown {
  const [[name, inner] = [], ...others] = isNode(value) ? Object.entries(value) : [];
  if (name === undefined || others.length > 0 || !isNode(inner)) return value;
  for (const other of earlier) {
    const known = isNode(other) && isNode(other[name]) ? other[name] : {};
    const own = Object.entries(inner).filter(
      ([field, part]) => JSON.stringify(known[field]) !== JSON.stringify(part),
    );
    if (Object.keys(inner).length - own.length >= LEAST_FIELDS) return { [name]: Object.fromEntries(own) };
  }
  return value;
}
