// People take their data along: the owner of a workspace all of it, a person all of their account.

import { CLICK_DIMENSIONS } from '@kurz/click-event';
import { sql } from 'kysely';
import { writePlan } from '../stores/api-stats/write-plan';
import { exportLinks } from '../../services/api/src/workspaces/export/export-links';
import { addMember, addOwnWorkspace, addPerson, type TestPerson } from './console-browser';
import { fetchExport, ofKind, recordsOf, type ExportedRecord } from './exported';
import { startApiOnOwnClickHouse } from './start-api';

let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
let owner: TestPerson;
let viewer: TestPerson;
let workspaceId: string;
let linkIds: string[];
const LINKS = 450;
const SECRETS: string[] = [];

beforeAll(async () => {
  api = await startApiOnOwnClickHouse();
  owner = await addPerson(api);
  const made = await owner.browser.call<{ workspace: { id: string } }>('POST', '/workspaces', {
    body: { name: 'Team' },
  });
  workspaceId = made.body.workspace.id;
  await api.db.updateTable('workspaces').set({ plan: 'business' }).where('id', '=', workspaceId).execute();
  viewer = await addMember(api, workspaceId, 'viewer');
  const at = `/workspaces/${workspaceId}`;
  const ask = <T>(path: string, body: object) => owner.browser.call<T>('POST', `${at}${path}`, { body });
  const invited = await ask<{ secret: string }>('/invitations', {
    email: 'invited@example.com',
    role: 'member',
  });
  const token = await ask<{ secret: string }>('/tokens', { name: 'CI', scopes: ['links:read'] });
  const own = await owner.browser.call<{ secret: string }>('POST', '/tokens', {
    body: { name: 'mine', personalScopes: ['links:read'] },
  });
  SECRETS.push(invited.body.secret, token.body.secret, own.body.secret);
  await ask('/zones', { domain: 'go.team.example' });
  for (let from = 0; from < LINKS; from += 50) {
    const links = Array.from({ length: 50 }, (_, index) => ({
      url: `https://shop.example/${from + index}?utm_source=mail`,
      slug: `slug-${from + index}`,
    }));
    expect((await ask('/urls/batch', { links })).status).toBe(200);
  }
  const rows = await api.db.selectFrom('links').select('id').orderBy('slug').execute();
  linkIds = rows.map(({ id }) => id);
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 10, consolidated_until: new Date() })
    .execute();
  const [first = '', second = ''] = linkIds;
  // so many visits that the links no longer fit on one page
  const manyHits = { link_id: linkIds[1] ?? '', hits: 30_000 };
  await api.db
    .insertInto('link_hits')
    .values([{ link_id: first, hits: 12 }, manyHits])
    .execute();
  await api.db.updateTable('links').set({ pre_tracking: 30 }).where('id', '=', first).execute();
  const plan = { workspaceId, linkId: first };
  // more keys than a page of counts has room for
  const referrer = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`site-${n}.example`, 1]));
  await writePlan(api.clickHouse, {
    ...plan,
    planFrom: 0,
    hours: [{ at: '2026-03-10T12', requests: 12_002, bots: 2, qr: 1, by: { referrer } }],
  });
  await writePlan(api.clickHouse, { ...plan, planFrom: 1, hours: [{ at: '2026-03-11T12', requests: 5 }] });
  // not counted yet: its plan is not finished
  await writePlan(api.clickHouse, { ...plan, planFrom: 10, hours: [{ at: '2026-03-12T12', requests: 7 }] });
  await writePlan(api.clickHouse, {
    workspaceId,
    linkId: second,
    planFrom: 2,
    hours: [{ at: '2026-03-11T12', requests: 1 }],
  });
});
afterAll(() => api.close());

const exported = async (person: TestPerson, path: string): Promise<ExportedRecord[]> =>
  recordsOf(await (await fetchExport(api, person, path)).text());

