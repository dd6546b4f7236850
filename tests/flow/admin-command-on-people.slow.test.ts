// Members, people's tokens and transfers by the admin command hold for the very next request.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { adminJson, runAdminCommand, runAdminCommandWith } from './admin-command';
import { rowsOf } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;
let id: string;
let token: string;

const json = (...words: string[]) => adminJson(kurz.dataDirectory, ...words);

beforeAll(async () => {
  kurz = await startStandalone({ isNew: false });
  for (const name of ['ada', 'ben']) await json('user', 'create', '--email', `${name}@example.com`);
  id = String(
    (await json('workspace', 'create', '--name', 'Team', '--owner', 'ada@example.com', '--plan', 'team'))[
      'id'
    ],
  );
});
afterAll(() => kurz.close());

async function ask(workspaceId: string | undefined, body?: object) {
  const response = await fetch(`${kurz.url}/v1/urls`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(workspaceId && { 'x-workspace-id': workspaceId }),
    },
    body: body && JSON.stringify(body),
  });
  const answered = (await response.json()) as { code?: string };
  return { status: response.status, code: answered.code, retryAfter: response.headers.get('retry-after') };
}

const create = () => ask(id, { url: 'https://example.com/' });

it('makes a person’s token, which their role caps from one request to the next', async () => {
  expect(await json('member', 'set', id, 'ben@example.com', 'viewer')).toEqual({
    workspaceId: id,
    email: 'ben@example.com',
    role: 'viewer',
  });
  const made = await json(
    ...['token', 'create', '--user', 'ben@example.com', '--name', 'laptop'],
    ...['--grant', `${id}=links:read,links:write`, '--personal', 'links:read'],
  );
  expect(Object.keys(made).sort()).toEqual(['id', 'secret']);
  token = String(made['secret']);
  expect(token).toMatch(/^kz_(?!ws_)/);
  expect((await ask(id)).status).toBe(200);
  expect(await create()).toMatchObject({ status: 403, code: 'SCOPE_REQUIRED' });
  await json('member', 'set', id, 'ben@example.com', 'member');
  expect((await create()).status).toBe(201);
  // the personal workspace is granted, but on the plan free
  expect(await ask(undefined)).toMatchObject({ status: 401, code: 'PLAN_NOT_ELIGIBLE' });
});

it('ends a membership and with it the access of the token, and gives it back with the new role', async () => {
  await json('member', 'remove', id, 'ben@example.com');
  expect(await ask(id)).toMatchObject({ status: 403, code: 'GRANT_INACTIVE' });
  await json('member', 'set', id, 'ben@example.com', 'admin');
  expect((await create()).status).toBe(201);
});

it('hands a workspace over: writes answer 423 from the begin to the end, reads go on', async () => {
  await json('workspace', 'transfer', 'begin', id, '--to', 'ben@example.com');
  const refused = await create();
  expect(refused).toMatchObject({ status: 423, code: 'TRANSFER_IN_PROGRESS' });
  expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1);
  expect((await ask(id)).status).toBe(200);
  expect(await json('workspace', 'transfer', 'end', id)).toMatchObject({ id, isInTransfer: false });
  expect((await create()).status).toBe(201);
  const { stdout } = await runAdminCommand(kurz.dataDirectory, 'workspace', 'list');
  expect(stdout).toMatch(new RegExp(`${id} +Team +ben@example.com`));
});

it('vouches for the address of whoever it adds, so that proving it again changes nothing', async () => {
  const proven = await json('user', 'prove-email', 'BEN@example.com');
  expect(proven).toEqual({ id: expect.stringMatching(/^usr_/) as unknown, email: 'BEN@example.com' });
});

it('shows the plans without touching a data folder, with the operator’s own limits', async () => {
  const file = path.join(path.dirname(kurz.dataDirectory), 'plans.json');
  writeFileSync(file, '{"free": {"linksPerMonth": 7}}');
  const settings = { KURZ_DATA_DIR: '/nonexistent/kurz', KURZ_PLANS: file };
  const run = (...words: string[]) => runAdminCommandWith('', settings, 'plan', 'show', ...words);
  const shown = await run('--json');
  expect([shown.code, shown.stderr]).toEqual([0, '']);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    plans: {
      free: { linksPerMonth: 7, hasApi: false },
      pro: { linksPerMonth: 5_000, requestsPerMinute: 300 },
    },
  });
  expect((await run()).stdout).toMatch(/^business +yes +1,200 /m);
});

it('holds the names of workspaces and tokens to the rule of the web app, and trims them', async () => {
  const workspace = ['workspace', 'create', '--owner', 'ada@example.com', '--plan', 'pro', '--name'];
  const token = ['token', 'create', '--workspace', id, '--scopes', 'links:read', '--name'];
  const personal = ['token', 'create', '--user', 'ada@example.com', '--personal', 'links:read', '--name'];
  for (const command of [workspace, token, personal]) {
    const { code, stderr } = await runAdminCommand(kurz.dataDirectory, ...command, ' ');
    expect([code, stderr]).toEqual([1, 'error: "name" must not be empty.\n']);
  }
  for (const command of [workspace, token]) {
    const { code, stderr } = await runAdminCommand(kurz.dataDirectory, ...command, 'x'.repeat(101));
    expect([code, stderr]).toEqual([1, expect.stringContaining('100 characters')]);
  }
  await json(...token, ' trimmed ');
  const names = rowsOf(await json('token', 'list', '--workspace', id), 'tokens').map(({ name }) => name);
  expect(names).toContain('trimmed');
});

it('refuses what cannot be with a clear error, a non-zero exit code and nothing on standard output', async () => {
  const user = ['token', 'create', '--user', 'ada@example.com', '--name', 'x'];
  const refused: [string[], string][] = [
    [['member', 'set', id, 'nobody@example.com', 'member'], 'no user'],
    [['member', 'set', 'ws_none', 'ada@example.com', 'member'], 'no workspace'],
    [['member', 'set', id, 'ben@example.com', 'viewer'], 'owns the workspace'],
    [['member', 'set', id, 'ada@example.com', 'owner'], 'admin, member, viewer'],
    [['member', 'remove', id, 'ben@example.com'], 'owns the workspace'],
    [['user', 'prove-email', 'nobody@example.com'], 'no such user'],
    [['user', 'prove-email', 'ben@example.com', '--user', 'usr_none'], 'no such user'],
    [['workspace', 'transfer', 'begin', id, '--to', 'nobody@example.com'], 'no user'],
    [['workspace', 'transfer', 'begin', id, '--to', 'ben@example.com'], 'already'],
    [['workspace', 'transfer', 'end', id], 'not being handed over'],
    [[...user, '--grant', 'ws_none=links:read'], 'not a member'],
    [[...user, '--grant', `${id}=links:all`], 'links:all'],
    [[...user, '--grant', id], 'A grant is'],
    [[...user, '--grant', `${id}=links:read`, '--grant', `${id}=links:write`], 'granted twice'],
    [user, 'use --workspace'],
    [[...user, '--workspace', id, '--scopes', 'links:read'], 'use --workspace'],
    [
      ['token', 'create', '--user', 'nobody@example.com', '--name', 'x', '--personal', 'links:read'],
      'no user',
    ],
  ];
  for (const [words, reason] of refused) {
    const { code, stdout, stderr } = await runAdminCommand(kurz.dataDirectory, ...words);
    expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('    at ');
  }
});
