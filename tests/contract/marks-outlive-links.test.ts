// The mark of a link stays on its key when the link goes. Deleting a link or a workspace, or renaming a link, does not
// free a key for a slightly different destination.

import {
  blockDestination,
  createZone,
  deleteWorkspace,
  destinationNamed,
  removeZone,
  runSweeps,
  setLinkRestricted,
  setLinkUnsafe,
  unblockDestination,
} from '@kurz/api';
import { importLinks } from '../../services/api/src/links/import-links';
import { addPerson, type TestPerson } from './console-browser';
import { addTeam, newName, remove, untilRemoved } from './deletion-world';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { UrlBody } from './url-answer';

type Flags = { isRestricted?: boolean; isUnsafe?: boolean };
type Flagged = { url: UrlBody & Flags };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const urlOf = (slug: string, more = '') => `https://${slug}.example/login${more}`;
const create = (slug: string, url: string) =>
  api.fetchJson<Flagged>('POST', '/urls', { body: { url, slug } });
const flagsOf = ({ isRestricted = false, isUnsafe = false }: Flags) => ({ isRestricted, isUnsafe });
const flagsOfNew = async (slug: string, url: string) => flagsOf((await create(slug, url)).body.url);
const UNSAFE = { isRestricted: false, isUnsafe: true };
const RESTRICTED = { isRestricted: true, isUnsafe: false };
const CLEAN = { isRestricted: false, isUnsafe: false };
const stateOf = async (slug: string, zoneId = api.zoneId) => {
  await api.api.relayOutbox();
  const entry = await api.linkCache.get({ zoneId, slug });
  return entry?.kind === 'link' ? entry.state : entry?.kind;
};
const keys = (slug: string) =>
  api.db.selectFrom('marked_keys').select(['mark', 'entry_id']).where('slug', '=', slug).execute();

async function addLinkIn(person: TestPerson, workspaceId: string, slug: string) {
  const body = { url: urlOf(slug), slug };
  const { status } = await person.browser.call('POST', `/workspaces/${workspaceId}/urls`, { body });
  if (status !== 201) throw new Error(`the link was answered ${status}`);
}

const sweep = () => runSweeps(api.db, () => api.api.relayOutbox());

test('an unsafe link that is deleted and made anew to a destination that differs is unsafe again, until it is safe', async () => {
  const slug = newName();
  await create(slug, urlOf(slug));
  await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, true, undefined, true);
  await api.fetchJson('DELETE', `/urls/${slug}`);
  expect(await flagsOfNew(slug, urlOf(slug, '?2'))).toEqual(UNSAFE);
  expect(await stateOf(slug)).toBe('unsafe');
  expect((await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, false)).kind).toBe('changed');
  await api.fetchJson('DELETE', `/urls/${slug}`);
  expect(await flagsOfNew(slug, urlOf(slug, '?3'))).toEqual(CLEAN);
});

test('a batch and a link whose quota is used up keep the key marked', async () => {
  const slug = newName();
  await create(slug, urlOf(slug));
  await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, true, undefined, true);
  await api.fetchJson('DELETE', `/urls/${slug}`);
  const { body } = await api.fetchJson<{ results: Partial<Flagged>[] }>('POST', '/urls/batch', {
    body: { links: [{ url: urlOf(slug, '?2'), slug }, { url: urlOf(slug, '?3') }] },
  });
  expect(body.results.map(({ url }) => flagsOf(url ?? {}))).toEqual([UNSAFE, CLEAN]);
});

test('an unsafe link that is renamed leaves its mark at both slugs, and a link that is renamed to a marked one takes it', async () => {
  const [old, next, other] = [newName(), newName(), newName()];
  await create(old, urlOf(old));
  await setLinkUnsafe(api.db, SHARED_DOMAIN, old, true, undefined, true);
  const moved = await api.fetchJson<Flagged>('PATCH', `/urls/${old}`, { body: { newSlug: next } });
  expect(flagsOf(moved.body.url)).toEqual(UNSAFE);
  await create(other, urlOf(old, '?2'));
  const renamed = await api.fetchJson<Flagged>('PATCH', `/urls/${other}`, { body: { newSlug: old } });
  expect(flagsOf(renamed.body.url)).toEqual(UNSAFE);
  expect([await stateOf(old), await stateOf(next)]).toEqual(['unsafe', 'unsafe']);
});

