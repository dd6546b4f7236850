// Authorization of an endpoint of /v1, contract §5 and §7, for each `<endpoint>.access.test.ts`. A refused request
// changes nothing.

import { revokeToken, setPlan } from '@kurz/api';
import type { Plan, Role } from '@kurz/database';
import { ALL_SCOPES, type Answered } from '../start-api';
import type { ErrorAnswer } from '../url-answer';
import type { Endpoint } from './endpoints';
import { startAccess, type AccessWorld, type Caller, type Person } from './start-access';

const ROLES: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];
const WITHOUT_API: readonly Plan[] = ['free', 'basic'];

export function describeAccess(endpoint: Endpoint): void {
  const { scope, status, isWrite } = endpoint;
  let world: AccessWorld;
  beforeAll(async () => {
    world = await startAccess();
  });
  afterAll(() => world.close());

  /** Requests the endpoint for a new link of the workspace. */
  async function askFor(workspaceId: string, caller: Caller) {
    const slug = await world.addLink(workspaceId);
    return world.ask(endpoint, caller, { slug });
  }

  async function expectIn(workspaceId: string, caller: Caller): Promise<void> {
    expect(await askFor(workspaceId, caller)).toMatchObject({ status });
  }

  async function expectOut(
    workspaceId: string,
    caller: Caller,
    [outStatus, code]: [number, string],
  ): Promise<Answered<ErrorAnswer>> {
    const slug = await world.addLink(workspaceId);
    const before = await world.picture();
    const answered = await world.ask(endpoint, caller, { slug });
    expect([answered.status, answered.body.code]).toEqual([outStatus, code]);
    expect(await world.picture()).toBe(before);
    return answered;
  }

  async function expectScopeMissing(workspaceId: string, caller: Caller): Promise<void> {
    const { body } = await expectOut(workspaceId, caller, [403, 'SCOPE_REQUIRED']);
    expect(body.error).toContain(scope);
  }

  /** A caller with a user token, in the workspace in which the person has the role. */
  const there = (person: Person, token: string): [string, Caller] => [
    person.workspaceId,
    { token, workspaceId: person.workspaceId },
  ];

  test.each(ALL_SCOPES)(
    'a workspace token with %s alone gets in exactly where that is needed',
    async (own) => {
      const { workspaceId } = await world.addWorkspace();
      const token = await world.addToken(workspaceId, [own]);
      if (own === scope) await expectIn(workspaceId, { token });
      else await expectScopeMissing(workspaceId, { token });
    },
  );

  test('a workspace token with every other scope is told which one is missing', async () => {
    const { workspaceId } = await world.addWorkspace();
    const others = ALL_SCOPES.filter((other) => other !== scope);
    await expectScopeMissing(workspaceId, { token: await world.addToken(workspaceId, others) });
  });

  describe.each(ROLES)('a user token of somebody whose role is %s', (role) => {
    const isAllowed = role !== 'viewer' || scope !== 'links:write';

    test.each(ALL_SCOPES)(
      'granted %s alone gets in exactly where that is needed and the role allows it',
      async (own) => {
        const person = await world.addPerson(role);
        const token = await world.tokenOf(person, [own], ALL_SCOPES);
        if (own === scope && isAllowed) await expectIn(...there(person, token));
        else await expectScopeMissing(...there(person, token));
      },
    );

    test('granted everything gets in exactly where the role allows it', async () => {
      const person = await world.addPerson(role);
      const token = await world.tokenOf(person, ALL_SCOPES);
      if (isAllowed) await expectIn(...there(person, token));
      else await expectScopeMissing(...there(person, token));
    });
  });

  test('a user token acts in the personal workspace by default, with the scopes for that one', async () => {
    const person = await world.addPerson('viewer');
    const [narrow, wide] = [
      await world.tokenOf(person, ALL_SCOPES, []),
      await world.tokenOf(person, [], [scope]),
    ];
    await expectIn(person.personalWorkspaceId, { token: wide });
    await expectIn(person.personalWorkspaceId, { token: wide, workspaceId: person.personalWorkspaceId });
    await expectScopeMissing(...there(person, wide));
    await expectOut(person.personalWorkspaceId, { token: narrow }, [403, 'NOT_GRANTED']);
  });

  test('role, leaving and coming back count from the very next request', async () => {
    const person = await world.addPerson('admin');
    const asked = there(person, await world.tokenOf(person, ALL_SCOPES));
    await expectIn(...asked);
    await world.setRole(person, null);
    await expectOut(...asked, [403, 'GRANT_INACTIVE']);
    await world.setRole(person, 'viewer');
    if (isWrite) await expectScopeMissing(...asked);
    await world.setRole(person, 'member');
    await expectIn(...asked);
  });

  test('without a token, with one that cannot be and with one that never was: 401 with a challenge', async () => {
    const { workspaceId } = await world.addWorkspace();
    const nobodys = `kz_ws_${'0'.repeat(33)}`;
    for (const token of [null, '', 'nonsense', nobodys, `${world.token}x`, world.token.toUpperCase()]) {
      const { headers } = await expectOut(workspaceId, { token }, [401, 'UNAUTHORIZED']);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  test('a revoked token is refused from the next request on', async () => {
    const { workspaceId } = await world.addWorkspace();
    const token = await world.addToken(workspaceId);
    await expectIn(workspaceId, { token });
    const last = world.db.selectFrom('tokens').select('id').where('workspace_id', '=', workspaceId);
    for (const { id } of await last.execute()) await revokeToken(world.db, id);
    await expectOut(workspaceId, { token }, [401, 'UNAUTHORIZED']);
  });

  test.each(WITHOUT_API)(
    'on the plan %s each token is refused in its way, and works again after an upgrade',
    async (plan) => {
      const person = await world.addPerson('admin');
      const { workspaceId, personalWorkspaceId } = person;
      const token = await world.tokenOf(person, ALL_SCOPES);
      const workspaceToken = await world.addToken(workspaceId);
      for (const id of [workspaceId, personalWorkspaceId]) await setPlan(world.db, id, plan);
      const told = await expectOut(workspaceId, { token: workspaceToken }, [401, 'PLAN_NOT_ELIGIBLE']);
      expect(told.body.error).toContain('API tokens are only for premium workspaces');
      await expectOut(personalWorkspaceId, { token }, [401, 'PLAN_NOT_ELIGIBLE']);
      await expectOut(...there(person, token), [403, 'PLAN_REQUIRED']);
      for (const id of [workspaceId, personalWorkspaceId]) await setPlan(world.db, id, 'pro');
      await expectIn(workspaceId, { token: workspaceToken });
      await expectIn(personalWorkspaceId, { token });
      await expectIn(...there(person, token));
    },
  );

  test('a workspace that is not on the token, no workspace, and anything else as its id: NOT_GRANTED', async () => {
    const person = await world.addPerson('owner');
    const stranger = await world.addWorkspace();
    const token = await world.tokenOf(person, ALL_SCOPES);
    for (const named of [
      stranger.workspaceId,
      'ws_0000000000000000',
      'x',
      '*',
      "' OR 1=1 --",
      'a'.repeat(5_000),
    ]) {
      for (const asking of [token, world.token]) {
        await expectOut(stranger.workspaceId, { token: asking, workspaceId: named }, [403, 'NOT_GRANTED']);
      }
    }
  });

  test('while the workspace changes hands a write is 423 with Retry-After and a read is as ever', async () => {
    const person = await world.addPerson('admin');
    const { workspaceId, userId } = person;
    const asked = there(person, await world.tokenOf(person, ALL_SCOPES));
    const byWorkspace = { token: await world.addToken(workspaceId) };
    const handOver = (transfer_to_user_id: string | null) =>
      world.db.updateTable('workspaces').set({ transfer_to_user_id }).where('id', '=', workspaceId).execute();
    await handOver(userId);
    for (const [id, caller] of [asked, [workspaceId, byWorkspace] as const]) {
      if (!isWrite) await expectIn(id, caller);
      else {
        const { headers } = await expectOut(id, caller, [423, 'TRANSFER_IN_PROGRESS']);
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
    }
    await handOver(null);
    await expectIn(...asked);
  });

  test('a transferred workspace keeps its tokens, and a change of its members does not touch them', async () => {
    const person = await world.addPerson('member');
    const token = await world.addToken(person.workspaceId);
    const { workspaceId, userId } = person;
    await world.db
      .updateTable('workspaces')
      .set({ owner_id: userId })
      .where('id', '=', workspaceId)
      .execute();
    await world.db.deleteFrom('members').where('workspace_id', '=', workspaceId).execute();
    await expectIn(workspaceId, { token });
  });

  test("nothing of another tenant's is shown, changed or found, whatever of theirs is named", async () => {
    const [target, thief] = [await world.addTenant(), await world.addTenant()];
    const person = await world.addPerson('owner');
    const callers: Caller[] = [
      { token: thief.token },
      { token: await world.tokenOf(person, ALL_SCOPES) },
      { token: await world.tokenOf(person, ALL_SCOPES), workspaceId: person.workspaceId },
    ];
    const rowsOf = () =>
      world.db.selectFrom('links').selectAll().where('workspace_id', '=', target.workspaceId).execute();
    const before = await rowsOf();
    for (const caller of callers) {
      for (const { status: expected, ...asking } of endpoint.reachFor(target)) {
        const answered = await world.ask(endpoint, caller, asking);
        expect(answered.status).toBe(expected);
        const text = JSON.stringify([answered.body, [...answered.headers]]);
        for (const theirs of [target.marker, target.workspaceId, target.linkId])
          expect(text).not.toContain(theirs);
      }
    }
    expect(await rowsOf()).toEqual(before);
    const own = await world.ask(endpoint, target, { slug: target.slug });
    expect(own.status).toBe(status);
  });
}