/** Expects no secrets and none of their hashes: only their holder may know them. */
async function expectNoSecrets(text: string): Promise<void> {
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT secret_hash AS hash FROM tokens UNION ALL SELECT secret_hash FROM sessions
    UNION ALL SELECT secret_hash FROM invitations UNION ALL SELECT convert_to(password_hash, 'UTF8') FROM users
    WHERE password_hash IS NOT NULL`.execute(api.db);
  const hashes = rows.flatMap(({ hash }) => {
    return [hash.toString('hex'), hash.toString('base64'), hash.toString('utf8')];
  });
  for (const secret of [...SECRETS, ...hashes]) expect(text.includes(secret)).toBe(false);
  expect(text).not.toMatch(/_hash|Hash"|"secret/);
}

describe('the export of a workspace', () => {
  let records: ExportedRecord[];
  beforeAll(async () => {
    records = await exported(owner, `/workspaces/${workspaceId}/export`);
  });

  test('begins with its version and what it is of', () => {
    expect(records[0]).toMatchObject({ kind: 'export', version: 1, of: 'workspace', id: workspaceId });
    expect(ofKind(records, 'workspace')).toMatchObject([
      { id: workspaceId, name: 'Team', ownerId: owner.userId, plan: 'business' },
    ]);
  });

  test('has members, invitations, domains, tokens and quota', () => {
    expect(ofKind(records, 'member')).toHaveLength(2);
    expect(ofKind(records, 'member')).toContainEqual(
      expect.objectContaining({ userId: viewer.userId, email: viewer.email, role: 'viewer' }),
    );
    expect(ofKind(records, 'invitation')).toMatchObject([{ email: 'invited@example.com', role: 'member' }]);
    expect(ofKind(records, 'zone')).toMatchObject([{ domain: 'go.team.example', ownershipState: 'pending' }]);
    expect(ofKind(records, 'token')).toMatchObject([{ name: 'CI', scopes: ['links:read'], revokedAt: null }]);
    expect(ofKind(records, 'quota')).toMatchObject([{ used: LINKS }]);
  });

  test('has every link once with all of its fields', () => {
    const links = ofKind(records, 'link');
    expect(links.map(({ id }) => id).sort()).toEqual([...linkIds].sort());
    expect(links.find(({ id }) => id === linkIds[0])).toMatchObject({
      slug: 'slug-0',
      url: 'https://shop.example/0?utm_source=mail',
      zoneDomain: 'krz.example',
      utmSource: 'mail',
      isEnabled: true,
      isRestricted: false,
      total: 42,
      preTracking: 30,
    });
  });

  test('has the counts of finished plans by day, and by day and dimension', () => {
    const [linkId = '', second = ''] = linkIds;
    const counts = ofKind(records, 'dailyCount');
    expect(counts).toHaveLength(3);
    expect(counts).toEqual(
      expect.arrayContaining([
        { linkId, day: '2026-03-10', requests: 12_002, bots: 2, qr: 1 },
        { linkId, day: '2026-03-11', requests: 5, bots: 0, qr: 0 },
        { linkId: second, day: '2026-03-11', requests: 1, bots: 0, qr: 0 },
      ]),
    );
    const humans = ofKind(records, 'dailyHumans');
    expect(humans).toHaveLength(12_000 + 5 + 6 + 6);
    for (const dimension of CLICK_DIMENSIONS) {
      const of = humans.filter((row) => row['linkId'] === linkId && row['dimension'] === dimension);
      expect(of.reduce((sum, row) => sum + Number(row['humans']), 0)).toBe(
        dimension === 'variant' ? 0 : 12_005,
      );
    }
  });

  test('has the audit log, with the export itself', () => {
    const actions = ofKind(records, 'auditEvent').map(({ action }) => action);
    expect(actions.filter((action) => action === 'link.created')).toHaveLength(LINKS);
    expect(actions.at(-1)).toBe('workspace.exported');
  });

  test('has no secret, and no hash but those of the passwords of its links', async () => {
    const text = await (await fetchExport(api, owner, `/workspaces/${workspaceId}/export`)).text();
    expect(text).toContain('"kind":"link"');
    await expectNoSecrets(text.replaceAll('"passwordHash":null', ''));
  });

  test('is the owner’s alone', async () => {
    const { status } = await viewer.browser.call('GET', `/workspaces/${workspaceId}/export`);
    expect(status).toBe(403);
    const stranger = await addPerson(api);
    expect((await stranger.browser.call('GET', `/workspaces/${workspaceId}/export`)).status).toBe(404);
  });

  test('is one at a time for a person', async () => {
    const path = `/workspaces/${workspaceId}/export`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetchExport(api, owner, path)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    for (const answer of answers) if (answer.status === 200) recordsOf(await answer.text());
    expect((await exported(owner, path))[0]).toMatchObject({ kind: 'export' });
  });

  test('a client that goes away gives its turn back', async () => {
    const path = `/workspaces/${workspaceId}/export`;
    const first = await fetchExport(api, owner, path);
    await first.body?.cancel();
    let status = 0;
    for (let tries = 0; tries < 200 && status !== 200; tries++) {
      const next = await fetchExport(api, owner, path);
      status = next.status;
      await next.text();
    }
    expect(status).toBe(200);
  });
});

test('the export of an account has the person, their sessions, tokens, memberships and events', async () => {
  const records = await exported(viewer, '/me/export');
  expect(records[0]).toMatchObject({ kind: 'export', version: 1, of: 'user', id: viewer.userId });
  expect(ofKind(records, 'user')).toMatchObject([
    { id: viewer.userId, email: viewer.email, isEmailProven: true, hasPassword: true },
  ]);
  expect(ofKind(records, 'session')).toMatchObject([{ revokedAt: null }]);
  expect(ofKind(records, 'membership').map((row) => row['role'])).toEqual(
    expect.arrayContaining(['owner', 'viewer']),
  );
  expect(ofKind(records, 'auditEvent').map(({ action }) => action)).toEqual(
    expect.arrayContaining(['member.joined', 'user.exported']),
  );
  const ofOwner = await exported(owner, '/me/export');
  expect(ofKind(ofOwner, 'token')).toMatchObject([{ name: 'mine', grants: [{ isPersonal: true }] }]);
  const text = await (await fetchExport(api, owner, '/me/export')).text();
  await expectNoSecrets(text);
  expect(text).not.toContain(viewer.email);
});

test('an invitation to a proven address is its person’s, one to an unproven address is not', async () => {
  const invite = async (email: string) =>
    owner.browser.call('POST', `/workspaces/${workspaceId}/invitations`, { body: { email, role: 'viewer' } });
  const verified = await addPerson(api);
  const unverified = await addPerson(api);
  await api.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', unverified.userId)
    .execute();
  await invite(verified.email);
  await invite(unverified.email);
  expect(ofKind(await exported(verified, '/me/export'), 'invitation')).toMatchObject([{ workspaceId }]);
  expect(ofKind(await exported(unverified, '/me/export'), 'invitation')).toEqual([]);
});

test('an export without ClickHouse is refused before its first line', async () => {
  await api.clickHouseServer.kill();
  const { status, body } = await owner.browser.call<{ code: string }>(
    'GET',
    `/workspaces/${workspaceId}/export`,
  );
  expect([status, body.code]).toEqual([503, 'ANALYTICS_UNAVAILABLE']);
});

test('an export of long links holds some of them at a time, and misses none', async () => {
  const person = await addPerson(api);
  const ofPerson = await addOwnWorkspace(person, 'Long');
  const [zone] = await api.db.selectFrom('zones').select('id').execute();
  const wide = `https://example.com/${'\u{1f600}'.repeat(32_700)}/..`;
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location)
    SELECT 'lnk_wide-' || n, ${ofPerson}, ${zone?.id}, 'wide-' || n, ${wide}, 'https://example.com/'
    FROM generate_series(1, 40) n`.execute(api.db);
  const sizes: number[] = [];
  const found: unknown[] = [];
  for await (const page of exportLinks({ db: api.db, readLinkCounts: () => Promise.resolve([]) }, ofPerson)) {
    sizes.push(Buffer.byteLength(JSON.stringify(page)));
    found.push(...page.filter(({ kind }) => kind === 'link').map(({ slug }) => slug));
  }
  const all = Array.from({ length: 40 }, (_, index) => `wide-${index + 1}`);
  expect([...found].sort()).toEqual(all.sort());
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
});
