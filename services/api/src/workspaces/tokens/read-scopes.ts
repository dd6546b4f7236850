// Scopes as a person picked them for a token.

import type { Scope } from '@kurz/database';
import { scopesNamed } from '../../access/scopes';
import { refuse, type Refusal } from '../../errors/refusal';

/** `field`: the field of the body that they stood in. */
export function readScopes(
  names: readonly string[],
  field: string,
): { kind: 'scopes'; scopes: Scope[] } | Refusal {
  const outcome = scopesNamed(names);
  if (outcome.kind === 'scopes') return outcome;
  return refuse('VALIDATION_FAILED', { field, reason: 'not_offered' });
}
