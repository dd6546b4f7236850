// Whose shares of a process a request takes: its workspace's, and those of the person behind it. That is the person of a
// session or a user token; of a workspace token it is the owner, so that ten workspaces are not ten shares.

import type { Actor } from '../access/actor';
import type { SemaphoreKeys } from '@kurz/resilience';

export function sharersOf({
  workspace,
  userId,
  ownerId = null,
}: Pick<Actor, 'workspace' | 'userId' | 'ownerId'>): SemaphoreKeys {
  return [workspace.id, userId ?? ownerId];
}
