// `password` of a link, an addition to contract §2.1 and §4.1 to §4.3: set, changed and removed, never returned, and
// stored as a hash in one column and nowhere else.

import { isPasswordOf } from '@kurz/password-hash';
import { sql } from 'kysely';
import { makeBlocking } from './blocking';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer } from './url-answer';

type BatchAnswer = { results: ({ index: number; url?: UrlAnswer['url'] } & Partial<ErrorAnswer>)[] };

const PASSWORD = 'correct horse';

let api: TestApi;
const { block, unblock } = makeBlocking(() => api);
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/all';
const create = (body: object, headers = {}) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body, headers });
const edit = (slug: string, body: object, headers = {}) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body, headers });
const read = (slug: string) => api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`);
const rowOf = (slug: string) =>
  api.db
    .selectFrom('links')
    .select(['location', 'conditions', 'fallback_location', 'guarded_location', 'guarded_conditions'])
    .select(['password_hash', 'version', 'is_unsafe', 'is_restricted'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
const entryOf = (slug: string) => api.linkCache.get({ zoneId: api.zoneId, slug });
/** Every row of every table as text. */
async function allOfPostgres(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(api.db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string;
    }>`SELECT each::text AS text FROM ${sql.table(name)} AS each`.execute(api.db);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

test('A new link says that it has one, and no answer says which', async () => {
  const rules = [{ when: { via: 'scan' }, url: 'https://shop.example/poster' }];
  const made = await create({ url, slug: 'made', password: PASSWORD, rules });
  expect(made.body.url).toMatchObject({ url, rules, hasPassword: true });
  const list = await api.fetchJson<ListAnswer>('GET', '/urls?search=made');
  for (const answer of [made, await read('made'), list]) {
    expect(JSON.stringify(answer.body)).toContain('"hasPassword":true');
    expect(JSON.stringify(answer.body)).not.toMatch(/correct|argon2|"password"/);
  }
  for (const [slug, body] of Object.entries({ without: {}, 'with-null': { password: null } })) {
    expect((await create({ url, slug, ...body })).body.url).not.toHaveProperty('hasPassword');
    expect((await rowOf(slug)).password_hash).toBeNull();
  }
});

test('The row has an argon2id hash, and the destination stands behind it; the link cache has neither', async () => {
  await create({ url, slug: 'kept', password: PASSWORD, forwardQuery: true });
  const row = await rowOf('kept');
  expect(row).toMatchObject({
    location: '',
    conditions: '{"p":1}',
    fallback_location: null,
    guarded_location: url,
    guarded_conditions: '{"f":1}',
  });
  expect(row.password_hash).toMatch(/^\$argon2id\$/);
  expect(await isPasswordOf(row.password_hash ?? '', PASSWORD)).toBe(true);
  const entry = await entryOf('kept');
  expect(entry).toMatchObject({ kind: 'link', state: 'conditional', location: '-' });
  expect(JSON.stringify(entry)).not.toMatch(/shop|argon2/);
});

test('It is changed and removed, alone and with other fields, and each change is a new version', async () => {
  await create({ url, slug: 'edited' });
  const set = await edit('edited', { password: PASSWORD });
  expect(set.body.url).toMatchObject({ hasPassword: true });
  const first = await rowOf('edited');
  expect((await edit('edited', { title: 'Other' })).body.url).toMatchObject({ hasPassword: true });
  expect((await rowOf('edited')).password_hash).toBe(first.password_hash);
  const again = await edit('edited', { password: PASSWORD, url: 'https://shop.example/new' });
  expect(again.body.url).toMatchObject({ url: 'https://shop.example/new', hasPassword: true });
  const second = await rowOf('edited');
  expect(second.guarded_location).toBe('https://shop.example/new');
  expect(second.password_hash).not.toBe(first.password_hash);
  expect(second.version).toBeGreaterThan(first.version);
  const etag = set.headers.get('etag') ?? '';
  expect((await edit('edited', { password: null }, { 'if-match': etag })).status).toBe(412);
  expect((await edit('edited', { password: null })).body.url).not.toHaveProperty('hasPassword');
  expect(await rowOf('edited')).toMatchObject({
    location: 'https://shop.example/new',
    conditions: null,
    guarded_location: null,
    password_hash: null,
  });
  expect(await entryOf('edited')).toMatchObject({ state: 'enabled', location: 'https://shop.example/new' });
  const { version } = await rowOf('edited');
  expect((await edit('edited', { password: null })).status).toBe(200);
  expect((await rowOf('edited')).version).toBe(version);
});

test('Batches set and remove it, each item with its outcome', async () => {
  const links = [
    { url, slug: 'batch-a', password: PASSWORD },
    { url, slug: 'batch-b', password: 'abc' },
    { url, slug: 'batch-c' },
  ];
  const made = await api.fetchJson<BatchAnswer>('POST', '/urls/batch', { body: { links } });
  expect(made.body.results).toMatchObject([
    { status: 201, url: { slug: 'batch-a', hasPassword: true } },
    { status: 400, code: 'VALIDATION_FAILED', field: 'password' },
    { status: 201, url: { slug: 'batch-c' } },
  ]);
  expect(made.body.results[2]?.url).not.toHaveProperty('hasPassword');
  const edits = [
    { slug: 'batch-a', password: null },
    { slug: 'batch-c', password: 'other horse', isArchived: true },
    { slug: 'batch-c', password: 'x\ty z' },
  ];
  const edited = await api.fetchJson<BatchAnswer>('PATCH', '/urls/batch', { body: { links: edits } });
  expect(edited.body.results).toMatchObject([
    { status: 200, url: { slug: 'batch-a' } },
    { status: 200, url: { slug: 'batch-c', hasPassword: true, isArchived: true } },
    { status: 400, field: 'password' },
  ]);
  expect(edited.body.results[0]?.url).not.toHaveProperty('hasPassword');
  expect(await isPasswordOf((await rowOf('batch-c')).password_hash ?? '', 'other horse')).toBe(true);
});

test('A batch has up to ten different ones; the items beyond are refused', async () => {
  const links = Array.from({ length: 24 }, (_, n) => ({
    url,
    slug: `many-${n}`,
    password: `horse ${n % 12}`,
  }));
  const made = await api.fetchJson<BatchAnswer>('POST', '/urls/batch', { body: { links } });
  const faults = made.body.results.filter(({ code }) => code !== undefined);
  expect(faults.map(({ index, field }) => [index, field])).toEqual(
    [10, 11, 22, 23].map((index) => [index, 'password']),
  );
  expect(faults[0]?.error).toContain('one of at most 10 different passwords');
  expect((await rowOf('many-3')).password_hash).toBe((await rowOf('many-15')).password_hash);
});

test.each<[string, unknown, string, string]>([
  ['an empty one', '', 'must have from 4 to 128 characters', 'muss zwischen 4 und 128 Zeichen lang sein'],
  ['three characters', 'abc', 'must have from 4 to 128', 'zwischen 4 und 128'],
  ['three emojis', '🦊🦊🦊', 'must have from 4 to 128', 'zwischen 4 und 128'],
  ['129 characters', 'x'.repeat(129), 'must have from 4 to 128', 'zwischen 4 und 128'],
  ['a line break', 'abc\ndef', 'must not contain control characters', 'darf keine Steuerzeichen'],
  ['half a character', 'abcd\ud83e', 'must not contain control characters', 'darf keine Steuerzeichen'],
  ['NUL', 'abcd\0', 'U+0000', 'U+0000'],
  ['a number', 12_345, 'must be a text', 'muss ein Text sein'],
  ['true', true, 'must be a text', 'muss ein Text sein'],
  ['an object', { text: PASSWORD }, 'must be a text', 'muss ein Text sein'],
])('%s is refused at its field, in English and German', async (_what, password, english, german) => {
  await create({ url, slug: 'refuses' });
  for (const [language, text] of [
    ['en', english],
    ['de', german],
  ] as const) {
    const headers = { 'accept-language': language };
    for (const answer of [
      await create({ url, password }, headers),
      await edit('refuses', { password }, headers),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'VALIDATION_FAILED', field: 'password' },
      ]);
      expect(answer.body.error).toContain(text);
      expect(answer.body.error).not.toContain('abcd');
    }
  }
  expect((await rowOf('refuses')).password_hash).toBeNull();
});

test('Four and 128 characters will do, of whatever script', async () => {
  for (const [slug, password] of Object.entries({
    four: '🦊🦊🦊🦊',
    'as-long': 'ü'.repeat(128),
    spaces: '    ',
  }))
    expect((await create({ url, slug, password })).body.url).toMatchObject({ hasPassword: true });
});

test('The audit log says what became of it, and no table holds the password, a fast hash, or its text', async () => {
  const unlikely = 'Zebra 7fb1 stripes';
  const headers = { 'idempotency-key': 'a-link-with-a-password' };
  const made = await create({ url, slug: 'audited', password: unlikely }, headers);
  expect((await create({ url, slug: 'audited', password: unlikely }, headers)).body).toEqual(made.body);
  expect((await create({ url, slug: 'audited', password: 'other horse' }, headers)).status).toBe(422);
  await edit('audited', { password: null });
  await edit('audited', { password: unlikely });
  await edit('audited', { password: unlikely });
  const events = await api.db
    .selectFrom('audit_events')
    .select(['action', 'changes'])
    .where('subject_name', '=', 'krz.example/audited')
    .orderBy('id')
    .execute();
  expect(events).toMatchObject([
    { action: 'link.created' },
    { action: 'link.edited', changes: { password: { new: 'removed' } } },
    { action: 'link.edited', changes: { password: { new: 'set' } } },
    { action: 'link.edited', changes: { password: { new: 'changed' } } },
  ]);
  const all = await allOfPostgres();
  expect(all).toContain('krz.example/audited');
  expect(all).not.toContain('7fb1');
});

test('findExisting finds no link with a password, and none for a body with one', async () => {
  const target = 'https://shop.example/sought';
  const seek = (body: object) =>
    api.fetchJson<UrlAnswer>('POST', '/urls?findExisting=url', { body: { url: target, ...body } });
  const guarded = await seek({ password: PASSWORD });
  expect(guarded.status).toBe(201);
  const plain = await seek({});
  expect(plain.status).toBe(201);
  expect((await seek({})).body.url.id).toBe(plain.body.url.id);
  expect((await seek({ password: PASSWORD })).status).toBe(201);
});

test('A blocked destination is found behind a password, and refused there', async () => {
  await create({ url: 'https://shop.bad.example/a', slug: 'blocked', password: PASSWORD });
  await block('bad.example', 'unsafe');
  expect(await rowOf('blocked')).toMatchObject({ is_unsafe: true, location: '' });
  await unblock('bad.example');
  expect(await rowOf('blocked')).toMatchObject({ is_unsafe: false });
  await block('bad.example', 'restricted');
  expect(await rowOf('blocked')).toMatchObject({ is_restricted: true });
  const refused = await create({ url: 'https://bad.example/', password: PASSWORD });
  expect([refused.status, refused.body.field]).toEqual([400, 'url']);
});
