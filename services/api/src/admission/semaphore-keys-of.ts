// Whose shares of a process a request takes: those of its workspace and of a person. The person is that of the session
// or user token, or the owner behind a workspace token, so that ten workspaces do not get ten shares.

import type { Actor } from '../access/actor';
import type { SemaphoreKeys } from '@kurz/resilience';

export function semaphoreKeysOf({
  workspace,
  userId,
  ownerId = null,
}: Pick<Actor, 'workspace' | 'userId' | 'ownerId'>): SemaphoreKeys {
  return [workspace.id, userId ?? ownerId];
}
