// A client that did not get the first answer repeats its request; a header marks the replay.

import { makeEditLink } from '../../services/api/src/links/edit-link';
import { isNode } from '../../services/api/src/openapi/document-node';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

const OWN_DOMAIN = 'brand.example';

let api: TestApi;
let token: string;
let workspaceId: string;
beforeAll(async () => {
  api = await startApi();
  const workspace = await api.addWorkspace();
  ({ token, workspaceId } = workspace);
  await api.addZone({ domain: OWN_DOMAIN, zoneType: 'user', workspaceId, isVerified: true });
});
afterAll(() => api.close());

async function addOnBothDomains(slug: string): Promise<void> {
  for (const zoneDomain of [SHARED_DOMAIN, OWN_DOMAIN]) {
    await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug, zoneDomain }, token });
  }
}

/** The statuses of two sends of the same request. */
async function twice(method: string, path: string, options = {}): Promise<number[]> {
  const send = async () => (await api.fetchJson(method, path, { token, ...options })).status;
  return [await send(), await send()];
}

test('a deletion repeated without zoneDomain meets the next domain, with it 404', async () => {
  await addOnBothDomains('unnamed');
  expect(await twice('DELETE', '/urls/unnamed')).toEqual([200, 200]);
  await addOnBothDomains('named');
  expect(await twice('DELETE', `/urls/named?zoneDomain=${SHARED_DOMAIN}`)).toEqual([200, 404]);
  expect((await api.fetchJson('GET', '/urls/named', { token })).status).toBe(200);
});

test('a rename repeated without zoneDomain meets the next domain, with it 404', async () => {
  await addOnBothDomains('old-one');
  const body = { newSlug: 'new-one' };
  expect(await twice('PATCH', '/urls/old-one', { body })).toEqual([200, 200]);
  await addOnBothDomains('old-two');
  const path = `/urls/old-two?zoneDomain=${SHARED_DOMAIN}`;
  expect(await twice('PATCH', path, { body: { newSlug: 'new-two' } })).toEqual([200, 404]);
  expect((await api.fetchJson('GET', '/urls/old-two', { token })).status).toBe(200);
});

test('an edit repeated with If-Match meets its own change, 412', async () => {
  const body = { url: 'https://a.example/', slug: 'tagged' };
  const { headers } = await api.fetchJson<UrlAnswer>('POST', '/urls', { body, token });
  const options = { body: { title: 'New' }, headers: { 'if-match': headers.get('etag') ?? '' } };
  expect(await twice('PATCH', '/urls/tagged', options)).toEqual([200, 412]);
});

test('a deletion repeated with If-Match meets no other link, 412', async () => {
  await addOnBothDomains('once');
  const { headers } = await api.fetchJson<UrlAnswer>('GET', '/urls/once', { token });
  const options = { headers: { 'if-match': headers.get('etag') ?? '' } };
  expect(await twice('DELETE', '/urls/once', options)).toEqual([200, 412]);
});

describe('an edit whose answer was lost, of an API that ended before it published the change', () => {
  const editAndEnd = (slug: string, body: object) =>
    makeEditLink({ db: api.db })({ workspaceId, defaultZoneId: null, slug }, body);
  const stateOf = (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });
  const make = (slug: string) =>
    api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug }, token });

  test('no redirector knows the old state when its repetition is answered', async () => {
    await make('paused-once');
    await editAndEnd('paused-once', { isEnabled: false });
    expect(await stateOf('paused-once')).toMatchObject({ state: 'enabled' });
    const body = { isEnabled: false };
    expect((await api.fetchJson('PATCH', '/urls/paused-once', { body, token })).status).toBe(200);
    expect(await stateOf('paused-once')).toMatchObject({ state: 'paused' });
  });

  test('nor in a batch', async () => {
    await make('paused-there');
    await make('paused-now');
    await editAndEnd('paused-there', { isEnabled: false });
    const links = ['paused-there', 'paused-now'].map((slug) => ({ slug, isEnabled: false }));
    const { body } = await api.fetchJson('PATCH', '/urls/batch', { body: { links }, token });
    expect(body).toMatchObject({ edited: 2 });
    for (const slug of ['paused-there', 'paused-now'])
      expect(await stateOf(slug)).toMatchObject({ state: 'paused' });
  });
});

test('the description tells clients to name the domain, and which answers may follow a change that was made', () => {
  const { info } = openapiDocument();
  const retrying = /^## Retrying\n[^]*?^## /m.exec(String(isNode(info) && info['description']))?.[0];
  expect(retrying).toMatch(/deletion or a rename .*only with\s+`zoneDomain`/);
  for (const status of ['404', '412']) expect(retrying).toContain(status);
});