test.each(['its owner', 'its person', 'the operator'])(
  'deleting the workspace, as %s does, frees no slug of a restricted link',
  async (who) => {
    const person = await addPerson(api);
    const id = await addTeam(api, person);
    const slug = newName();
    await addLinkIn(person, id, slug);
    await setLinkRestricted(api.db, SHARED_DOMAIN, slug, true);
    if (who === 'its owner') await remove(person, `/workspaces/${id}`);
    else if (who === 'its person') await remove(person, '/me');
    else {
      await deleteWorkspace(api.db, { workspaceId: id });
      await sweep();
    }
    await untilRemoved(api, id);
    expect(await keys(slug)).toEqual([{ mark: 'restricted', entry_id: null }]);
    expect(await flagsOfNew(slug, urlOf(slug, '?2'))).toEqual(RESTRICTED);
    expect(await stateOf(slug)).toBe('restricted');
    expect((await api.fetchJson('DELETE', `/urls/${slug}`)).status).toBe(403);
    expect((await setLinkRestricted(api.db, SHARED_DOMAIN, slug, false)).kind).toBe('changed');
    expect(await stateOf(slug)).toBe('enabled');
    expect(await keys(slug)).toEqual([]);
  },
);

test('a link that an import of visits makes takes the mark of its key', async () => {
  const [slug, other] = [newName(), newName()];
  await create(slug, urlOf(slug));
  await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, true, undefined, true);
  await api.fetchJson('DELETE', `/urls/${slug}`);
  const missing = [slug, other].map((name) => {
    const url = urlOf(name, '?2');
    return { slug: name, url, location: url, title: '' };
  });
  const to = { workspaceId: api.workspaceId, by: { kind: 'system' } as const };
  const zone = { id: api.zoneId, domain: SHARED_DOMAIN };
  expect(await importLinks(api.db, zone, to, missing)).toBe(2);
  expect([await stateOf(slug), await stateOf(other)]).toEqual(['unsafe', 'enabled']);
});

test('a link that an import of visits makes has the UTM parameters of its destination', async () => {
  const slug = newName();
  const url = `${urlOf(slug)}?utm_source=old&utm_campaign=imported`;
  const to = { workspaceId: api.workspaceId, by: { kind: 'system' } as const };
  const zone = { id: api.zoneId, domain: SHARED_DOMAIN };
  expect(await importLinks(api.db, zone, to, [{ slug, url, location: url, title: '' }])).toBe(1);
  const stored = await api.db
    .selectFrom('links')
    .select(['utm_source', 'utm_campaign', 'utm_medium'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ utm_source: 'old', utm_campaign: 'imported', utm_medium: null });
});

test('a key without a link is lifted by its short URL, once, and the audit log says so', async () => {
  const slug = newName();
  await create(slug, urlOf(slug));
  await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, true, undefined, true);
  await api.fetchJson('DELETE', `/urls/${slug}`);
  expect((await setLinkRestricted(api.db, SHARED_DOMAIN, slug, false)).kind).toBe('no_such_link');
  const lifted = await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, false);
  expect(lifted.kind).toBe('key_lifted');
  expect((await setLinkUnsafe(api.db, SHARED_DOMAIN, slug, false)).kind).toBe('no_such_link');
  const events = await api.db
    .selectFrom('audit_events')
    .select(['subject_id', 'workspace_id'])
    .where('action', '=', 'link.marked_safe')
    .where('subject_name', '=', `${SHARED_DOMAIN}/${slug}`)
    .execute();
  expect(events).toEqual([{ subject_id: `${api.zoneId}/${slug}`, workspace_id: null }]);
  expect(await flagsOfNew(slug, urlOf(slug, '?2'))).toEqual(CLEAN);
});

