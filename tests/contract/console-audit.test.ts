// The audit log of a workspace: who changed what, when, by which token, session or command; for its owner and admins.

import {
  changesOfNew,
  createWorkspaceToken,
  setPlan,
  SYSTEM,
  writeAuditEvents,
  type AuditActor,
} from '@kurz/api';
import type { Role } from '@kurz/database';
import { sql } from 'kysely';
import { purgeAuditEvents } from '../../services/api/src/sweeps/purge-expired-rows';
import { untilLockWaits } from '../lock-waits';
import { signIn, type Person } from './sign-in';
import { PEPPER, startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

type Event = {
  at: string;
  action: string;
  actor: {
    kind: string;
    userId?: string;
    email?: string;
    sessionId?: string;
    tokenId?: string;
    command?: string;
  };
  subject: { kind: string; id: string; name: string | null; email?: string };
  changes: Record<string, { old?: unknown; new?: unknown }>;
};
type Log = { events: Event[]; total: number };

let api: TestApi;
let owner: Person;
let workspaceId: string;
let token: string;
beforeAll(async () => {
  api = await startApi();
  ({ workspaceId, token } = await api.addWorkspace({ plan: 'team' }));
  owner = await signIn(api, { [workspaceId]: 'admin' });
});
afterAll(() => api.close());

const read = async (query = '', by = owner) =>
  by.ask<Log & ErrorAnswer>('GET', `/workspaces/${workspaceId}/audit${query}`);
const newest = async () => (await read('?limit=1')).body.events[0];

const createLink = (body: object) => api.fetchJson<UrlAnswer>('POST', '/urls', { token, body });

test('a link made by a token is told of with the token, the link and its short URL, and without its destination', async () => {
  const { body } = await createLink({ url: 'https://example.com/secret-path', slug: 'audited' });
  const event = await newest();
  expect(event).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    action: 'link.created',
    actor: { kind: 'token', tokenId: expect.stringMatching(/^tok_/) as string },
    subject: { kind: 'link', id: body.url.id, name: 'krz.example/audited' },
    changes: {},
  });
  expect(Math.abs(Date.now() - Date.parse(event?.at ?? ''))).toBeLessThan(60_000);
});

test('an edit by a person is told of with the session and the old and new values of what changed', async () => {
  await createLink({ url: 'https://example.com/before', slug: 'edited', title: 'stays' });
  const { status } = await owner.ask('PATCH', `/workspaces/${workspaceId}/urls/edited`, {
    url: 'https://example.com/after',
    title: 'stays',
    isEnabled: false,
  });
  expect(status).toBe(200);
  expect(await newest()).toMatchObject({
    action: 'link.edited',
    actor: {
      kind: 'user',
      userId: owner.userId,
      email: owner.email,
      sessionId: expect.stringMatching(/^ses_/) as string,
    },
    subject: { name: 'krz.example/edited' },
    changes: {
      url: { old: 'https://example.com/before', new: 'https://example.com/after' },
      isEnabled: { old: true, new: false },
    },
  });
});

test('an edit that changes nothing, and one that is refused, are not told of', async () => {
  await createLink({ url: 'https://example.com/', slug: 'still' });
  const { total } = (await read()).body;
  await owner.ask('PATCH', `/workspaces/${workspaceId}/urls/still`, { url: 'https://example.com/' });
  await owner.ask('PATCH', `/workspaces/${workspaceId}/urls/still`, { newSlug: 'edited' });
  await createLink({ url: 'https://example.com/', slug: 'still' });
  expect((await read()).body.total).toBe(total);
});

test('a very long value is cut, and never between the halves of a character', async () => {
  await createLink({ url: 'https://example.com/', slug: 'long' });
  const url = `https://example.com/${'a'.repeat(30_000)}`;
  expect((await owner.ask('PATCH', `/workspaces/${workspaceId}/urls/long`, { url })).status).toBe(200);
  expect((await newest())?.changes['url']?.new).toBe(`${url.slice(0, 1_000)}…`);
  const changes = changesOfNew({ name: `${'a'.repeat(999)}😀` });
  await writeAuditEvents(api.db, SYSTEM, [
    { action: 'workspace.renamed', subjectId: workspaceId, workspaceId, changes },
  ]);
  expect((await newest())?.changes['name']?.new).toBe(`${'a'.repeat(999)}…`);
});

test('each link of a batch is told of', async () => {
  const { total } = (await read()).body;
  const links = Array.from({ length: 20 }, (_, index) => ({ url: `https://example.com/${index}` }));
  await api.fetchJson('POST', '/urls/batch', { token, body: { links } });
  const { body } = await read('?limit=20');
  expect(body.total).toBe(total + 20);
  expect(new Set(body.events.map(({ action }) => action))).toEqual(new Set(['link.created']));
  expect(new Set(body.events.map(({ subject }) => subject.id)).size).toBe(20);
});

