// Workspaces in the web app: a person's own, their names and plans, and what a plan changes at once.

import { addMember, addOwnWorkspace, addPerson, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let owner: TestPerson;
beforeAll(async () => {
  api = await startApi({ settings: { planChoice: 'people', maxWorkspaces: 100 } });
  owner = await addPerson(api);
});
afterAll(() => api.close());

type Workspace = {
  id: string;
  name: string;
  plan: string;
  isYearly: boolean;
  isPersonal: boolean;
  role: string;
};
type WorkspacesAnswer = { workspaces: Workspace[] };
type WorkspaceAnswer = { workspace: Workspace; transfer?: unknown };

const fresh = { plan: 'free', isYearly: false, isInTransfer: false, requiresSecondFactor: false };
const personal = { ...fresh, name: 'Personal', isPersonal: true };

test('a person sees their personal workspace first, then each that they are a member of with their role there', async () => {
  const [person, other] = [await addPerson(api), await addPerson(api)];
  const own = await addOwnWorkspace(person, 'Zebra');
  const shared = await addOwnWorkspace(other, 'Apple');
  await addMember(api, shared, 'viewer', person);
  await addOwnWorkspace(other, 'Not theirs');
  const { status, body } = await person.browser.call<WorkspacesAnswer>('GET', '/workspaces');
  const team = { ...fresh, isPersonal: false };
  expect([status, body.workspaces]).toEqual([
    200,
    [
      { ...personal, id: person.personalWorkspaceId, role: 'owner' },
      { ...team, id: shared, name: 'Apple', role: 'viewer' },
      { ...team, id: own, name: 'Zebra', role: 'owner' },
    ],
  ]);
});

test('a new workspace is its maker’s own, on the plan free, under the name without spaces around it', async () => {
  const { status, body } = await owner.browser.call<WorkspaceAnswer>('POST', '/workspaces', {
    body: { name: '  Größe & Co 🚀 ', plan: 'business', isPersonal: true },
  });
  const { id } = body.workspace;
  expect(id).toMatch(/^ws_[0-9A-Za-z]{16,}$/);
  const workspace = { ...personal, id, name: 'Größe & Co 🚀', isPersonal: false, role: 'owner' };
  expect([status, body]).toEqual([201, { workspace }]);
  const read = await owner.browser.call<WorkspaceAnswer>('GET', `/workspaces/${id}`);
  expect([read.status, read.body]).toEqual([200, { workspace, transfer: null }]);
});

test('a workspace gets another name', async () => {
  const id = await addOwnWorkspace(owner, 'Before');
  const body = { name: 'After' };
  const renamed = await owner.browser.call<WorkspaceAnswer>('PATCH', `/workspaces/${id}`, { body });
  expect([renamed.status, renamed.body.workspace.name]).toEqual([200, 'After']);
  const read = await owner.browser.call<WorkspaceAnswer>('GET', `/workspaces/${id}`);
  expect(read.body.workspace.name).toBe('After');
});

test('a field that is not known may hold anything, U+0000 included', async () => {
  const id = await addOwnWorkspace(owner);
  const body = { name: 'After', 'a\u0000b': 'c\u0000d', nested: { list: ['\u0000'] } };
  const { status } = await owner.browser.call('PATCH', `/workspaces/${id}`, { body });
  expect(status).toBe(200);
});

test.each([
  [{}, '"name"'],
  [{ name: 5 }, '"name"'],
  [{ name: '   ' }, '"name" must not be empty'],
  [{ name: 'a\nb' }, '"name" must not contain control characters'],
  [{ name: '\ud800' }, '"name" must not contain control characters'],
  [{ name: 'a\u0000b' }, '"name"'],
  [{ name: 'x'.repeat(101) }, '"name" must not be longer than 100 characters'],
  [undefined, '"body"'],
])('a workspace cannot be named by %j', async (body, reason) => {
  const id = await addOwnWorkspace(owner);
  for (const [method, path] of [
    ['POST', '/workspaces'],
    ['PATCH', `/workspaces/${id}`],
  ] as const) {
    const answered = await owner.browser.call<ErrorAnswer>(method, path, { body });
    expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answered.body.error).toContain(reason);
  }
});

test('a change of plan counts with the very next request of the API, both ways', async () => {
  const id = await addOwnWorkspace(owner);
  const token = await api.addToken(id);
  const statusOfApi = async () => (await api.fetchJson('GET', '/urls', { token })).status;
  expect(await statusOfApi()).toBe(401);
  const path = `/workspaces/${id}/plan`;
  const up = await owner.browser.call<WorkspaceAnswer>('PUT', path, {
    body: { plan: 'team', isYearly: true },
  });
  const cadence = { isYearly: false, cadenceChange: { isYearly: true } };
  expect([up.status, up.body.workspace]).toMatchObject([200, { plan: 'team', ...cadence }]);
  expect(await statusOfApi()).toBe(200);
  const down = await owner.browser.call<WorkspaceAnswer>('PUT', path, { body: { plan: 'basic' } });
  expect(down.body.workspace).toMatchObject({ plan: 'basic', isYearly: false });
  expect(await statusOfApi()).toBe(401);
});

test.each([
  [{}, '"plan"'],
  [{ plan: 'gold' }, '"plan" must be "free"'],
  [{ plan: 'toString' }, '"plan"'],
  [{ plan: 'pro', isYearly: 'yes' }, '"isYearly"'],
])('%j is no change of plan', async (body, reason) => {
  const id = await addOwnWorkspace(owner);
  const answered = await owner.browser.call<ErrorAnswer>('PUT', `/workspaces/${id}/plan`, { body });
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(reason);
});
