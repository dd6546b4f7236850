// A text with U+0000 is refused before anybody looks at the field: a slug with the code that every other wrong character
// has, else with one that names the field.

import { refuse, type Refusal } from '../errors/refusal';
import { nulFieldOf } from './nul-field-of';

const SLUGS = ['slug', 'newSlug'];

/** `fields`: those of a body, or the parameters of a path or query. */
export function refusalOfNul(fields: unknown): Refusal | undefined {
  const field = nulFieldOf(fields);
  if (field === undefined) return undefined;
  if (SLUGS.includes(field)) return refuse('SLUG_INVALID');
  return refuse('VALIDATION_FAILED', { field, reason: 'has_nul' });
}
