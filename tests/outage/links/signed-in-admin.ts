// A signed-in admin of a workspace, at the web app of one API, and members whose access the admin may withdraw.

import { createUserToken } from '@kurz/api';
import { createPerson } from '../../create-person';
import { PEPPER, type LinkApi, type LinkWorld } from './link-world';

export const PASSWORD = 'a horse, a stable and correctness';
let people = 0;

async function addMember({ db }: LinkWorld, workspaceId: string, role: 'admin' | 'member') {
  const email = `person-${++people}@example.com`;
  const { userId } = await createPerson(db, { email, password: PASSWORD });
  const membership = { workspace_id: workspaceId, user_id: userId, role };
  await db.insertInto('members').values(membership).execute();
  return { email, userId };
}

/** A member with a token of their own for the workspace. */
export async function addMemberWithToken(
  world: LinkWorld,
  workspaceId: string,
): Promise<{ id: string; secret: string }> {
  const { email: userEmail, userId } = await addMember(world, workspaceId, 'member');
  const grants = [{ workspaceId, scopes: ['links:read', 'domains:read'] as const }];
  const token = { userEmail, name: 'test', personalScopes: [], grants };
  const made = await createUserToken(world.db, PEPPER, token);
  if (made.kind !== 'created') throw new Error(`the setup ended with ${made.kind}`);
  return { id: userId, secret: made.secret };
}

const pageOf = (origin: string) => ({
  origin,
  'x-requested-with': 'kurz',
  'content-type': 'application/json',
});

/** Resolves with the value of the Cookie header. */
export async function signIn({ origin }: Pick<LinkApi, 'origin'>, email: string): Promise<string> {
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await fetch(`${origin}/x/session`, { method: 'POST', headers: pageOf(origin), body });
  if (response.status !== 200) throw new Error(`the sign-in ended with ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
}

/** `remove` sends DELETE to a path below the workspace. Resolves with the status and the time of the answer. */
export async function signInAdmin(world: LinkWorld, workspaceId: string, { origin }: LinkApi) {
  const { email } = await addMember(world, workspaceId, 'admin');
  const cookie = await signIn({ origin }, email);
  return {
    cookie,
    remove: async (path: string) => {
      const headers = { ...pageOf(origin), cookie };
      const answer = await fetch(`${origin}/x/workspaces/${workspaceId}${path}`, {
        method: 'DELETE',
        headers,
      });
      await answer.arrayBuffer();
      return { status: answer.status, at: performance.now() };
    },
  };
}
