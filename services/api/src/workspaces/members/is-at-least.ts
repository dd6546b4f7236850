// The order of the roles: each may do all that those below it may.

import type { Role } from '@kurz/database';

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

export function isAtLeast(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed];
}
