// A workspace or a person whom the operator suspends: what their links, tokens and sessions answer, and that nothing is
// lost when they are resumed.

import { runSweeps, suspendPerson, suspendWorkspace } from '@kurz/api';
import { codeOf } from './custom-domains';
import { signIn } from './sign-in';
import { startApi, type TestApi, type TestWorkspace } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

type Listed = { workspaces: { id: string; isSuspended?: boolean }[] };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const sweep = async () => {
  await runSweeps(api.db, () => api.api.relayOutbox());
  await api.api.relayOutbox();
};

async function suspend(workspaceId: string, isSuspended: boolean) {
  const outcome = await suspendWorkspace(api.db, workspaceId, isSuspended);
  await sweep();
  return outcome.kind;
}

const make = (workspace: TestWorkspace, slug: string, more: object = {}) =>
  api.fetchJson<UrlAnswer>('POST', '/urls', {
    body: { url: `https://a.example/${slug}`, slug, ...more },
    token: workspace.token,
  });

const entryOf = async (slug: string) => {
  const entry = await api.linkCache.get({ zoneId: api.zoneId, slug });
  return entry?.kind === 'link' ? entry : undefined;
};
const stateOf = async (slug: string) => (await entryOf(slug))?.state;

test('all links of a suspended workspace are stopped, newer than before, and are what they were when it is resumed', async () => {
  const workspace = await api.addWorkspace();
  const other = await api.addWorkspace();
  const slugs = Array.from({ length: 450 }, (_, index) => `held-${index}`);
  for (let at = 0; at < slugs.length; at += 90) {
    const links = slugs.slice(at, at + 90).map((slug) => ({ url: `https://a.example/${slug}`, slug }));
    await api.fetchJson('POST', '/urls/batch', { body: { links }, token: workspace.token });
  }
  await make(other, 'bystander');
  const change = (slug: string, body: object) =>
    api.fetchJson('PATCH', `/urls/${slug}`, { body, token: workspace.token });
  await change('held-1', { isEnabled: false });
  await api.db.updateTable('links').set({ is_unsafe: true }).where('slug', '=', 'held-2').execute();
  const before = await api.fetchJson('GET', '/urls?limit=100', { token: workspace.token });
  const version = (await entryOf('held-0'))?.version ?? 0;
  expect(await suspend(workspace.workspaceId, true)).toBe('changed');
  expect(new Set(await Promise.all(slugs.map(stateOf)))).toEqual(new Set(['restricted']));
  expect((await entryOf('held-0'))?.version).toBeGreaterThan(version);
  expect(await stateOf('bystander')).toBe('enabled');
  expect(await suspend(workspace.workspaceId, true)).toBe('unchanged');
  expect(await suspend(workspace.workspaceId, false)).toBe('changed');
  const states = await Promise.all(slugs.map(stateOf));
  expect([states[0], states[1], states[2]]).toEqual(['enabled', 'paused', 'unsafe']);
  expect(new Set(states.slice(3))).toEqual(new Set(['enabled']));
  const after = await api.fetchJson('GET', '/urls?limit=100', { token: workspace.token });
  expect(after.body).toEqual(before.body);
});

test('tokens of a suspended workspace are refused in both languages, a person’s own in others go on', async () => {
  const workspace = await api.addWorkspace();
  await suspend(workspace.workspaceId, true);
  const ask = (language: string) =>
    api.fetchJson<ErrorAnswer>('GET', '/urls', {
      token: workspace.token,
      headers: { 'accept-language': language },
    });
  const [english, german] = [await ask('en'), await ask('de')];
  expect([codeOf(english), codeOf(german)]).toEqual([
    [403, 'WORKSPACE_SUSPENDED'],
    [403, 'WORKSPACE_SUSPENDED'],
  ]);
  expect(english.body.error).not.toBe(german.body.error);
  expect((await api.fetchJson('GET', '/urls')).status).toBe(200);
  await suspend(workspace.workspaceId, false);
  expect((await ask('en')).status).toBe(200);
});

