// Owners delete workspaces: access ends at once, and in the end nothing of them is stored.

import { blockDestination, createZone, destinationNamed, suspendWorkspace } from '@kurz/api';
import { until } from '../until';
import { addMember, addPerson } from './console-browser';
import { addLinks, addTeam, isThere, newName, remove, untilRemoved } from './deletion-world';
import { rowsWith, tableOf } from './postgres-rows';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('a workspace', () => {
  test('is its owner’s to delete, with the password, and not a personal one', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    const admin = await addMember(api, id, 'admin');
    const wrong = await remove(owner, `/workspaces/${id}`, { password: 'not the password' });
    expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ field: 'password' })]);
    expect((await remove(owner, `/workspaces/${id}`, {})).status).toBe(400);
    expect((await remove(admin, `/workspaces/${id}`)).status).toBe(403);
    const personal = await remove(owner, `/workspaces/${owner.personalWorkspaceId}`);
    expect([personal.status, personal.body?.code]).toEqual([409, 'PERSONAL_WORKSPACE']);
    await owner.browser.call('POST', `/workspaces/${id}/transfer`, { body: { email: admin.email } });
    expect((await remove(owner, `/workspaces/${id}`)).status).toBe(423);
    await owner.browser.call('DELETE', `/workspaces/${id}/transfer`);
    await suspendWorkspace(api.db, id, true);
    const suspended = await remove(owner, `/workspaces/${id}`);
    expect([suspended.status, suspended.body?.code]).toEqual([403, 'WORKSPACE_SUSPENDED']);
    expect(await isThere(api, id)).toBe(true);
  });

  test('ends at once, and nothing of it is left but its number in erasures and the audit log, and a mark', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    const member = await addMember(api, id, 'member');
    const domain = `${newName()}.example`;
    const zone = { domain, zoneType: 'user', workspaceId: id, isVerified: true } as const;
    await createZone(api.db, zone);
    const at = `/workspaces/${id}`;
    const { body: token } = await owner.browser.call<{ secret: string }>('POST', `${at}/tokens`, {
      body: { name: newName(), scopes: ['links:read', 'links:write'] },
    });
    await owner.browser.call('POST', `${at}/invitations`, {
      body: { email: `${newName()}@x.example`, role: 'viewer' },
    });
    const own = await api.addUserToken(member.email, [], [{ workspaceId: id, scopes: ['links:read'] }]);
    const slugs = await addLinks(owner, id, 650);
    const ids = await api.db.selectFrom('links').select('id').where('workspace_id', '=', id).execute();
    // a restricted link, whose slug would otherwise be free to redirect again
    await api.db
      .updateTable('links')
      .set({ is_restricted: true })
      .where('slug', '=', slugs[0] ?? '')
      .execute();

    expect((await remove(owner, at)).status).toBe(204);
    expect((await api.fetchJson('GET', '/urls', { token: token.secret })).status).toBe(401);
    const named = { token: own, headers: { 'x-workspace-id': id } };
    expect((await api.fetchJson('GET', '/urls', named)).status).toBe(403);
    for (const person of [owner, member]) {
      expect((await person.browser.call('GET', at)).status).toBe(404);
      const { body } = await person.browser.call<{ workspaces: { id: string }[] }>('GET', '/workspaces');
      expect(body.workspaces.map((workspace) => workspace.id)).not.toContain(id);
    }
    // another workspace may claim the domain, and its claim wins
    const other = await addTeam(api, member);
    expect((await createZone(api.db, { ...zone, workspaceId: other })).kind).toBe('created');
    await untilRemoved(api, id);
    await api.api.relayOutbox();
    const left = await rowsWith(api.db, id, ...slugs.map((slug) => `/${slug}`), token.secret);
    const erasures = left.filter((row) => tableOf(row) === 'erasures');
    expect(erasures).toHaveLength(ids.length);
    const others = left.filter((row) => tableOf(row) !== 'erasures');
    expect(others.map(tableOf)).toEqual(['audit_events']);
    expect(others[0]).toContain('workspace.deleted');
    const keys = api.db.selectFrom('marked_keys').select(['zone_id', 'slug', 'mark', 'entry_id']);
    expect(await keys.execute()).toEqual([
      { zone_id: api.zoneId, slug: slugs[0], mark: 'restricted', entry_id: null },
    ]);
    const state = await api.linkCache.get({ zoneId: api.zoneId, slug: slugs[1] ?? '' });
    expect(state?.kind ?? 'gone').toBe('gone');
  });

  test('has no link that was created beside its deletion', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    await addLinks(owner, id, 100);
    const { body: token } = await owner.browser.call<{ secret: string }>('POST', `/workspaces/${id}/tokens`, {
      body: { name: 'writer', scopes: ['links:write'] },
    });
    let isOver = false;
    const statuses = new Set<number>();
    const write = async () => {
      while (!isOver) {
        const body = { url: 'https://shop.example/', slug: newName() };
        statuses.add((await api.fetchJson('POST', '/urls', { token: token.secret, body })).status);
      }
    };
    const writers = [write(), write(), write(), write()];
    await until(() => statuses.has(201), { what: 'links are created' });
    expect((await remove(owner, `/workspaces/${id}`)).status).toBe(204);
    await untilRemoved(api, id);
    isOver = true;
    await Promise.all(writers);
    expect([...statuses].filter((status) => ![201, 401, 403].includes(status))).toEqual([]);
    expect((await rowsWith(api.db, id)).map(tableOf).filter((table) => table === 'links')).toEqual([]);
  });

  test('is deleted once, though two ask at once', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    const answers = await Promise.all([
      remove(owner, `/workspaces/${id}`),
      remove(owner, `/workspaces/${id}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    await untilRemoved(api, id);
    const events = api.db.selectFrom('audit_events').select('id').where('subject_id', '=', id);
    expect(await events.where('action', '=', 'workspace.deleted').execute()).toHaveLength(1);
  });

  test('leaves the operator’s list of blocked destinations as it is, and what the operator did without its names', async () => {
    const owner = await addPerson(api);
    const id = await addTeam(api, owner);
    const named = destinationNamed('bad.example');
    if (named.kind !== 'named') throw new Error(named.kind);
    await blockDestination(api.db, named.name, 'unsafe');
    await suspendWorkspace(api.db, id, true, { kind: 'operator', command: 'workspace suspend' });
    await suspendWorkspace(api.db, id, false, { kind: 'operator', command: 'workspace resume' });
    expect((await remove(owner, `/workspaces/${id}`)).status).toBe(204);
    await untilRemoved(api, id);
    expect(await api.db.selectFrom('blocked_destinations').select('value').execute()).toEqual([
      { value: 'bad.example' },
    ]);
    const events = api.db
      .selectFrom('audit_events')
      .select(['action', 'subject_name', 'workspace_id'])
      .where('subject_id', '=', id);
    expect(await events.orderBy('id').execute()).toEqual(
      ['workspace.suspended', 'workspace.resumed', 'workspace.deleted'].map((action) => ({
        action,
        subject_name: null,
        workspace_id: null,
      })),
    );
  });
});
