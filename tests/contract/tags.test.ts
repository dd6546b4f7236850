// GET /tags, PATCH and DELETE /tags/:tag: their effect on links, who may use them, and a comparison with a model.

import fc from 'fast-check';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';
import { propertyRuns } from '../property-runs';

type Tags = { tags: { name: string; links: number; archivedLinks: number }[] };
type Renamed = { tag: Tags['tags'][number] };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://a.example/';
let token: string;
let workspaceId: string;
beforeEach(async () => {
  ({ token, workspaceId } = await api.addWorkspace());
});

const create = async (tags: string[], more: object = {}) =>
  (await api.fetchJson<UrlAnswer>('POST', '/urls', { token, body: { url, tags, ...more } })).body.url;
const tagsOf = async (slug: string) =>
  (await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`, { token })).body.url.tags ?? [];
const list = async () => (await api.fetchJson<Tags>('GET', '/tags', { token })).body.tags;
const rename = (tag: string, body: unknown) =>
  api.fetchJson<Renamed & ErrorAnswer>('PATCH', `/tags/${encodeURIComponent(tag)}`, { token, body });
const remove = (tag: string) =>
  api.fetchJson<ErrorAnswer & { message: string }>('DELETE', `/tags/${encodeURIComponent(tag)}`, { token });

test('tags are listed by name with their links, archived ones apart', async () => {
  await create(['b', 'A']);
  await create(['b'], { isArchived: true });
  expect(await list()).toEqual([
    { name: 'A', links: 1, archivedLinks: 0 },
    { name: 'b', links: 1, archivedLinks: 1 },
  ]);
});

test('a renamed tag is renamed on its links; only its case may change too', async () => {
  const { slug } = await create(['a/b c%2F', 'z']);
  const { status, body } = await rename('A/B C%2f', { name: ' ζ ' });
  expect([status, body.tag]).toEqual([200, { name: 'ζ', links: 1, archivedLinks: 0 }]);
  expect(await tagsOf(slug)).toEqual(['z', 'ζ']);
  expect((await rename('z', { name: 'Z' })).body.tag.name).toBe('Z');
});

test('to the name of another tag: 409, and with merge the links have the other one, once', async () => {
  const both = await create(['from', 'To']);
  const one = await create(['from']);
  const refused = await rename('from', { name: 'to' });
  expect([refused.status, refused.body.code]).toEqual([409, 'TAG_EXISTS']);
  const { body } = await rename('from', { name: 'TO', merge: true });
  expect(body.tag).toEqual({ name: 'To', links: 2, archivedLinks: 0 });
  expect([await tagsOf(both.slug), await tagsOf(one.slug)]).toEqual([['To'], ['To']]);
  expect(await list()).toHaveLength(1);
});

test('a deleted tag is on no link any more, and each change is in the audit log', async () => {
  const { slug } = await create(['gone', 'kept']);
  await rename('kept', { name: 'still' });
  expect((await remove('GONE')).status).toBe(200);
  expect(await tagsOf(slug)).toEqual(['still']);
  expect((await remove('gone')).body.code).toBe('NOT_FOUND');
  const events = await api.db
    .selectFrom('audit_events')
    .select(['action', 'subject_name'])
    .where('workspace_id', '=', workspaceId)
    .where('action', 'like', 'tag.%')
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { action: 'tag.renamed', subject_name: 'kept' },
    { action: 'tag.deleted', subject_name: 'gone' },
  ]);
});

test.each([
  [{}],
  [{ name: 1 }],
  [{ name: '' }],
  [{ name: 'a\u0007' }],
  [{ name: 'x'.repeat(51) }],
  [{ name: '.' }],
  [{ name: 'a', merge: 1 }],
])('the edit %j is refused at its field', async (body) => {
  await create(['t']);
  const { status, body: answered } = await rename('t', body);
  expect([status, answered.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('a tag of another workspace, or none: 404', async () => {
  await create(['mine']);
  for (const tag of ['mine', 'none', '\u0001']) {
    const { status } = await api.fetchJson('PATCH', `/tags/${encodeURIComponent(tag)}`, {
      body: { name: 'x' },
    });
    expect(status).toBe(404);
  }
});

test('reading takes links:read, changing links:write', async () => {
  const reader = await api.addToken(workspaceId, ['links:read']);
  const writer = await api.addToken(workspaceId, ['links:write']);
  await create(['t']);
  expect((await api.fetchJson('GET', '/tags', { token: reader })).status).toBe(200);
  expect((await api.fetchJson('GET', '/tags', { token: writer })).status).toBe(403);
  expect((await api.fetchJson('DELETE', '/tags/t', { token: reader })).status).toBe(403);
  expect((await api.fetchJson('DELETE', '/tags/t', { token: writer })).status).toBe(200);
});

test('renames, merges and deletions beside edits and creations: all end, and links and tags agree', async () => {
  const slugs = await Promise.all(Array.from({ length: 4 }, async () => (await create(['t0', 't1'])).slug));
  const writes = Array.from({ length: 24 }, (_, index) => {
    const [name, other] = [`t${index % 3}`, `t${(index + 1) % 3}`];
    if (index % 6 === 0) return rename(name, { name: other, merge: true });
    if (index % 6 === 1) return remove(name);
    if (index % 6 === 2) return create([name, other]);
    const slug = slugs[index % slugs.length] ?? '';
    return api.fetchJson('PATCH', `/urls/${slug}`, {
      token,
      body: { tags: [name, other], isArchived: index % 2 === 0, title: `title ${index}` },
    });
  });
  const statuses = (await Promise.all(writes)).map((made) => ('status' in made ? made.status : 201));
  expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  const { wrong } = await api.db
    .selectFrom('link_tags')
    .innerJoin('links', 'links.id', 'link_tags.link_id')
    .select((column) => column.fn.countAll<number>().as('wrong'))
    .where((column) =>
      column.or([
        column('links.is_archived', '<>', column.ref('link_tags.is_archived')),
        column('links.created_at', '<>', column.ref('link_tags.created_at')),
        column('links.title', '<>', column.ref('link_tags.title')),
      ]),
    )
    .executeTakeFirstOrThrow();
  expect(wrong).toBe(0);
});

type Step =
  | { kind: 'set'; link: number; tags: string[] }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'delete'; tag: string };
const NAMES = ['a', 'B', 'ß', 'σ'];
const name = fc.constantFrom(...NAMES);
const spelled = fc.constantFrom(...NAMES, 'A', 'b', 'SS', 'ς');
const keyOf = (text: string) => text.toUpperCase();
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    link: fc.nat(1),
    tags: fc.array(spelled, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('rename' as const), from: spelled, to: name }),
  fc.record({ kind: fc.constant('delete' as const), tag: spelled }),
);

test('any sequence of sets, merges and deletions leaves what a model of sets has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      ({ token } = await api.addWorkspace({ plan: 'team' }));
      const links = [await create([]), await create([])];
      const model: Set<string>[] = [new Set(), new Set()];
      const known = new Set<string>();
      for (const made of steps) {
        if (made.kind === 'set') {
          const slug = links[made.link]?.slug ?? '';
          await api.fetchJson('PATCH', `/urls/${slug}`, { token, body: { tags: made.tags } });
          model[made.link] = new Set(made.tags.map(keyOf));
          for (const tag of made.tags) known.add(keyOf(tag));
        } else if (made.kind === 'rename') {
          const [from, to] = [keyOf(made.from), keyOf(made.to)];
          const { status } = await rename(made.from, { name: made.to, merge: true });
          expect(status).toBe(known.has(from) ? 200 : 404);
          if (!known.delete(from)) continue;
          known.add(to);
          for (const tags of model) if (tags.delete(from)) tags.add(to);
        } else {
          expect((await remove(made.tag)).status).toBe(known.delete(keyOf(made.tag)) ? 200 : 404);
          for (const tags of model) tags.delete(keyOf(made.tag));
        }
      }
      const shown = await Promise.all(links.map(async ({ slug }) => (await tagsOf(slug)).map(keyOf).sort()));
      expect(shown).toEqual(model.map((tags) => [...tags].sort()));
      expect((await list()).map((tag) => keyOf(tag.name)).sort()).toEqual([...known].sort());
    }),
    propertyRuns(15),
  );
});
