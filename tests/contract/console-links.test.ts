// Links, stats, campaigns and usage for people who are signed in (contract §4: "a web-app route under an /x/ prefix
// returns the same stats body"): the same handlers as /v1, on every plan, within role, quota and retention.

import { setPlan } from '@kurz/api';
import type { Plan, Role } from '@kurz/database';
import { signIn, type Person } from './sign-in';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
let member: Person;
let at: string;
beforeAll(async () => {
  api = await startApi();
  member = await signIn(api, { [api.workspaceId]: 'member' });
  at = `/workspaces/${api.workspaceId}`;
});
afterAll(() => api.close());

const codeOf = ({ status, body }: { status: number; body: ErrorAnswer }) => [status, body.code];
const setPlanOf = (workspaceId: string, plan: Plan) => setPlan(api.db, workspaceId, plan);

test.each(['urls', 'urls/batch'])(
  'a creation at %s with a key and without a body is refused',
  async (path) => {
    const headers = { 'idempotency-key': path };
    expect((await member.ask('POST', `${at}/${path}`, undefined, headers)).status).toBe(400);
  },
);

test('a link goes through its life, and the link cache hears of each change before the answer', async () => {
  const entry = () => api.linkCache.get({ zoneId: api.zoneId, slug: 'by-hand' });
  const created = await member.ask<UrlAnswer>('POST', `${at}/urls`, {
    url: 'https://a.example/',
    slug: 'by-hand',
  });
  expect([created.status, created.body.url.zoneDomain]).toEqual([201, SHARED_DOMAIN]);
  expect(await entry()).toMatchObject({ state: 'enabled' });
  const edited = await member.ask<UrlAnswer>('PATCH', `${at}/urls/by-hand`, { isEnabled: false });
  expect([edited.status, edited.body.url.isEnabled]).toEqual([200, false]);
  expect(await entry()).toMatchObject({ state: 'paused' });
  const read = await member.ask<UrlAnswer>('GET', `${at}/urls/by-hand`);
  expect(read.body.url).toEqual(edited.body.url);
  const listed = await member.ask<ListAnswer>('GET', `${at}/urls?q=by-hand`);
  expect(listed.body).toEqual({ urls: [edited.body.url], total: 1 });
  expect((await member.ask('DELETE', `${at}/urls/by-hand`)).status).toBe(200);
  expect(await entry()).toMatchObject({ kind: 'gone' });
});

test('what one way of signing in makes, the other one sees the same', async () => {
  await member.ask('POST', `${at}/urls`, { url: 'https://a.example/?utm_campaign=c', slug: 'both-ways' });
  for (const path of [
    '/urls',
    '/urls/both-ways',
    '/urls/both-ways/stats?from=2026-01-01',
    '/urls/campaigns',
    '/usage',
  ]) {
    const token = await api.fetchJson('GET', path);
    const session = await member.ask('GET', at + path);
    expect([path, session.status, session.body]).toEqual([path, token.status, token.body]);
    expect(session.status).toBe(200);
  }
});

test('the stats of /x/urls/<slug>/stats are of the personal workspace, or of the one that X-Workspace-Id names', async () => {
  const workspace = { 'x-workspace-id': api.workspaceId };
  await member.ask('POST', `${at}/urls`, { url: 'https://a.example/', slug: 'shared-one' });
  await member.ask('POST', '/urls', { url: 'https://a.example/', slug: 'private-one' });
  const statusOf = async (slug: string, headers = {}) =>
    (await member.ask('GET', `/urls/${slug}/stats`, undefined, headers)).status;
  expect(await statusOf('private-one')).toBe(200);
  expect(await statusOf('shared-one')).toBe(404);
  expect(await statusOf('shared-one', workspace)).toBe(200);
  expect(await statusOf('private-one', workspace)).toBe(404);
});

test('the CSV of links begins with the mark by which Excel reads UTF-8, that of /v1 does not', async () => {
  await member.ask('POST', `${at}/urls`, { url: 'https://a.example/', title: 'Käse' });
  const beginOf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(0, 6).toString();
  for (const filter of ['', '&zoneDomain=nobody.example']) {
    const { bytes } = await member.fetchBytes(`${at}/urls?format=csv${filter}`);
    expect(beginOf(bytes)).toBe('\uFEFFid,');
  }
  const headers = { authorization: `Bearer ${api.token}` };
  const ofToken = await fetch(`${api.baseUrl}/urls?format=csv`, { headers });
  expect(beginOf(new Uint8Array(await ofToken.arrayBuffer()))).toBe('id,zon');
});

