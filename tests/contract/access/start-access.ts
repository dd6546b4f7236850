// The API with the people that access tests need: people with a role in another's workspace, tenants with their own
// data, links on demand, and a snapshot of what a refused request must leave unchanged.

import { createUser, setPlan } from '@kurz/api';
import type { Role, Scope } from '@kurz/database';
import { makeId } from '@kurz/process';
import { startApi, type Answered, type TestApi } from '../start-api';
import { highLimitPlans } from '../../high-limit-plans';
import type { ErrorAnswer } from '../url-answer';
import type { Asking, Endpoint, Tenant } from './endpoints';

export type Person = { userId: string; email: string; personalWorkspaceId: string; workspaceId: string };

export type Caller = { token: string | null; workspaceId?: string };

export type AccessWorld = TestApi & {
  /** Requests the endpoint. A path that names a link gets the given slug. */
  ask: (endpoint: Endpoint, caller: Caller, asking?: Asking) => Promise<Answered<ErrorAnswer>>;
  /** A new link of the workspace, on the shared zone. Resolves with its slug. */
  addLink: (workspaceId: string) => Promise<string>;
  /** A person with a role in a workspace of their own; their personal workspace is on the plan pro. */
  addPerson: (role: Role) => Promise<Person>;
  setRole: (person: Person, role: Role | null) => Promise<unknown>;
  tokenOf: (person: Person, scopes: readonly Scope[], personalScopes?: readonly Scope[]) => Promise<string>;
  addTenant: () => Promise<Tenant>;
  /** Links, erasures and allowances of the whole database. */
  picture: () => Promise<string>;
};

export async function startAccess(): Promise<AccessWorld> {
  const api = await startApi({ settings: { plans: highLimitPlans } });
  const { db } = api;
  let made = 0;

  async function addLink(workspaceId: string, marker = 'plain', zoneId = api.zoneId) {
    const url = `https://a.example/${marker}?utm_campaign=${marker}`;
    const slug = `link-${++made}`;
    const link = { id: makeId('lnk'), workspace_id: workspaceId, zone_id: zoneId, slug };
    await db
      .insertInto('links')
      .values({ ...link, url, location: url, title: marker, utm_campaign: marker })
      .execute();
    return { slug, linkId: link.id };
  }

  const setRole: AccessWorld['setRole'] = ({ workspaceId, userId }, role) =>
    role === null
      ? db
          .deleteFrom('members')
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId)
          .execute()
      : db
          .insertInto('members')
          .values({ workspace_id: workspaceId, user_id: userId, role })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
          .execute();

  return {
    ...api,
    addLink: async (workspaceId) => (await addLink(workspaceId)).slug,
    setRole,
    ask: ({ method, path, body }, { token, workspaceId }, asking = {}) =>
      api.fetchJson(method, path.replace(':slug', asking.slug ?? 'nobody') + (asking.query ?? ''), {
        token,
        body: asking.body ?? body,
        ...(workspaceId !== undefined && { headers: { 'X-Workspace-Id': workspaceId } }),
      }),
    addPerson: async (role) => {
      const { workspaceId } = await api.addWorkspace({ plan: 'team' });
      const email = `guest-${++made}@example.com`;
      const user = await createUser(db, { email });
      if (user.kind !== 'created') throw new Error(user.kind);
      await setPlan(db, user.personalWorkspaceId, 'pro');
      const person = { ...user, email, workspaceId };
      await setRole(person, role);
      return person;
    },
    tokenOf: ({ email, workspaceId }, scopes, personalScopes = scopes) =>
      api.addUserToken(email, personalScopes, [{ workspaceId, scopes }]),
    addTenant: async () => {
      const { workspaceId, token } = await api.addWorkspace();
      const marker = `marker${++made}`;
      const domain = `${marker}.example`;
      const zoneId = await api.addZone({ domain, zoneType: 'user', workspaceId, isVerified: true });
      return { workspaceId, token, marker, domain, ...(await addLink(workspaceId, marker, zoneId)) };
    },
    picture: async () => {
      const links = db.selectFrom('links').selectAll().orderBy('id').execute();
      const erasures = db.selectFrom('erasures').selectAll().orderBy('link_id').execute();
      const quota = db.selectFrom('link_quota').selectAll().orderBy('workspace_id').execute();
      return JSON.stringify(await Promise.all([links, erasures, quota]));
    },
  };
}