test('members see a suspended workspace and can change nothing in it', async () => {
  const { workspaceId } = await api.addWorkspace();
  const person = await signIn(api, { [workspaceId]: 'admin' });
  await suspend(workspaceId, true);
  const at = `/workspaces/${workspaceId}`;
  const listed = (await person.ask<Listed>('GET', '/workspaces')).body.workspaces;
  expect(listed.filter(({ isSuspended }) => isSuspended).map(({ id }) => id)).toEqual([workspaceId]);
  expect((await person.ask('GET', `${at}/urls`)).status).toBe(200);
  for (const [method, path, body] of [
    ['POST', '/urls', { url: 'https://a.example/' }],
    ['POST', '/zones', { domain: 'go.suspended.example' }],
    ['POST', '/tokens', { name: 'x', scopes: ['links:read'] }],
  ] as const) {
    const answered = await person.ask<ErrorAnswer>(method, at + path, body);
    expect([path, ...codeOf(answered)]).toEqual([path, 403, 'WORKSPACE_SUSPENDED']);
  }
});

test('links that are made while their workspace is being suspended end stopped or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const workspace = await api.addWorkspace();
    const slugs = Array.from({ length: 6 }, (_, index) => `late-${round}-${index}`);
    const made = slugs.map((slug) => make(workspace, slug));
    const suspended = suspendWorkspace(api.db, workspace.workspaceId, true);
    const statuses = (await Promise.all(made)).map(({ status }) => status);
    await suspended;
    await sweep();
    const states = await Promise.all(slugs.map(stateOf));
    expect(states).toEqual(statuses.map((status) => (status === 201 ? 'restricted' : undefined)));
  }
});

test('a suspension that was killed on its way goes on, and a resumption right after it wins', async () => {
  const workspace = await api.addWorkspace();
  const slugs = Array.from({ length: 300 }, (_, index) => `cut-${index}`);
  for (let at = 0; at < slugs.length; at += 100) {
    const links = slugs.slice(at, at + 100).map((slug) => ({ url: 'https://a.example/', slug }));
    await api.fetchJson('POST', '/urls/batch', { body: { links }, token: workspace.token });
  }
  await suspendWorkspace(api.db, workspace.workspaceId, true);
  await expect(runSweeps(api.db, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  await sweep();
  expect(new Set(await Promise.all(slugs.map(stateOf)))).toEqual(new Set(['restricted']));
  await Promise.all([
    suspendWorkspace(api.db, workspace.workspaceId, false).then(sweep),
    runSweeps(api.db, () => api.api.relayOutbox()),
  ]);
  expect(new Set(await Promise.all(slugs.map(stateOf)))).toEqual(new Set(['enabled']));
});

test('a suspended person has no session, cannot sign in and has no token, until they are resumed', async () => {
  const { ownerEmail, workspaceId } = await api.addWorkspace();
  const person = await signIn(api, { [workspaceId]: 'admin' });
  const scopes = ['links:read'] as const;
  const token = await api.addUserToken(ownerEmail, [], [{ workspaceId, scopes }]);
  const ask = () => api.fetchJson('GET', '/urls', { token, headers: { 'X-Workspace-Id': workspaceId } });
  const now = new Date();
  const { origin } = new URL(api.baseUrl);
  const tryToSignIn = async () =>
    (
      await fetch(`${origin}/x/session`, {
        method: 'POST',
        headers: { origin, 'x-requested-with': 'kurz', 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: 'a horse, a stable and correctness' }),
      })
    ).status;
  expect((await ask()).status).toBe(200);
  for (const email of [ownerEmail, person.email.toUpperCase()]) {
    expect((await suspendPerson(api.db, { email, isSuspended: true, now })).kind).toBe('changed');
  }
  expect((await ask()).status).toBe(401);
  expect((await person.ask('GET', '/workspaces')).status).toBe(401);
  expect(await tryToSignIn()).toBe(401);
  for (const email of [ownerEmail, person.email]) {
    await suspendPerson(api.db, { email, isSuspended: false, now });
  }
  expect((await ask()).status).toBe(200);
  expect((await person.ask('GET', '/workspaces')).status).toBe(401);
  expect(await tryToSignIn()).toBe(200);
  const unknown = { email: 'nobody@example.com', isSuspended: true, now };
  expect(await suspendPerson(api.db, unknown)).toEqual({ kind: 'no_such_user' });
});
