// GET /zones, contract §2.2, §3.3 and §4.10.

import type { ZonesTable } from '@kurz/database';
import type { Updateable } from 'kysely';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

type ZoneBody = { domain: string; isDefault: boolean };
type ZonesBody = { global: ZoneBody[]; user: ZoneBody[] };

let api: TestApi;
let spareId: string;
let offId: string;
beforeAll(async () => {
  api = await startApi();
  spareId = await api.addZone({ domain: 'spare.example', zoneType: 'global' });
  offId = await api.addZone({ domain: 'off.example', zoneType: 'global' });
  await change(offId, { is_enabled: false });
});
afterAll(() => api.close());

const change = (zoneId: string, zone: Updateable<ZonesTable>) =>
  api.db.updateTable('zones').set(zone).where('id', '=', zoneId).execute();

const choose = (workspaceId: string, zoneId: string) =>
  api.db.updateTable('workspaces').set({ default_zone_id: zoneId }).where('id', '=', workspaceId).execute();

let domains = 0;
const addOwn = (workspaceId: string, isVerified: boolean, domain = `own-${++domains}.example`) =>
  api.addZone({ domain, zoneType: 'user', workspaceId, isVerified });

async function zonesOf(token: string, headers = {}): Promise<ZonesBody> {
  const answered = await api.fetchJson<ZonesBody>('GET', '/zones', { token, headers });
  expect(answered.status).toBe(200);
  return answered.body;
}

async function defaultsOf(token: string): Promise<string[]> {
  const { global, user } = await zonesOf(token);
  return [...global, ...user].filter(({ isDefault }) => isDefault).map(({ domain }) => domain);
}

test('the answer has exactly the fields of the contract, more of them for custom domains', async () => {
  const { token, workspaceId } = await api.addWorkspace();
  const own = await addOwn(workspaceId, true, 'go.whole.example');
  await change(own, {
    name: 'Our links',
    tls_state: 'provisioned',
    root_redirect_url: 'https://whole.example/',
  });
  const shared = { zoneType: 'global', isEnabled: true };
  expect(await zonesOf(token)).toStrictEqual({
    global: [
      { domain: SHARED_DOMAIN, name: SHARED_DOMAIN, ...shared, isDefault: true },
      { domain: 'spare.example', name: 'spare.example', ...shared, isDefault: false },
    ],
    user: [
      {
        domain: 'go.whole.example',
        name: 'Our links',
        zoneType: 'user',
        isEnabled: true,
        isDefault: false,
        tlsState: 'provisioned',
        ownershipState: 'verified',
        rootRedirectURL: 'https://whole.example/',
      },
    ],
  });
});

test('a workspace without domains of its own has an empty list of them', async () => {
  const { token } = await api.addWorkspace();
  expect((await zonesOf(token)).user).toEqual([]);
});

test('a shared domain is there only while it is enabled, a custom one always', async () => {
  const { token, workspaceId } = await api.addWorkspace();
  const own = await addOwn(workspaceId, true);
  await change(own, { is_enabled: false });
  expect(await zonesOf(token)).toMatchObject({
    global: [{ domain: SHARED_DOMAIN }, { domain: 'spare.example' }],
    user: [{ isEnabled: false, ownershipState: 'verified' }],
  });
  await change(offId, { is_enabled: true });
  const withThird = (await zonesOf(token)).global.map(({ domain }) => domain);
  await change(offId, { is_enabled: false });
  expect(withThird).toEqual([SHARED_DOMAIN, 'spare.example', 'off.example']);
});

test.each(['pending', 'failed'] as const)(
  'a domain whose ownership is %s says so',
  async (ownership_state) => {
    const { token, workspaceId } = await api.addWorkspace();
    await change(await addOwn(workspaceId, false), { ownership_state });
    expect((await zonesOf(token)).user).toMatchObject([
      { ownershipState: ownership_state, tlsState: 'pending', rootRedirectURL: '' },
    ]);
  },
);

test("another workspace's domains are not there", async () => {
  const [mine, theirs] = [await api.addWorkspace(), await api.addWorkspace()];
  await addOwn(theirs.workspaceId, true, 'theirs.example');
  expect(JSON.stringify(await zonesOf(mine.token))).not.toContain('theirs.example');
  expect((await zonesOf(theirs.token)).user).toMatchObject([{ domain: 'theirs.example' }]);
});

test('the oldest comes first', async () => {
  const { token, workspaceId } = await api.addWorkspace();
  const days = { 'third.example': 3, 'first.example': 1, 'second.example': 2 };
  for (const [domain, day] of Object.entries(days)) {
    await change(await addOwn(workspaceId, true, domain), { created_at: `2026-01-0${day}` });
  }
  const listed = (await zonesOf(token)).user.map(({ domain }) => domain);
  expect(listed).toEqual(['first.example', 'second.example', 'third.example']);
});

describe('the one default is where a new link without a domain goes', () => {
  const cases: [string, string, (workspaceId: string) => Promise<unknown>][] = [
    ['nothing chosen: the shared default', SHARED_DOMAIN, () => Promise.resolve()],
    ['another shared domain', 'spare.example', (id) => choose(id, spareId)],
    ['a shared domain that is disabled', SHARED_DOMAIN, (id) => choose(id, offId)],
    ['an own domain', 'mine-1.example', async (id) => choose(id, await addOwn(id, true, 'mine-1.example'))],
    ['an own domain that is not verified', SHARED_DOMAIN, async (id) => choose(id, await addOwn(id, false))],
    [
      'an own domain that is disabled',
      SHARED_DOMAIN,
      async (id) => {
        const own = await addOwn(id, true);
        await change(own, { is_enabled: false });
        await choose(id, own);
      },
    ],
    [
      'a domain that belongs to others',
      SHARED_DOMAIN,
      async (id) => choose(id, await addOwn((await api.addWorkspace()).workspaceId, true)),
    ],
  ];
  test.each(cases)('%s: %s', async (_, domain, arrange) => {
    const { token, workspaceId } = await api.addWorkspace();
    await arrange(workspaceId);
    expect(await defaultsOf(token)).toEqual([domain]);
    const body = { url: 'https://a.example/' };
    const created = await api.fetchJson<UrlAnswer>('POST', '/urls', { token, body });
    expect(created.body.url.zoneDomain).toBe(domain);
  });
});

test('without an enabled shared default no domain is the default, unless one was chosen', async () => {
  const [chosen, none] = [await api.addWorkspace(), await api.addWorkspace()];
  await choose(chosen.workspaceId, spareId);
  await change(api.zoneId, { is_enabled: false });
  try {
    expect(await defaultsOf(none.token)).toEqual([]);
    expect(await defaultsOf(chosen.token)).toEqual(['spare.example']);
  } finally {
    await change(api.zoneId, { is_enabled: true });
  }
});

test("a person's token lists the domains of the workspace it acts in", async () => {
  const { workspaceId, ownerEmail } = await api.addWorkspace();
  await addOwn(workspaceId, true, 'granted.example');
  await api.db
    .updateTable('workspaces')
    .set({ plan: 'pro' })
    .where('is_personal', '=', true)
    .where('owner_id', '=', (user) => user.selectFrom('users').select('id').where('email', '=', ownerEmail))
    .execute();
  const scopes = ['domains:read'] as const;
  const token = await api.addUserToken(ownerEmail, scopes, [{ workspaceId, scopes }]);
  expect((await zonesOf(token)).user).toEqual([]);
  expect((await zonesOf(token, { 'X-Workspace-Id': workspaceId })).user).toMatchObject([
    { domain: 'granted.example' },
  ]);
});
