// Authorization in a workspace of the web app: every role at every endpoint, strangers, and clients without a session.

import type { Role } from '@kurz/database';
import {
  addMember,
  addOwnWorkspace,
  addPerson,
  openBrowser,
  type Browser,
  type TestPerson,
} from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let workspaceId: string;
let people: Record<Role, TestPerson>;
let stranger: TestPerson;
beforeAll(async () => {
  api = await startApi({ settings: { planChoice: 'people' } });
  const owner = await addPerson(api);
  workspaceId = await addOwnWorkspace(owner);
  // this plan has everything that these endpoints need
  await owner.browser.call('PUT', `/workspaces/${workspaceId}/plan`, { body: { plan: 'team' } });
  people = {
    owner,
    admin: await addMember(api, workspaceId, 'admin'),
    member: await addMember(api, workspaceId, 'member'),
    viewer: await addMember(api, workspaceId, 'viewer'),
  };
  stranger = await addPerson(api);
  await addOwnWorkspace(stranger);
});
afterAll(() => api.close());

const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

/** Paths below a workspace, with the least role. Without a body none of these requests changes anything. */
const endpoints: readonly (readonly [method: string, path: string, least: Role])[] = [
  ['GET', '', 'viewer'],
  ['PATCH', '', 'admin'],
  ['DELETE', '', 'owner'],
  ['GET', '/export', 'owner'],
  ['PUT', '/plan', 'owner'],
  ['GET', '/members', 'viewer'],
  ['PATCH', '/members/usr_nobody', 'admin'],
  ['DELETE', '/members/usr_nobody', 'admin'],
  ['GET', '/invitations', 'admin'],
  ['POST', '/invitations', 'admin'],
  ['DELETE', '/invitations/inv_nothing', 'admin'],
  ['GET', '/transfer', 'viewer'],
  ['POST', '/transfer', 'owner'],
  ['DELETE', '/transfer', 'viewer'],
  ['POST', '/transfer/accept', 'viewer'],
  ['GET', '/tokens', 'admin'],
  ['POST', '/tokens', 'admin'],
  ['DELETE', '/tokens/tok_nothing', 'admin'],
  ['GET', '/zones', 'viewer'],
  ['POST', '/zones', 'admin'],
  ['PATCH', '/zones/zon_nothing', 'admin'],
  ['DELETE', '/zones/zon_nothing', 'admin'],
  ['POST', '/zones/zon_nothing/verify', 'admin'],
  ['PUT', '/zones/zon_nothing/default', 'admin'],
  ['DELETE', '/zones/zon_nothing/default', 'admin'],
  ['GET', '/utm-conventions', 'viewer'],
  ['PUT', '/utm-conventions', 'admin'],
  ['GET', '/urls', 'viewer'],
  ['POST', '/urls', 'member'],
  ['GET', '/urls/nothing', 'viewer'],
  ['PATCH', '/urls/nothing', 'member'],
  ['DELETE', '/urls/nothing', 'member'],
  ['GET', '/urls/nothing/stats', 'viewer'],
];

const ask = (browser: Browser, method: string, path: string, id = workspaceId) =>
  browser.call<ErrorAnswer>(method, `/workspaces/${id}${path}`);

const matrix = endpoints.flatMap(([method, path, least]) =>
  roles.map((role) => [role, method, path, roles.indexOf(role) >= roles.indexOf(least), least] as const),
);

test.each(matrix)('%s, %s %s: let in is %s', async (role, method, path, isLetIn, least) => {
  const { status, body } = await ask(people[role].browser, method, path);
  if (isLetIn) {
    expect([401, 403, 423, 500]).not.toContain(status);
  } else {
    expect([status, body.code]).toEqual([403, 'ROLE_REQUIRED']);
    expect(body.error).toContain(` ${least} `);
  }
});

test.each(endpoints)(
  'a stranger, %s %s: 404, as in a workspace that does not exist',
  async (method, path) => {
    for (const id of [workspaceId, 'ws_0000000000000000', 'x', '%00', "'--"]) {
      const { status, body } = await ask(stranger.browser, method, path, id);
      expect([status, body]).toEqual([404, { error: 'There is no such workspace.', code: 'NOT_FOUND' }]);
    }
  },
);

test.each(endpoints)('nobody signed in, %s %s: 401', async (method, path) => {
  const { status, body } = await ask(openBrowser(api), method, path);
  expect([status, body.code]).toEqual([401, 'SIGNED_OUT']);
});

test('a refusal is in German to who prefers it', async () => {
  const headers = { 'accept-language': 'de' };
  const path = `/workspaces/${workspaceId}`;
  const errorOf = async ({ browser }: TestPerson, method: string, at: string) =>
    (await browser.call<ErrorAnswer>(method, at, { headers })).body.error;
  expect(await errorOf(people.viewer, 'PUT', `${path}/plan`)).toBe(
    'Das kann nur, wer den Workspace besitzt.',
  );
  expect(await errorOf(stranger, 'GET', path)).toBe('Diesen Workspace gibt es nicht.');
  expect((await openBrowser(api).call<ErrorAnswer>('GET', path, { headers })).body.error).toBe(
    'Bitte anmelden. Es gibt keine Sitzung, oder sie ist beendet.',
  );
});

test('a person may ask 600 times a minute; then 429 says when to come back, and nobody else waits', async () => {
  const busy = await addPerson(api);
  const answers = [];
  for (let round = 0; round < 12; round++) {
    answers.push(...(await Promise.all(Array.from({ length: 51 }, () => busy.browser.call('GET', '/me')))));
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(12);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await stranger.browser.call('GET', '/me')).status).toBe(200);
});
