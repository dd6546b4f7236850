// The scopes a token may have (contract §5.3), and the check of names that come from a person.

import type { Role, Scope } from '@kurz/database';

export const allScopes: readonly Scope[] = [
  'links:read',
  'links:write',
  'stats:read',
  'usage:read',
  'domains:read',
];

export type ScopesOutcome = { kind: 'scopes'; scopes: Scope[] } | { kind: 'unknown_scope'; name: string };

/** The named scopes, each once, in the contract's order. */
export function scopesNamed(names: readonly string[]): ScopesOutcome {
  const unknown = names.find((name) => !allScopes.some((scope) => scope === name));
  if (unknown !== undefined) return { kind: 'unknown_scope', name: unknown };
  return { kind: 'scopes', scopes: allScopes.filter((scope) => names.includes(scope)) };
}

const readOnly: readonly Scope[] = ['links:read', 'stats:read', 'usage:read', 'domains:read'];

const byRole: Record<Role, readonly Scope[]> = {
  viewer: readOnly,
  member: [...readOnly, 'links:write'],
  admin: allScopes,
  owner: allScopes,
};

/** What a role allows at most: a user token's granted scopes are capped by it on every request. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return byRole[role];
}
