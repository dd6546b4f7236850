// The roles that can be given: the owner's moves by a transfer of the workspace only.

import type { Role } from '@kurz/database';

export type GivenRole = Exclude<Role, 'owner'>;

export const givenRoles: readonly GivenRole[] = ['admin', 'member', 'viewer'];

/** Undefined for anything else. */
export function givenRoleOf(text: string): GivenRole | undefined {
  return givenRoles.find((role) => role === text);
}