test("an operator's command is named, and no secret of a token stands in the log", async () => {
  const by: AuditActor = { kind: 'operator', command: 'workspace set-plan' };
  await setPlan(api.db, workspaceId, 'business', by);
  expect(await newest()).toMatchObject({
    action: 'workspace.plan_changed',
    actor: by,
    changes: { plan: { old: 'team', new: 'business' } },
  });
  const made = await createWorkspaceToken(
    api.db,
    PEPPER,
    { workspaceId, name: 'CI', scopes: ['links:read'] },
    by,
  );
  if (made.kind !== 'created') throw new Error(made.kind);
  const event = await newest();
  expect(event).toMatchObject({
    action: 'token.created',
    subject: { kind: 'token', id: made.tokenId, name: 'CI' },
    changes: { scopes: { new: ['links:read'] } },
  });
  expect(JSON.stringify(event)).not.toContain(made.secret);
});

test('pages and filters give the newest first, by action, by actor and by day', async () => {
  const { body } = await read();
  const first = (await read('?limit=2')).body;
  const second = (await read('?limit=2&page=2')).body;
  expect([...first.events, ...second.events]).toEqual(body.events.slice(0, 4));
  expect(first.total).toBe(body.total);
  const edits = (await read('?action=link.edited')).body;
  expect(edits.total).toBe(2);
  expect(edits.events.every(({ action }) => action === 'link.edited')).toBe(true);
  expect((await read(`?actor=${owner.userId}`)).body.total).toBe(2);
  expect((await read('?actor=operator')).body.total).toBe(2);
  const [from, to] = [body.events.at(-1), body.events[0]].map((event) => event?.at.slice(0, 10));
  expect((await read(`?from=${from}&to=${to}`)).body.total).toBe(body.total);
  expect((await read('?to=2020-01-01')).body).toEqual({ events: [], total: 0 });
  expect((await read('?action=&actor=&from=&to=')).body.total).toBe(body.total);
});

test.each([
  ['page=0', 'page'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['action=link.looked_at', 'action'],
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-02-02&to=2026-02-01', 'from'],
  ['page=1&page=2', 'page'],
])('the query %s is refused and names %s', async (query, field) => {
  const { status, body } = await read(`?${query}`);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(body.error).toContain(`"${field}"`);
});

test.each<[Role, number]>([
  ['viewer', 403],
  ['member', 403],
  ['admin', 200],
])('a %s gets %i', async (role, status) => {
  const person = await signIn(api, { [workspaceId]: role });
  expect((await read('', person)).status).toBe(status);
});

test('another workspace and a stranger learn nothing of it', async () => {
  expect((await read('', await signIn(api))).status).toBe(404);
  const other = await signIn(api);
  const own = await other.ask<Log>('GET', `/workspaces/${other.personalWorkspaceId}/audit`);
  expect(own.body.events.map(({ action }) => action)).toEqual(['workspace.created']);
});

test('a change of a member names the person by their address of today, until their account is deleted', async () => {
  const member = await signIn(api, { [workspaceId]: 'member' });
  const path = `/workspaces/${workspaceId}/members/${member.userId}`;
  expect((await owner.ask('PATCH', path, { role: 'viewer' })).status).toBe(200);
  const subject = { kind: 'member', id: member.userId, name: null };
  expect(await newest()).toMatchObject({
    action: 'member.role_changed',
    subject: { ...subject, email: member.email },
  });
  expect((await owner.ask('DELETE', path)).status).toBe(204);
  expect(await newest()).toMatchObject({
    action: 'member.removed',
    subject: { ...subject, email: member.email },
  });
  await api.db.deleteFrom('workspaces').where('owner_id', '=', member.userId).execute();
  await api.db.deleteFrom('users').where('id', '=', member.userId).execute();
  expect((await newest())?.subject).toEqual(subject);
});

test('events older than they are kept are removed, the others stay', async () => {
  const { total } = (await read()).body;
  await api.db
    .updateTable('audit_events')
    .set({ occurred_at: new Date(Date.now() - 367 * 24 * 3_600_000) })
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', 'link.edited')
    .execute();
  expect(await purgeAuditEvents(api.db, 366)).toBe(2);
  expect(await purgeAuditEvents(api.db, 366)).toBe(0);
  expect((await read()).body.total).toBe(total - 2);
});

test('many readings at once leave the connections to others', async () => {
  const asked: Promise<unknown>[] = [];
  await api.db.transaction().execute(async (transaction) => {
    // as a log does that takes long to count
    await sql`LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    for (let time = 0; time < 12; time++) asked.push(read());
    await untilLockWaits(api.db, { within: 'audit_events' });
    for (let time = 0; time < 12; time++)
      expect((await api.fetchJson('GET', '/zones', { token })).status).toBe(200);
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%audit_events%'`.execute(
      api.db,
    );
    expect(rows).toHaveLength(1);
  });
  await Promise.all(asked);
  expect((await read()).status).toBe(200);
});
