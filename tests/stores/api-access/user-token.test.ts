import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import type { Role, Scope } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { createUserToken } from '../../../services/api/src/workspaces/tokens/create-user-token';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { revokeToken } from '../../../services/api/src/workspaces/tokens/revoke-token';
import { setPlan } from '../../../services/api/src/workspaces/set-plan';
import { allScopes } from '../../../services/api/src/access/scopes';
import { pepper, startScopedRoutes, type ScopedRoutes } from './start-scoped-routes';

let postgres: TestDatabase;
let api: ScopedRoutes;

beforeAll(async () => {
  postgres = await openTestDatabase();
  api = await startScopedRoutes(postgres.options);
  await createUser(api.database.db, { email: 'owner@example.com' });
});
afterAll(async () => {
  await api.close();
  await postgres.close();
});

let people = 0;

/** A person on the plan pro, and a workspace of somebody else. */
async function newPerson() {
  const { db } = api.database;
  const email = `person-${++people}@example.com`;
  const user = await createUser(db, { email });
  if (user.kind !== 'created') throw new Error(user.kind);
  await setPlan(db, user.personalWorkspaceId, 'pro');
  const workspace = await createWorkspace(db, {
    name: 'Team',
    ownerEmail: 'owner@example.com',
    plan: 'team',
    isYearly: false,
  });
  if (workspace.kind !== 'created') throw new Error(workspace.kind);
  return { email, ...user, workspaceId: workspace.workspaceId };
}

type Person = Awaited<ReturnType<typeof newPerson>>;

const join = ({ workspaceId, userId }: Person, role: Role) =>
  api.database.db
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
    .execute();

const leave = ({ workspaceId, userId }: Person) =>
  api.database.db
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();

async function newToken(person: Person, granted: readonly Scope[] = allScopes, personal = allScopes) {
  const outcome = await createUserToken(api.database.db, pepper, {
    userEmail: person.email.toUpperCase(),
    name: 'laptop',
    personalScopes: personal,
    grants: [{ workspaceId: person.workspaceId, scopes: granted }],
  });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome;
}

test('a token acts in the personal workspace, and in a granted one that is named', async () => {
  const person = await newPerson();
  await join(person, 'admin');
  const { secret } = await newToken(person);
  expect(secret).toMatch(/^kz_[0-9A-Za-z]{33}$/);
  const { personalWorkspaceId, workspaceId } = person;
  expect(await api.ask(secret, 'links:read')).toMatchObject({
    status: 200,
    workspaceId: personalWorkspaceId,
  });
  expect(await api.ask(secret, 'links:read', personalWorkspaceId)).toMatchObject({
    status: 200,
    workspaceId: personalWorkspaceId,
  });
  const before = api.statements();
  expect(await api.ask(secret, 'links:read', workspaceId)).toMatchObject({ status: 200, workspaceId });
  expect(api.statements() - before).toBe(1);
});

const capOf: Record<Role, readonly Scope[]> = {
  viewer: ['links:read', 'stats:read', 'usage:read', 'domains:read'],
  member: allScopes,
  admin: allScopes,
  owner: allScopes,
};

describe.each(['viewer', 'member', 'admin', 'owner'] as const)('the role %s', (role) => {
  test('caps a token with every scope', async () => {
    const person = await newPerson();
    await join(person, role);
    const { secret } = await newToken(person);
    for (const scope of allScopes) {
      const reply = await api.ask(secret, scope, person.workspaceId);
      if (capOf[role].includes(scope)) expect(reply.status).toBe(200);
      else expect(reply).toMatchObject({ status: 403, code: 'SCOPE_REQUIRED' });
    }
  });

  test('gives a token nothing that was not granted', async () => {
    const person = await newPerson();
    await join(person, role);
    const { secret } = await newToken(person, ['stats:read']);
    for (const scope of allScopes) {
      expect((await api.ask(secret, scope, person.workspaceId)).status).toBe(
        scope === 'stats:read' ? 200 : 403,
      );
    }
    expect((await api.ask(secret, 'links:write')).status).toBe(200);
  });
});

test('another role counts from the very next request', async () => {
  const person = await newPerson();
  await join(person, 'member');
  const { secret } = await newToken(person);
  expect((await api.ask(secret, 'links:write', person.workspaceId)).status).toBe(200);
  await join(person, 'viewer');
  expect(await api.ask(secret, 'links:write', person.workspaceId)).toMatchObject({ code: 'SCOPE_REQUIRED' });
});