test('stats that have not changed since they were read are not sent again; /v1 gives them no tag', async () => {
  await member.ask('POST', `${at}/urls`, { url: 'https://a.example/', slug: 'polled' });
  const path = `${at}/urls/polled/stats?from=2026-01-01&to=2026-01-31`;
  const first = await member.ask('GET', path);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const again = await member.ask('GET', path, undefined, { 'if-none-match': tag });
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, tag]);
  const { id } = (await member.ask<UrlAnswer>('GET', `${at}/urls/polled`)).body.url;
  await api.db.insertInto('link_hits').values({ link_id: id, hits: 1 }).execute();
  const changed = await member.ask('GET', path, undefined, { 'if-none-match': tag });
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  const csv = await member.fetchBytes(path, { accept: 'text/csv', 'if-none-match': tag });
  expect([csv.status, csv.headers.get('vary')]).toEqual([200, 'Accept']);
  const token = await api.fetchJson('GET', '/urls/polled/stats?from=2026-01-01&to=2026-01-31');
  expect(token.headers.get('etag')).toBeNull();
});

test('refusals are those of /v1', async () => {
  const refused: [string, string, object | undefined, number, string][] = [
    ['POST', '/urls', { url: 'nothing' }, 400, 'VALIDATION_FAILED'],
    ['POST', '/urls', { url: 'https://a.example/', slug: 'admin' }, 400, 'SLUG_RESERVED'],
    ['GET', '/urls?limit=101', undefined, 400, 'VALIDATION_FAILED'],
    ['GET', '/urls/nobody', undefined, 404, 'NOT_FOUND'],
    ['GET', '/urls/nobody/stats', undefined, 404, 'NOT_FOUND'],
    ['DELETE', '/urls/a.b', undefined, 400, 'SLUG_INVALID'],
  ];
  for (const [method, path, body, status, code] of refused) {
    expect(codeOf(await member.ask<ErrorAnswer>(method, at + path, body))).toEqual([status, code]);
  }
});

test.each<[Role, number, number]>([
  ['viewer', 200, 403],
  ['member', 200, 201],
  ['admin', 200, 201],
])('a %s reads with %i and creates with %i', async (role, reading, creating) => {
  const person = await signIn(api, { [api.workspaceId]: role });
  for (const path of ['/urls', '/usage', '/urls/campaigns']) {
    expect((await person.ask('GET', at + path)).status).toBe(reading);
  }
  const created = await person.ask<UrlAnswer & ErrorAnswer>('POST', `${at}/urls`, {
    url: 'https://a.example/',
  });
  expect(created.status).toBe(creating);
  if (creating === 403) expect(created.body.code).toBe('ROLE_REQUIRED');
});

test('somebody who is no member finds neither the workspace nor its links', async () => {
  const stranger = await signIn(api);
  for (const path of [`${at}/urls`, `${at}/usage`])
    expect((await stranger.ask('GET', path)).status).toBe(404);
  const headers = { 'x-workspace-id': api.workspaceId };
  expect((await stranger.ask('GET', '/urls', undefined, headers)).status).toBe(404);
});

test('the free plan may use all of it, within its quota', async () => {
  const { workspaceId, token } = await api.addWorkspace({ plan: 'free' });
  const person = await signIn(api, { [workspaceId]: 'member' });
  const path = `/workspaces/${workspaceId}`;
  expect((await api.fetchJson('GET', '/urls', { token })).status).toBe(401);
  const create = () => person.ask<ErrorAnswer>('POST', `${path}/urls`, { url: 'https://a.example/' });
  expect((await create()).status).toBe(201);
  expect((await person.ask('GET', `${path}/urls`)).status).toBe(200);
  await api.db.updateTable('link_quota').set({ used: 50 }).where('workspace_id', '=', workspaceId).execute();
  expect(codeOf(await create())).toEqual([403, 'INSUFFICIENT_QUOTA']);
  expect(codeOf(await person.ask<ErrorAnswer>('GET', `${path}/urls/campaigns`))).toEqual([
    403,
    'CAMPAIGN_REPORT_NOT_IN_PLAN',
  ]);
});

test('stats reach back as far as the plan of the moment lets them', async () => {
  const { workspaceId } = await api.addWorkspace({ plan: 'free' });
  const person = await signIn(api, { [workspaceId]: 'member' });
  const path = `/workspaces/${workspaceId}/urls`;
  await person.ask('POST', path, { url: 'https://a.example/', slug: 'retained' });
  const retention = async () => {
    const { body } = await person.ask<{ stats: { range: { retentionDays: number } } }>(
      'GET',
      `${path}/retained/stats`,
    );
    return body.stats.range.retentionDays;
  };
  expect(await retention()).toBe(30);
  await setPlanOf(workspaceId, 'basic');
  expect(await retention()).toBe(365);
});

test('a write without the headers of an own page is refused and changes nothing', async () => {
  const headers = { origin: 'https://evil.example' };
  const body = { url: 'https://a.example/', slug: 'forged' };
  const answered = await member.ask<ErrorAnswer>('POST', `${at}/urls`, body, headers);
  expect(codeOf(answered)).toEqual([403, 'CSRF_REJECTED']);
  expect((await member.ask('GET', `${at}/urls/forged`)).status).toBe(404);
});
