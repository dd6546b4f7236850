// What people may do by themselves unless the operator sets otherwise: no choice of plans, and limits on their own
// workspaces, a workspace's open invitations, and tokens.

import { addMember, addOwnWorkspace, addPerson, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

const MAX_WORKSPACES = 10;
const MAX_INVITATIONS = 3;
const MAX_TOKENS = 200;
const MAX_ENDED_TOKENS = 100;

let api: TestApi;
beforeAll(async () => {
  // the defaults for plans and workspaces
  api = await startApi({ settings: { maxInvitations: MAX_INVITATIONS } });
});
afterAll(() => api.close());

type Outcome = [number, string | undefined];

async function ask(person: TestPerson, method: string, path: string, body?: object, language = 'en') {
  return person.browser.call<ErrorAnswer | null>(method, path, {
    ...(body && { body }),
    headers: { 'accept-language': language },
  });
}
const codeOf = async (...asked: Parameters<typeof ask>): Promise<Outcome> => {
  const { status, body } = await ask(...asked);
  return [status, body?.code];
};

const owned = async ({ userId }: TestPerson) =>
  (await api.db.selectFrom('workspaces').select('id').where('owner_id', '=', userId).execute()).length;

const counted = (outcomes: Outcome[]) => {
  const counts: Record<string, number> = {};
  for (const [status, code = ''] of outcomes) {
    const name = `${status} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

test('the plan is the operator’s: an owner can change neither it nor its cadence, and reads why in both languages', async () => {
  const owner = await addPerson(api);
  const id = await addOwnWorkspace(owner);
  for (const body of [{ plan: 'business' }, { plan: 'free', isYearly: true }]) {
    expect(await codeOf(owner, 'PUT', `/workspaces/${id}/plan`, body)).toEqual([
      403,
      'PLAN_CHOSEN_BY_OPERATOR',
    ]);
  }
  const texts = await Promise.all(
    ['en', 'de'].map(async (language) => {
      const { body } = await ask(owner, 'PUT', `/workspaces/${id}/plan`, { plan: 'pro' }, language);
      return body?.error;
    }),
  );
  expect(new Set(texts).size).toBe(2);
  const { body } = await owner.browser.call('GET', `/workspaces/${id}`);
  expect(body).toMatchObject({ workspace: { plan: 'free', isYearly: false } });
});

test('somebody who is no owner is told of the role first', async () => {
  const owner = await addPerson(api);
  const id = await addOwnWorkspace(owner);
  const admin = await addMember(api, id, 'admin');
  expect(await codeOf(admin, 'PUT', `/workspaces/${id}/plan`, { plan: 'pro' })).toEqual([
    403,
    'ROLE_REQUIRED',
  ]);
});

test('a person owns ten workspaces at most, the personal one included, however many are asked for at once', async () => {
  const person = await addPerson(api);
  const asked = Array.from({ length: 25 }, (_, at) =>
    codeOf(person, 'POST', '/workspaces', { name: `W ${at}` }),
  );
  const outcomes = counted(await Promise.all(asked));
  expect(outcomes).toEqual({
    201: MAX_WORKSPACES - 1,
    '403 WORKSPACE_LIMIT_REACHED': 25 - (MAX_WORKSPACES - 1),
  });
  expect(await owned(person)).toBe(MAX_WORKSPACES);
  const { body } = await ask(person, 'POST', '/workspaces', { name: 'One more' });
  expect(body?.error).toContain(String(MAX_WORKSPACES));
});

test('accepting a transfer is owning a workspace, also beside one that is being made', async () => {
  const heir = await addPerson(api);
  for (let at = 1; at < MAX_WORKSPACES - 1; at++) await addOwnWorkspace(heir);
  const paths = await Promise.all(
    [1, 2].map(async () => {
      const giver = await addPerson(api);
      const path = `/workspaces/${await addOwnWorkspace(giver)}`;
      await addMember(api, path.slice('/workspaces/'.length), 'viewer', heir);
      expect((await ask(giver, 'POST', `${path}/transfer`, { email: heir.email })).status).toBe(201);
      return path;
    }),
  );
  const outcomes = await Promise.all([
    ...paths.map((path) => codeOf(heir, 'POST', `${path}/transfer/accept`)),
    codeOf(heir, 'POST', '/workspaces', { name: 'Beside' }),
  ]);
  const refused = outcomes.filter(([status]) => status === 403);
  expect(refused).toEqual([
    [403, 'WORKSPACE_LIMIT_REACHED'],
    [403, 'WORKSPACE_LIMIT_REACHED'],
  ]);
  expect(await owned(heir)).toBe(MAX_WORKSPACES);
});

test('a workspace has so many open invitations at most, however many are asked for at once; each that ends makes room', async () => {
  const owner = await addPerson(api);
  const path = `/workspaces/${await addOwnWorkspace(owner)}/invitations`;
  const invite = (name: string) =>
    codeOf(owner, 'POST', path, { email: `${name}@invited.example`, role: 'viewer' });
  const outcomes = counted(await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(invite)));
  expect(outcomes).toEqual({ 201: MAX_INVITATIONS, '403 INVITATION_LIMIT_REACHED': 3 });
  const list = async () =>
    (await owner.browser.call<{ invitations: { id: string; email: string }[] }>('GET', path)).body
      .invitations;
  const [first] = await list();
  // another invitation to an invited address replaces the first one
  expect(await invite(String(first?.email.split('@')[0]).toUpperCase())).toEqual([201, undefined]);
  expect(await list()).toHaveLength(MAX_INVITATIONS);
  const [newest] = await list();
  await ask(owner, 'DELETE', `${path}/${newest?.id}`);
  expect(await invite('later')).toEqual([201, undefined]);
  expect(await invite('too-late')).toEqual([403, 'INVITATION_LIMIT_REACHED']);
  await api.db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('email', '=', 'later@invited.example')
    .execute();
  expect(await invite('last')).toEqual([201, undefined]);
});

describe.each([
  ['a workspace', 'WORKSPACE_TOKEN_LIMIT_REACHED', { scopes: ['links:read'] }],
  ['a person', 'PERSON_TOKEN_LIMIT_REACHED', { personalScopes: ['links:read'] }],
])('tokens of %s', (of, code, fields) => {
  test('so many can be used at most, however many are asked for at once; each that ends makes room', async () => {
    const owner = await addPerson(api);
    const id = await addOwnWorkspace(owner);
    const isOfWorkspace = of === 'a workspace';
    const path = isOfWorkspace ? `/workspaces/${id}/tokens` : '/tokens';
    const create = async () => codeOf(owner, 'POST', path, { name: 'CI', ...fields });
    const outcomes = counted(await Promise.all(Array.from({ length: MAX_TOKENS + 5 }, create)));
    expect(outcomes).toEqual({ 201: MAX_TOKENS, [`403 ${code}`]: 5 });
    const list = async () =>
      (await owner.browser.call<{ tokens: { id: string }[] }>('GET', path)).body.tokens;
    const [newest, other] = await list();
    await ask(owner, 'DELETE', `${path}/${newest?.id}`);
    expect(await create()).toEqual([201, undefined]);
    expect(await create()).toEqual([403, code]);
    await api.db
      .updateTable('tokens')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', String(other?.id))
      .execute();
    expect(await create()).toEqual([201, undefined]);
    // of the ended tokens only the newest are shown
    const before = (await list()).map((token) => token.id);
    expect(before).toHaveLength(MAX_TOKENS + 2);
    const oldest = before.at(-1) ?? '';
    await api.db
      .updateTable('tokens')
      .set({ revoked_at: new Date() })
      .where('id', 'in', before)
      .where('id', '<>', oldest)
      .execute();
    const shown = before.filter((one) => one !== oldest).slice(0, MAX_ENDED_TOKENS);
    expect((await list()).map((token) => token.id)).toEqual([...shown, oldest]);
  });
});