test('a mark by a blocked destination ends with its entry, at the key too; a verdict at the key stays', async () => {
  const [byEntry, byVerdict] = [newName(), newName()];
  await create(byVerdict, urlOf(byVerdict));
  await setLinkUnsafe(api.db, SHARED_DOMAIN, byVerdict, true, undefined, true);
  await api.fetchJson('DELETE', `/urls/${byVerdict}`);
  const named = destinationNamed(`${byEntry}.example`);
  if (named.kind !== 'named') throw new Error(named.kind);
  await blockDestination(api.db, named.name, 'unsafe');
  await sweep();
  await create(byEntry, urlOf(byEntry));
  await api.fetchJson('DELETE', `/urls/${byEntry}`);
  expect(await flagsOfNew(byEntry, 'https://elsewhere.example/')).toEqual(UNSAFE);
  expect(await flagsOfNew(byVerdict, urlOf(byEntry))).toEqual(UNSAFE);
  await unblockDestination(api.db, named.name);
  await sweep();
  expect(await keys(byEntry)).toEqual([]);
  expect([await stateOf(byEntry), await stateOf(byVerdict)]).toEqual(['enabled', 'unsafe']);
});

describe('a domain of a workspace', () => {
  async function addOwner() {
    const person = await addPerson(api);
    const id = await addTeam(api, person);
    const addZone = (domain: string) =>
      createZone(api.db, { domain, zoneType: 'user', workspaceId: id, isVerified: true });
    const create = async (zoneDomain: string, slug: string, more = '') => {
      const body = { url: urlOf(slug, more), slug, zoneDomain };
      return (await person.browser.call<Flagged>('POST', `/workspaces/${id}/urls`, { body })).body.url;
    };
    const removeLink = (domain: string, slug: string) =>
      person.browser.call('DELETE', `/workspaces/${id}/urls/${slug}?zoneDomain=${domain}`);
    return { person, id, addZone, create, removeLink };
  }

  async function addFlagged() {
    const owner = await addOwner();
    const [slug, domain] = [newName(), `${newName()}.example`];
    await owner.addZone(domain);
    await owner.create(domain, slug);
    await setLinkUnsafe(api.db, domain, slug, true, undefined, true);
    return { ...owner, slug, domain };
  }

  test('that is removed and proven anew has the marks of its slugs, until they are lifted', async () => {
    const { slug, domain, addZone, create, removeLink } = await addFlagged();
    await removeLink(domain, slug);
    expect((await removeZone(api.db, domain, { keepLinks: false })).kind).toBe('removed');
    await addZone(domain);
    expect(flagsOf(await create(domain, slug, '?2'))).toEqual(UNSAFE);
    await removeLink(domain, slug);
    expect((await removeZone(api.db, domain, { keepLinks: false })).kind).toBe('removed');
    expect((await setLinkUnsafe(api.db, domain, slug, false)).kind).toBe('key_lifted');
    expect(await keys(slug)).toEqual([]);
    await addZone(domain);
    expect(flagsOf(await create(domain, slug, '?3'))).toEqual(CLEAN);
  });

  test('that goes with its workspace has the marks of its slugs in the next one', async () => {
    const { person, id, slug, domain, removeLink } = await addFlagged();
    await removeLink(domain, slug);
    await remove(person, `/workspaces/${id}`);
    await untilRemoved(api, id);
    const next = await addOwner();
    await next.addZone(domain);
    expect(flagsOf(await next.create(domain, slug, '?2'))).toEqual(UNSAFE);
  });

  test('that goes with its workspace, its links on it, has their marks in the next one', async () => {
    const { person, id, slug, domain } = await addFlagged();
    await remove(person, `/workspaces/${id}`);
    await untilRemoved(api, id);
    const next = await addOwner();
    await next.addZone(domain);
    expect(flagsOf(await next.create(domain, slug, '?2'))).toEqual(UNSAFE);
  });

  test('that another workspace has proven since gets no marks from links of the claim that lost it', async () => {
    const { slug, domain, removeLink } = await addFlagged();
    await removeZone(api.db, domain, { keepLinks: true });
    await removeLink(domain, slug);
    expect(await keys(slug)).toEqual([{ mark: 'unsafe', entry_id: null }]);
    const next = await addOwner();
    await next.addZone(domain);
    expect(flagsOf(await next.create(domain, slug, '?2'))).toEqual(CLEAN);
  });
});
