// UTM conventions in the web app: every member reads them, an admin sets them, and the next list is checked against
// them.

import { setPlan } from '@kurz/api';
import { signIn, type Person } from './sign-in';
import { startApi, type TestApi, type TestWorkspace } from './start-api';
import type { ErrorAnswer } from './url-answer';

type Conventions = { conventions: Record<string, unknown> | null; isInPlan: boolean } & ErrorAnswer;

let api: TestApi;
let team: TestWorkspace;
let admin: Person;
let path: string;
beforeAll(async () => {
  api = await startApi();
  team = await api.addWorkspace({ plan: 'team' });
  admin = await signIn(api, { [team.workspaceId]: 'admin' });
  path = `/workspaces/${team.workspaceId}/utm-conventions`;
});
afterAll(() => api.close());

const read = async (person = admin) => (await person.ask<Conventions>('GET', path)).body;
const replace = (body: unknown, person = admin) => person.ask<Conventions>('PUT', path, body);
const drifts = async () => {
  const list = await api.fetchJson<{ urls: { utmDrift?: boolean }[] }>('GET', '/urls', { token: team.token });
  return list.body.urls.map((url) => url.utmDrift);
};

test('a workspace has none until they are set; then they are complete, and links are judged at once', async () => {
  await api.fetchJson('POST', '/urls', {
    body: { url: 'https://a.example/?utm_source=News' },
    token: team.token,
  });
  expect(await read()).toEqual({ conventions: null, isInPlan: true });
  expect(await drifts()).toEqual([undefined]);
  const { status, body } = await replace({ lowercase: true });
  expect(status).toBe(200);
  expect(body.conventions).toEqual({
    enabled: true,
    required: [],
    allowed: {},
    lowercase: true,
    separator: null,
  });
  expect(await read()).toEqual(body);
  expect(await drifts()).toEqual([true]);
  await replace({ required: ['source'] });
  expect(await drifts()).toEqual([undefined]);
});

test('a body that is nested deeply is 400', async () => {
  const nested = `{"a":`.repeat(80_000) + '1' + '}'.repeat(80_000);
  for (const body of [nested, `{"allowed":${nested}}`, `{"required":[${nested},${nested}]}`]) {
    const { status, body: answer } = await replace(body);
    expect([status, answer.error]).toEqual([400, 'The request body must not be nested more than 32 deep.']);
  }
});

test.each([
  [{ lowerCase: true }, 'lowerCase'],
  [{ required: ['colour'] }, 'required.0'],
  [{ allowed: { medium: ['E-Mail'] }, lowercase: true }, 'allowed.medium.0'],
  [{ allowed: { medium: ['\ud83d'] } }, 'allowed.medium.0'],
  [[], 'conventions'],
])('%j: 400 VALIDATION_FAILED that names the fault, and the old ones stay', async (sent, field) => {
  const before = await read();
  const { status, body } = await replace(sent);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(body.error).toContain(field);
  expect(await read()).toEqual(before);
});

test('on a plan without conventions they can be read, not set; they are kept for an upgrade', async () => {
  await replace({ lowercase: true });
  await setPlan(api.db, team.workspaceId, 'pro');
  expect(await read()).toMatchObject({ conventions: { lowercase: true }, isInPlan: false });
  const refused = await replace({ lowercase: false });
  expect([refused.status, refused.body.code]).toEqual([403, 'UTM_CONVENTIONS_NOT_IN_PLAN']);
  await setPlan(api.db, team.workspaceId, 'team');
  expect(await read()).toMatchObject({ conventions: { lowercase: true }, isInPlan: true });
});

test('members and viewers read and do not set; strangers do neither', async () => {
  for (const role of ['viewer', 'member'] as const) {
    const person = await signIn(api, { [team.workspaceId]: role });
    expect((await read(person)).isInPlan).toBe(true);
    expect((await replace({}, person)).body.code).toBe('ROLE_REQUIRED');
  }
  const stranger = await signIn(api);
  expect((await stranger.ask('GET', path)).status).toBe(404);
  expect((await replace({}, stranger)).status).toBe(404);
});
