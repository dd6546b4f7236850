// Validating a link before it is saved: the fault of each field, in the words with which saving would answer.

import { setPlan } from '@kurz/api';
import { signIn, type Person } from './sign-in';
import { startApi, type TestApi } from './start-api';

type Fault = { code: string; error: string } | null;
type DraftValidation = {
  url: Fault;
  slug: Fault;
  zoneDomain: Fault;
  isUnsafe: boolean;
  utmDrift: object | null;
};

let api: TestApi;
let member: Person;
let at: string;
beforeAll(async () => {
  api = await startApi();
  member = await signIn(api, { [api.workspaceId]: 'admin' });
  at = `/workspaces/${api.workspaceId}`;
});
afterAll(() => api.close());

const validate = async (draft: object, headers = {}) =>
  (await member.ask<DraftValidation>('POST', `${at}/link-draft`, draft, headers)).body;
const NOTHING = { url: null, slug: null, zoneDomain: null, isUnsafe: false, utmDrift: null };

test('a draft that could be saved has no fault, and an empty one neither', async () => {
  expect(await validate({ url: 'https://a.example/', slug: 'free-as-air' })).toEqual(NOTHING);
  expect(await validate({})).toEqual(NOTHING);
});

test('each field has the refusal that saving would answer, in the language of the reader', async () => {
  await member.ask('POST', `${at}/urls`, { url: 'https://a.example/', slug: 'mine' });
  const other = await api.addWorkspace({ plan: 'pro' });
  await api.fetchJson('POST', '/urls', {
    token: other.token,
    body: { url: 'https://a.example/', slug: 'theirs' },
  });
  for (const [draft, field, code] of [
    [{ slug: 'mine' }, 'slug', 'SLUG_EXISTS'],
    [{ slug: 'theirs' }, 'slug', 'SLUG_EXISTS'],
    [{ slug: 'admin' }, 'slug', 'SLUG_RESERVED'],
    [{ slug: 'ä' }, 'slug', 'SLUG_INVALID'],
    [{ url: 'nothing' }, 'url', 'VALIDATION_FAILED'],
    [{ url: 'javascript:alert(1)' }, 'url', 'VALIDATION_FAILED'],
    [{ zoneDomain: 'nobody.example' }, 'zoneDomain', 'VALIDATION_FAILED'],
  ] as const) {
    const validation = await validate(draft);
    expect([draft, validation[field]?.code]).toEqual([draft, code]);
    const saved = await member.ask<{ error: string }>('POST', `${at}/urls`, {
      url: 'https://a.example/',
      ...draft,
    });
    expect(validation[field]?.error).toBe(saved.body.error);
  }
  const german = await validate({ slug: 'mine' }, { 'accept-language': 'de' });
  expect(german.slug?.error).toBe('Diesen Slug gibt es auf dieser Domain schon.');
});

test('the convention that a destination breaks is named, on a plan that has conventions', async () => {
  await setPlan(api.db, api.workspaceId, 'team');
  await member.ask('PUT', `${at}/utm-conventions`, { required: ['source'], lowercase: true });
  const url = 'https://a.example/?utm_source=News';
  expect((await validate({ url })).utmDrift).toEqual({ key: 'source', rule: 'lowercase' });
  expect((await validate({ url: 'https://a.example/?utm_medium=email' })).utmDrift).toEqual({
    key: 'source',
    rule: 'required',
  });
  expect((await validate({ url: url.toLowerCase() })).utmDrift).toBeNull();
  await setPlan(api.db, api.workspaceId, 'pro');
  expect((await validate({ url })).utmDrift).toBeNull();
});

test('judging saves nothing', async () => {
  await validate({ url: 'https://a.example/', slug: 'only-judged' });
  expect((await member.ask('GET', `${at}/urls/only-judged`)).status).toBe(404);
});

test('a viewer judges nothing, and a stranger finds no workspace', async () => {
  const viewer = await signIn(api, { [api.workspaceId]: 'viewer' });
  const stranger = await signIn(api);
  expect((await viewer.ask('POST', `${at}/link-draft`, {})).status).toBe(403);
  expect((await stranger.ask('POST', `${at}/link-draft`, {})).status).toBe(404);
});

test('a field of another type is refused by its name', async () => {
  const refused = await member.ask<{ field: string }>('POST', `${at}/link-draft`, { slug: 7 });
  expect([refused.status, refused.body.field]).toEqual([400, 'slug']);
});
