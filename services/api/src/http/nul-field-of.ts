// Finds and refuses the character U+0000, which Postgres cannot hold, in the fields of a body, a path or a query. In a
// slug it has the code of every other wrong character, elsewhere a code that names the field.

import { refuse, type Refusal } from '../errors/refusal';

const NUL = '\u0000';

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  return Array.isArray(value) && value.some((entry) => typeof entry === 'string' && entry.includes(NUL));
}

/** The name of a field whose text has a NUL, or `~` when the name itself has one; undefined when there is none. */
export function nulFieldOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const found = Object.entries(value).find(([name, field]) => name.includes(NUL) || hasNul(field));
  return found && (found[0].includes(NUL) ? '~' : found[0]);
}

const SLUGS = ['slug', 'newSlug'];

/** `fields`: those of a body, or the parameters of a path or query. */
export function refusalOfNul(fields: unknown): Refusal | undefined {
  const field = nulFieldOf(fields);
  if (field === undefined) return undefined;
  if (SLUGS.includes(field)) return refuse('SLUG_INVALID');
  return refuse('VALIDATION_FAILED', { field, reason: 'has_nul' });
}
