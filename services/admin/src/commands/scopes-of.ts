// Parses scopes from one command-line argument, separated by commas.

import { allScopes, scopesNamed } from '@kurz/api';
import type { Scope } from '@kurz/database';
import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError for a name that is no scope. */
export function scopesOf(text: string): Scope[] {
  const named = scopesNamed(text.split(',').map((scope) => scope.trim()));
  if (named.kind === 'scopes') return named.scopes;
  throw new InvalidArgumentError(`There is no scope "${named.name}"; scopes are ${allScopes.join(', ')}.`);
}
