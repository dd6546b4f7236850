// Slugs of every kind, contract §2.1: what the rules allow names a link from then on, whatever else is refused.

import fc from 'fast-check';
import { isReservedSlug } from '@kurz/api';
import { anyCharacter } from '../inputs/any-character';
import { startApi, type TestApi } from './start-api';
import { highLimitPlans } from '../high-limit-plans';
import type { ErrorAnswer, UrlAnswer } from './url-answer';
import { propertyRuns } from '../property-runs';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { plans: highLimitPlans } });
});
afterAll(() => api.close());

const ALLOWED = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
const url = 'https://a.example/';
const create = (slug: string) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body: { url, slug } });

const allowed = fc.oneof(
  { arbitrary: fc.string({ unit: fc.constantFrom(...ALLOWED), minLength: 3, maxLength: 40 }), weight: 8 },
  {
    arbitrary: fc.string({ unit: fc.constantFrom(...ALLOWED), minLength: 1_000, maxLength: 1_024 }),
    weight: 1,
  },
);

/** Near the rules: one character too few or too many, or one that is not allowed, at any place. */
const forbidden = fc.oneof(
  fc.string({ unit: fc.constantFrom(...ALLOWED), maxLength: 2 }),
  fc.string({ unit: fc.constantFrom(...ALLOWED), minLength: 1_025, maxLength: 1_030 }),
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...ALLOWED), maxLength: 5 }),
      fc
        .string({ unit: anyCharacter, minLength: 1, maxLength: 3 })
        .filter((text) => /[^A-Za-z0-9_-]/.test(text)),
      fc.string({ unit: fc.constantFrom(...ALLOWED), maxLength: 5 }),
    )
    .map((parts) => parts.join('')),
);

test('every slug that the rules allow is taken once, reads back as it was sent, and is a 409 the second time', async () => {
  const taken = new Set<string>();
  await fc.assert(
    fc.asyncProperty(allowed, async (slug) => {
      fc.pre(!isReservedSlug(slug));
      const first = await create(slug);
      expect(first.status).toBe(taken.has(slug) ? 409 : 201);
      taken.add(slug);
      const again = await create(slug);
      expect([again.status, again.body.code]).toEqual([409, 'SLUG_EXISTS']);
      const read = await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`);
      expect([read.status, read.body.url.slug]).toEqual([200, slug]);
      expect(await api.linkCache.get({ zoneId: api.zoneId, slug })).toMatchObject({ kind: 'link' });
    }),
    propertyRuns(100),
  );
});

test('every other text is refused on creation, on renaming and in a path, and makes no link', async () => {
  await create('steady');
  const count = () => api.db.selectFrom('links').select('id').execute();
  const before = await count();
  await fc.assert(
    fc.asyncProperty(forbidden, async (slug) => {
      const code = 'SLUG_INVALID';
      const created = await create(slug);
      expect([created.status, created.body.code]).toEqual([400, code]);
      const renamed = await api.fetchJson<ErrorAnswer>('PATCH', '/urls/steady', { body: { newSlug: slug } });
      expect([renamed.status, renamed.body.code]).toEqual([400, code]);
      // an empty segment, dots and unpaired surrogates would name other paths than the ones meant here
      if (slug === '' || /^\.{1,2}$/.test(slug) || /\p{Cs}/u.test(slug)) return;
      const read = await api.fetchJson<ErrorAnswer>('GET', `/urls/${encodeURIComponent(slug)}`);
      expect([read.status, read.body.code]).toEqual([400, code]);
    }),
    propertyRuns(150),
  );
  expect(await count()).toEqual(before);
});
