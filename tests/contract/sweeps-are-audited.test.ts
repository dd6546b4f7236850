// Effects of blocked destinations and of a suspension on the links of a workspace are in the workspace's audit log.

import {
  blockDestination,
  destinationNamed,
  runSweeps,
  suspendWorkspace,
  unblockDestination,
  type AuditActor,
} from '@kurz/api';
import { sql } from 'kysely';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const sweep = () => runSweeps(api.db, () => api.api.relayOutbox());

async function marked(host: string) {
  const body = { url: `https://${host}/`, slug: host.replaceAll('.', '-') };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body;
  const named = destinationNamed(host);
  if (named.kind !== 'named') throw new Error(named.kind);
  return { slug: body.slug, id: url.id, name: named.name };
}

const eventsOf = (linkId: string) =>
  api.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'workspace_id', 'subject_name'])
    .where('subject_id', '=', linkId)
    .where('action', '<>', 'link.created')
    .orderBy('id')
    .execute();

test.each([
  ['restricted', 'link.restricted', 'link.unrestricted'],
  ['unsafe', 'link.marked_unsafe', 'link.marked_safe'],
] as const)('a link that becomes %s by a sweep, and is not any more', async (mark, given, taken) => {
  const { slug, id, name } = await marked(`${mark}.example`);
  await blockDestination(api.db, name, mark);
  await sweep();
  await unblockDestination(api.db, name);
  await sweep();
  const common = { actor_kind: 'system', workspace_id: api.workspaceId };
  expect(await eventsOf(id)).toEqual(
    [given, taken].map((action) => ({ action, ...common, subject_name: `${SHARED_DOMAIN}/${slug}` })),
  );
});

test('a mark of a sweep that a command runs is the operator’s', async () => {
  const { id, name } = await marked('commanded.example');
  const by: AuditActor = { kind: 'operator', command: 'destination block' };
  await blockDestination(api.db, name, 'unsafe', by);
  await runSweeps(api.db, () => api.api.relayOutbox(), by);
  expect(await eventsOf(id)).toMatchObject([{ action: 'link.marked_unsafe', actor_kind: 'operator' }]);
});

test('a mark without its event is not set', async () => {
  const { slug, id, name } = await marked('unaudited.example');
  await blockDestination(api.db, name, 'unsafe');
  await sql`
    ALTER TABLE audit_events ADD CONSTRAINT refused CHECK (action <> 'link.marked_unsafe') NOT VALID`.execute(
    api.db,
  );
  await expect(sweep()).rejects.toThrow('refused');
  const { is_unsafe: isUnsafe } = await api.db
    .selectFrom('links')
    .select('is_unsafe')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  expect([isUnsafe, await eventsOf(id)]).toEqual([false, []]);
  await sql`ALTER TABLE audit_events DROP CONSTRAINT refused`.execute(api.db);
  await sweep();
  expect(await eventsOf(id)).toHaveLength(1);
});

describe('a suspension', () => {
  const SUSPEND: AuditActor = { kind: 'operator', command: 'workspace suspend' };
  const RESUME: AuditActor = { kind: 'operator', command: 'workspace resume' };

  async function addWorkspaceOf(links: number) {
    const workspace = await api.addWorkspace();
    for (let made = 0; made < links; made += 75) {
      const some = Array.from({ length: 75 }, (_, index) => ({ url: `https://a.example/${made + index}` }));
      await api.fetchJson('POST', '/urls/batch', { body: { links: some }, token: workspace.token });
    }
    return workspace.workspaceId;
  }

  const eventsAbout = (workspaceId: string) =>
    api.db
      .selectFrom('audit_events')
      .select(['action', 'actor_kind as kind', 'command', 'changes'])
      .where('workspace_id', '=', workspaceId)
      .where('action', 'like', 'workspace.links_%')
      .orderBy('id')
      .execute();

  test('writes how many links each of its pages stopped and served again, and by which command', async () => {
    const workspaceId = await addWorkspaceOf(225);
    await suspendWorkspace(api.db, workspaceId, true, SUSPEND);
    await sweep();
    await suspendWorkspace(api.db, workspaceId, false, RESUME);
    await sweep();
    const pages = (action: string, by: AuditActor) =>
      [200, 25].map((links) => ({ action, ...by, changes: { links: { new: links } } }));
    expect(await eventsAbout(workspaceId)).toEqual([
      ...pages('workspace.links_suspended', SUSPEND),
      ...pages('workspace.links_resumed', RESUME),
    ]);
  });

  test('stops no link without that event', async () => {
    const workspaceId = await addWorkspaceOf(75);
    await suspendWorkspace(api.db, workspaceId, true, SUSPEND);
    await sql`
      ALTER TABLE audit_events ADD CONSTRAINT refused CHECK (action <> 'workspace.links_suspended') NOT VALID`.execute(
      api.db,
    );
    await expect(sweep()).rejects.toThrow('refused');
    const stopped = await api.db
      .selectFrom('links')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('is_suspended', '=', true)
      .execute();
    expect([stopped, await eventsAbout(workspaceId)]).toEqual([[], []]);
    await sql`ALTER TABLE audit_events DROP CONSTRAINT refused`.execute(api.db);
    await sweep();
    expect(await eventsAbout(workspaceId)).toHaveLength(1);
  });

  test('of a workspace without links writes none', async () => {
    const { workspaceId } = await api.addWorkspace();
    await suspendWorkspace(api.db, workspaceId, true, SUSPEND);
    await sweep();
    expect(await eventsAbout(workspaceId)).toEqual([]);
  });
});
