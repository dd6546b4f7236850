// Reduces an example to what an earlier one lacks, when the object inside repeats three fields or more.

import { isNode } from './document-node';

const MIN_FIELDS = 3;

/** Takes an example with one object inside; returns any other one as it is. */
export function ownPartOf(value: unknown, earlier: readonly unknown[]): unknown {
  const [[name, inner] = [], ...others] = isNode(value) ? Object.entries(value) : [];
  if (name === undefined || others.length > 0 || !isNode(inner)) return value;
  for (const other of earlier) {
    const known = isNode(other) && isNode(other[name]) ? other[name] : {};
    const own = Object.entries(inner).filter(
      ([field, part]) => JSON.stringify(known[field]) !== JSON.stringify(part),
    );
    if (Object.keys(inner).length - own.length >= MIN_FIELDS) return { [name]: Object.fromEntries(own) };
  }
  return value;
}
