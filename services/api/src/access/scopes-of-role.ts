// What a role allows at most: a user token's granted scopes are capped by it on every request.

import type { Role, Scope } from '@kurz/database';
import { allScopes } from './scopes';

const readOnly: readonly Scope[] = ['links:read', 'stats:read', 'usage:read', 'domains:read'];

const byRole: Record<Role, readonly Scope[]> = {
  viewer: readOnly,
  member: [...readOnly, 'links:write'],
  admin: allScopes,
  owner: allScopes,
};

export function scopesOfRole(role: Role): readonly Scope[] {
  return byRole[role];
}
