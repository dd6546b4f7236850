// Batches of every kind, contract §4.2: their answers match a model of the contract, which checks the items one after
// the other.

import fc from 'fast-check';
import { builtInPlans } from '@kurz/api';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import { highLimitPlans } from '../high-limit-plans';
import type { ListAnswer, UrlBody } from './url-answer';
import { propertyRuns } from '../property-runs';

type Entry = { index: number; status: number; url?: UrlBody; code?: string; error?: string };
type BatchAnswer = { created: number; failed: number; results: Entry[] };
type Item = { url?: unknown; slug?: unknown; title?: unknown; zoneDomain?: unknown };

let api: TestApi;
beforeAll(async () => {
  const plans = { ...highLimitPlans, team: { ...highLimitPlans.team, linksPerMonth: 1_000 } };
  api = await startApi({ settings: { plans } });
});
afterAll(() => api.close());

const STATUS: Record<string, number> = {
  VALIDATION_FAILED: 400,
  SLUG_EXISTS: 409,
  SLUG_RESERVED: 400,
  SLUG_INVALID: 400,
  INSUFFICIENT_QUOTA: 403,
};

const url = 'https://a.example/';
/** Each item with the code that it gets on its own. There are few slugs, so that items conflict. */
const item: fc.Arbitrary<[Item, string?]> = fc.oneof(
  fc.constantFrom('one', 'two', 'three', 'ONE').map((slug): [Item] => [{ url, slug: `slug-${slug}` }]),
  fc.constant<[Item]>([{ url, title: 'drawn' }]),
  fc.constantFrom<[Item, string]>(
    [{ url: 'nowhere' }, 'VALIDATION_FAILED'],
    [{}, 'VALIDATION_FAILED'],
    [{ url, title: 'a\u0000b' }, 'VALIDATION_FAILED'],
    [{ url, title: 7 }, 'VALIDATION_FAILED'],
    [{ url, zoneDomain: 'nobody.example' }, 'VALIDATION_FAILED'],
    [{ url, slug: 'a b' }, 'SLUG_INVALID'],
    [{ url, slug: 'Login' }, 'SLUG_RESERVED'],
  ),
);

/** The codes of the entries, undefined for a created one. */
function expectedOf(items: readonly [Item, string?][], taken: Set<string>, allowance: number) {
  let left = allowance;
  return items.map(([{ slug }, fault]) => {
    if (left === 0) return 'INSUFFICIENT_QUOTA';
    if (fault !== undefined) return fault;
    if (typeof slug === 'string') {
      if (taken.has(slug)) return 'SLUG_EXISTS';
      taken.add(slug);
    }
    left -= 1;
    return undefined;
  });
}

/** A workspace with its own domain, so that slugs are free, and with `left` links of its allowance. */
async function withAllowance(left: number) {
  const { workspaceId, token } = await api.addWorkspace({ plan: 'team' });
  const domain = `${workspaceId.replace('_', '-').toLowerCase()}.example`;
  const default_zone_id = await api.addZone({ domain, zoneType: 'user', workspaceId, isVerified: true });
  await api.db.updateTable('workspaces').set({ default_zone_id }).where('id', '=', workspaceId).execute();
  await api.fetchJson('POST', '/urls', { token, body: { url, slug: 'slug-before' } });
  const used = api.db.updateTable('link_quota').set({ used: 1_000 - left });
  await used.where('workspace_id', '=', workspaceId).execute();
  return token;
}

test('each item ends as if they came one after the other, in their order, up to the end of the allowance', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 20 }),
      fc.boolean(),
      async (items, allowance, isGerman) => {
        const token = await withAllowance(allowance);
        const { status, body } = await api.fetchJson<BatchAnswer>('POST', '/urls/batch', {
          token,
          body: { links: items.map(([sent]) => sent) },
          headers: isGerman ? { 'accept-language': 'de' } : {},
        });
        const expected = expectedOf(items, new Set(), allowance);
        expect(status).toBe(200);
        expect(body.results.map(({ code }) => code)).toEqual(expected);
        expect(body.results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
        const created = expected.filter((code) => code === undefined).length;
        expect([body.created, body.failed]).toEqual([created, items.length - created]);
        for (const [index, entry] of body.results.entries()) {
          const code = expected[index];
          expect(entry.status).toBe(code === undefined ? 201 : STATUS[code]);
          if (code === undefined) expect(entry.url?.slug).toBe(items[index]?.[0].slug ?? entry.url?.slug);
          else
            expect(Object.keys(entry).sort()).toEqual([
              'code',
              'error',
              ...(code === 'VALIDATION_FAILED' ? ['field'] : []),
              'index',
              'status',
            ]);
        }
        const listed = await api.fetchJson<ListAnswer>('GET', '/urls', { token });
        expect(listed.body.total).toBe(created + 1);
      },
    ),
    propertyRuns(60),
  );
});

test.each([0, 1, 2, 99, 100, 101, 150])(
  'a batch of %i items is processed if it has 1 to 100',
  async (count) => {
    const body = { links: Array.from({ length: count }, () => ({ url })) };
    const answered = await api.fetchJson<BatchAnswer & { error?: string; code?: string }>(
      'POST',
      '/urls/batch',
      { body },
    );
    const isRight = count >= 1 && count <= builtInPlans.pro.batchMaxLinks;
    expect(answered.status).toBe(isRight ? 200 : 400);
    if (isRight) expect(answered.body).toMatchObject({ created: count, failed: 0 });
    else expect(Object.keys(answered.body)).toEqual(['error']);
  },
);

test('an item has the same fields as a single creation, and its entry the URL object', async () => {
  const sent = {
    url: 'https://shop.example/?utm_source=news',
    title: 'Whole',
    slug: 'whole-item',
    zoneDomain: SHARED_DOMAIN,
  };
  const { status, body } = await api.fetchJson<BatchAnswer>('POST', '/urls/batch', {
    body: { links: [sent] },
  });
  const read = await api.fetchJson<{ url: UrlBody }>('GET', '/urls/whole-item');
  expect(read.body.url).toMatchObject({ ...sent, utm: { source: 'news' } });
  expect([status, body]).toEqual([
    200,
    { created: 1, failed: 0, results: [{ index: 0, status: 201, url: read.body.url }] },
  ]);
});

test('a batch of a hundred is one request to the rate limit', async () => {
  const { token } = await api.addWorkspace();
  const remaining = (headers: Headers) => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const before = await api.fetchJson('GET', '/urls', { token });
  const body = { links: Array.from({ length: 100 }, () => ({ url })) };
  const after = await api.fetchJson<BatchAnswer>('POST', '/urls/batch', { token, body });
  expect(after.body.created).toBe(100);
  expect(remaining(before.headers) - remaining(after.headers)).toBe(1);
});

test.each([
  ['cut off', '{"links":[{"url":"https://a.example/"}'],
  ['empty', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['without links', '{}'],
  ['with a text as links', '{"links":"https://a.example/"}'],
  ['with an object as links', '{"links":{"0":{"url":"https://a.example/"}}}'],
])('an envelope that is %s: 400 with a plain error', async (_, body) => {
  const answered = await api.fetchJson<object>('POST', '/urls/batch', { body });
  expect([answered.status, Object.keys(answered.body)]).toEqual([400, ['error']]);
});
