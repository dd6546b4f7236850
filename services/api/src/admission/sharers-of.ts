// Whose shares of a process a request takes: its workspace's and a person's. The person is that of a session or a user
// token, or the owner behind a workspace token, so that ten workspaces are not ten shares.

import type { Actor } from '../access/actor';
import type { SemaphoreKeys } from '@kurz/resilience';

export function sharersOf({
  workspace,
  userId,
  ownerId = null,
}: Pick<Actor, 'workspace' | 'userId' | 'ownerId'>): SemaphoreKeys {
  return [workspace.id, userId ?? ownerId];
}