test('leaving ends access at once, being added again restores it capped at the new role', async () => {
  const person = await newPerson();
  await join(person, 'admin');
  const { secret } = await newToken(person);
  expect((await api.ask(secret, 'links:write', person.workspaceId)).status).toBe(200);
  await leave(person);
  for (const scope of allScopes) {
    expect(await api.ask(secret, scope, person.workspaceId)).toMatchObject({
      status: 403,
      code: 'GRANT_INACTIVE',
    });
  }
  expect((await api.ask(secret, 'links:write')).status).toBe(200);
  await join(person, 'viewer');
  expect((await api.ask(secret, 'links:read', person.workspaceId)).status).toBe(200);
  expect(await api.ask(secret, 'links:write', person.workspaceId)).toMatchObject({ code: 'SCOPE_REQUIRED' });
});

test('a workspace that is not on the token answers NOT_GRANTED, to a member and to a stranger alike', async () => {
  const person = await newPerson();
  await join(person, 'owner');
  const outcome = await createUserToken(api.database.db, pepper, {
    userEmail: person.email,
    name: 'narrow',
    personalScopes: allScopes,
    grants: [],
  });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  const strange = (await newPerson()).workspaceId;
  for (const named of [person.workspaceId, strange, 'ws_0000000000000000', 'nonsense', '']) {
    expect(await api.ask(outcome.secret, 'links:read', named)).toMatchObject({
      status: 403,
      code: 'NOT_GRANTED',
    });
  }
});

test('a token without personal scopes cannot act in the personal workspace', async () => {
  const person = await newPerson();
  await join(person, 'member');
  const { secret } = await newToken(person, allScopes, []);
  expect(await api.ask(secret, 'links:read')).toMatchObject({ status: 403, code: 'NOT_GRANTED' });
  expect((await api.ask(secret, 'links:read', person.workspaceId)).status).toBe(200);
});

test.each(['free', 'basic'] as const)(
  'a granted workspace on %s answers PLAN_REQUIRED until its upgrade',
  async (plan) => {
    const person = await newPerson();
    await join(person, 'admin');
    const { secret } = await newToken(person);
    await setPlan(api.database.db, person.workspaceId, plan);
    expect(await api.ask(secret, 'links:read', person.workspaceId)).toMatchObject({
      status: 403,
      code: 'PLAN_REQUIRED',
    });
    expect((await api.ask(secret, 'links:read')).status).toBe(200);
    await setPlan(api.database.db, person.workspaceId, 'pro');
    expect((await api.ask(secret, 'links:read', person.workspaceId)).status).toBe(200);
  },
);

test('the personal workspace on free answers 401, named or not, and leaves the granted one alone', async () => {
  const person = await newPerson();
  await join(person, 'admin');
  const { secret } = await newToken(person);
  await setPlan(api.database.db, person.personalWorkspaceId, 'free');
  for (const named of [undefined, person.personalWorkspaceId]) {
    expect(await api.ask(secret, 'links:read', named)).toMatchObject({
      status: 401,
      code: 'PLAN_NOT_ELIGIBLE',
    });
  }
  expect((await api.ask(secret, 'links:read', person.workspaceId)).status).toBe(200);
});

test('who left learns nothing of the plan', async () => {
  const person = await newPerson();
  await join(person, 'admin');
  const { secret } = await newToken(person);
  await leave(person);
  await setPlan(api.database.db, person.workspaceId, 'free');
  expect(await api.ask(secret, 'links:read', person.workspaceId)).toMatchObject({ code: 'GRANT_INACTIVE' });
});

test('a transfer stops writes in that workspace only', async () => {
  const person = await newPerson();
  await join(person, 'admin');
  const { secret } = await newToken(person);
  await api.database.db
    .updateTable('workspaces')
    .set({ transfer_to_user_id: person.userId, transfer_started_at: new Date() })
    .where('id', '=', person.workspaceId)
    .execute();
  expect((await api.ask(secret, 'links:write', person.workspaceId)).status).toBe(423);
  expect((await api.ask(secret, 'stats:read', person.workspaceId)).status).toBe(200);
  expect((await api.ask(secret, 'links:write')).status).toBe(200);
});

test('a revoked token is refused everywhere', async () => {
  const person = await newPerson();
  await join(person, 'admin');
  const { secret, tokenId } = await newToken(person);
  await revokeToken(api.database.db, tokenId);
  expect((await api.ask(secret, 'links:read')).status).toBe(401);
  expect((await api.ask(secret, 'links:read', person.workspaceId)).status).toBe(401);
});

test('a token is made only for a known person, and only with workspaces they are in', async () => {
  const person = await newPerson();
  const request = { userEmail: person.email, name: 'x', personalScopes: [], grants: [] };
  expect(await createUserToken(api.database.db, pepper, { ...request, userEmail: 'no@example.com' })).toEqual(
    {
      kind: 'no_such_user',
    },
  );
  const grants = [{ workspaceId: person.workspaceId, scopes: allScopes }];
  expect(await createUserToken(api.database.db, pepper, { ...request, grants })).toEqual({
    kind: 'not_a_member',
    workspaceId: person.workspaceId,
  });
});
