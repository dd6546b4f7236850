// utmDrift, contract §2.1: in GET /urls only, only when true, and only in Team workspaces with conventions enabled.

import { validateUtmConventions, setPlan, setUtmConventions } from '@kurz/api';
import { startApi, type TestApi, type TestWorkspace } from './start-api';
import type { ListAnswer, UrlAnswer, UrlBody } from './url-answer';

type DriftingUrl = UrlBody & { utmDrift?: boolean };

let api: TestApi;
let team: TestWorkspace;

const tagged = (tags: string) => `https://a.example/?${tags}`;
const links: [string, string][] = [
  ['untagged', 'https://a.example/'],
  ['good', tagged('utm_source=news&utm_medium=email&utm_campaign=spring-sale')],
  ['missing', tagged('utm_source=news&utm_campaign=spring-sale')],
  ['capital', tagged('utm_source=News&utm_medium=email&utm_campaign=spring-sale')],
  ['foreign', tagged('utm_source=news&utm_medium=billboard&utm_campaign=spring-sale')],
];

const document = {
  required: ['source', 'medium', 'campaign'],
  allowed: { medium: ['email', 'social-*'] },
  lowercase: true,
  separator: '-',
};

async function setConventions(workspaceId: string, sent: object) {
  const validated = validateUtmConventions(sent);
  if (validated.kind === 'faulty') throw new Error(`the setup ended with ${validated.fault.field}`);
  await setUtmConventions(api.db, workspaceId, validated.conventions);
}

async function listed(token = team.token): Promise<DriftingUrl[]> {
  const { status, body } = await api.fetchJson<ListAnswer>('GET', '/urls?limit=100', { token });
  expect(status).toBe(200);
  return body.urls;
}

const drifting = async (token?: string) =>
  (await listed(token))
    .filter((url) => url.utmDrift)
    .map((url) => url.slug)
    .sort();

beforeAll(async () => {
  api = await startApi();
  team = await api.addWorkspace({ plan: 'team' });
  for (const [slug, url] of links)
    await api.fetchJson('POST', '/urls', { body: { slug, url }, token: team.token });
});
afterAll(() => api.close());

test('without conventions nothing drifts', async () => {
  for (const url of await listed()) expect(url).not.toHaveProperty('utmDrift');
});

test('with conventions exactly those destinations drift that break them; one without UTM parameters does not', async () => {
  await setConventions(team.workspaceId, document);
  expect(await drifting()).toEqual(['capital', 'foreign', 'missing']);
  for (const url of await listed()) {
    if (url.utmDrift !== undefined) expect(url.utmDrift).toBe(true);
    else expect(url).not.toHaveProperty('utmDrift');
  }
});

test('only the list says so: neither create, read nor edit does', async () => {
  await setConventions(team.workspaceId, document);
  const { token } = team;
  const created = await api.fetchJson<UrlAnswer>('POST', '/urls', {
    body: { slug: 'single', url: tagged('utm_source=X') },
    token,
  });
  const read = await api.fetchJson<UrlAnswer>('GET', '/urls/single', { token });
  const edited = await api.fetchJson<UrlAnswer>('PATCH', '/urls/single', { body: { title: 'x' }, token });
  for (const { body } of [created, read, edited]) expect(body.url).not.toHaveProperty('utmDrift');
  expect(await drifting()).toContain('single');
  await api.fetchJson('PATCH', '/urls/single', { body: { url: 'https://a.example/' }, token });
  expect(await drifting()).not.toContain('single');
  await api.fetchJson('DELETE', '/urls/single', { token });
});

test('switched-off conventions are kept and apply to nothing', async () => {
  await setConventions(team.workspaceId, { ...document, enabled: false });
  expect(await drifting()).toEqual([]);
  await setConventions(team.workspaceId, document);
  expect(await drifting()).not.toEqual([]);
});

test('on a plan without conventions nothing drifts, and after an upgrade it does again', async () => {
  await setConventions(team.workspaceId, document);
  await setPlan(api.db, team.workspaceId, 'pro');
  expect(await drifting()).toEqual([]);
  await setPlan(api.db, team.workspaceId, 'business');
  expect(await drifting()).toEqual(['capital', 'foreign', 'missing']);
  await setPlan(api.db, team.workspaceId, 'team');
});

test('the conventions of one workspace judge no other', async () => {
  const other = await api.addWorkspace({ plan: 'team' });
  await api.fetchJson('POST', '/urls', { body: { url: tagged('utm_source=X') }, token: other.token });
  expect(await drifting(other.token)).toEqual([]);
});

test('conventions that this version does not understand apply to nothing and break no list', async () => {
  const workspace = await api.addWorkspace({ plan: 'team' });
  const { workspaceId: id, token } = workspace;
  await api.fetchJson('POST', '/urls', { body: { url: tagged('utm_source=X') }, token });
  await api.db
    .updateTable('workspaces')
    .set({ utm_conventions: '{"colour":"red"}' })
    .where('id', '=', id)
    .execute();
  expect(await drifting(token)).toEqual([]);
});
