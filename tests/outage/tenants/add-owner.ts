// A person who owns several workspaces, in a link world.

import { createWorkspace } from '@kurz/api';
import { createPerson } from '../../create-person';
import type { LinkWorld } from '../links/link-world';
import { PASSWORD } from '../links/signed-in-admin';

export type Owner = {
  email: string;
  /** Each workspace with the secret of one of its tokens. */
  workspaces: { workspaceId: string; secret: string }[];
};

export async function addOwner(world: LinkWorld, name: string, count: number): Promise<Owner> {
  const email = `${name}@example.com`;
  await createPerson(world.db, { email, password: PASSWORD });
  const workspaces: Owner['workspaces'] = [];
  for (let index = 0; index < count; index++) {
    const workspace = { ownerEmail: email, name: `${name} ${index}`, plan: 'team', isYearly: false } as const;
    const created = await createWorkspace(world.db, workspace);
    if (created.kind !== 'created') throw new Error(`the setup ended with ${created.kind}`);
    const { workspaceId } = created;
    workspaces.push({ workspaceId, secret: (await world.addToken(workspaceId)).secret });
  }
  return { email, workspaces };
}
