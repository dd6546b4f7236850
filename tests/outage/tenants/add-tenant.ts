// A workspace with its own owner, in a link world.

import { createUser, createWorkspace } from '@kurz/api';
import type { LinkWorld } from '../links/link-world';

/** Resolves with the workspace's id and the secret of one of its tokens. */
export async function addTenant(
  world: LinkWorld,
  name: string,
): Promise<{ workspaceId: string; secret: string }> {
  const ownerEmail = `${name}@example.com`;
  await createUser(world.db, { email: ownerEmail });
  const workspace = { ownerEmail, name, plan: 'team', isYearly: false } as const;
  const created = await createWorkspace(world.db, workspace);
  if (created.kind !== 'created') throw new Error(`the setup ended with ${created.kind}`);
  const { workspaceId } = created;
  return { workspaceId, secret: (await world.addToken(workspaceId)).secret };
}
