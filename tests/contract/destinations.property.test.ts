// Destinations of every kind, contract §2.1, §4.1 and §4.3: an accepted one is a working http(s) address that reads
// back as it was sent; all else is refused. Creating and editing agree on each.

import fc from 'fast-check';
import { anyCharacter } from '../inputs/any-character';
import { anyWebUrl } from '../inputs/any-web-url';
import { faultAt } from './openapi/described-place';
import { startApi, type TestApi } from './start-api';
import { highLimitPlans } from '../high-limit-plans';
import type { ErrorAnswer, UrlAnswer } from './url-answer';
import { propertyRuns } from '../property-runs';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { plans: highLimitPlans } });
  await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'edited' } });
});
afterAll(() => api.close());

const MAX_LENGTH = 32_767;

const schemes = [
  'http://',
  'https://',
  'HTTPS://',
  'javascript:',
  'data:text/html,',
  'ftp://',
  'file:///',
  '//',
];
const people = ['user:secret@', 'user@', ':secret@', '@', 'a%40b@'];
const hosts = [
  'a.example',
  'MÜNCHEN.example',
  '127.0.0.1',
  '[::1]',
  'a..example',
  'a b',
  '',
  'a.example:99999',
];
const characters = [...'/\\?#&=% \t\n\u0000', '%00', '%zz', '\ud800', '漢字'];
const tags = ['utm_source=s', '&utm_campaign=', '?utm_medium=a%20b', 'utm_term=%E4'];

const pieces = (...known: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...known), fc.string({ unit: anyCharacter, maxLength: 6 })), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''));
const text = fc.oneof(
  { arbitrary: pieces(...schemes, ...people, ...hosts, ...characters), weight: 1 },
  {
    // the usual parts in their usual order, each of which may be a wrong one
    arbitrary: fc
      .tuple(
        fc.oneof(fc.constant('https://'), fc.constantFrom(...schemes)),
        fc.oneof({ arbitrary: fc.constant(''), weight: 4 }, fc.constantFrom(...people)),
        fc.oneof({ arbitrary: fc.constant('a.example'), weight: 2 }, fc.constantFrom(...hosts)),
        fc.oneof(fc.constantFrom('', '/'), pieces(...characters, ...tags)),
      )
      .map((parts) => parts.join('')),
    weight: 3,
  },
  { arbitrary: anyWebUrl({ withFragments: true, withQueryParameters: true }), weight: 1 },
);

/** On Node 20, URL.canParse begins to reject texts with Latin-1 letters after a while. */
function parsedOf(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** The rules of the contract and the decisions, written apart from the tested code. */
function isTakable(sent: string): boolean {
  const url = sent.trim();
  if ([...url].some((character) => character < ' ' || (character >= '\u007f' && character <= '\u009f')))
    return false;
  const parsed = parsedOf(url);
  if (/\p{Cs}/u.test(url) || !parsed) return false;
  const { protocol, username, password, href } = parsed;
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && username === '' && password === '' && Math.max([...url].length, href.length) <= MAX_LENGTH;
}

test('a text is taken exactly if it is an http(s) address without credentials, on creation as on editing', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const created = await api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body: { url: sent } });
      const edited = await api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', '/urls/edited', {
        body: { url: sent },
      });
      if (!isTakable(sent)) {
        for (const { status, body } of [created, edited]) {
          expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
          expect(body.error).toContain('"url"');
        }
        return;
      }
      expect([created.status, edited.status]).toEqual([201, 200]);
      for (const { body } of [created, edited]) {
        expect(body.url.url).toBe(sent.trim());
        const known = await api.linkCache.get({ zoneId: api.zoneId, slug: body.url.slug });
        expect(known).toMatchObject({ kind: 'link', location: new URL(sent.trim()).href });
      }
    }),
    propertyRuns(150),
  );
});

test('utm says what the query of the destination says, each key only where it is there with a value', async () => {
  const keys = ['source', 'medium', 'campaign', 'term', 'content'] as const;
  const value = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((given) => !/\p{Cs}/u.test(given));
  const some = fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(some, fc.boolean(), async (utm, hasOther) => {
      const query = new URLSearchParams();
      for (const [key, given] of Object.entries(utm)) query.append(`utm_${key}`, given);
      if (hasOther) query.append('utm_other', 'x');
      const sent = `https://a.example/?${query.toString()}#utm_source=not-a-query`;
      const { body } = await api.fetchJson<UrlAnswer>('PATCH', '/urls/edited', { body: { url: sent } });
      expect(body.url.utm).toEqual(Object.keys(utm).length > 0 ? utm : undefined);
    }),
    propertyRuns(60),
  );
});

test.each([MAX_LENGTH - 1, MAX_LENGTH, MAX_LENGTH + 1])(
  'an address of %i characters is taken up to 32,767',
  async (length) => {
    const start = 'https://a.example/';
    const sent = start + 'p'.repeat(length - start.length);
    const { status } = await api.fetchJson('POST', '/urls', { body: { url: sent } });
    expect(status).toBe(length <= MAX_LENGTH ? 201 : 400);
  },
);

test('white space around an address counts for nothing, and the schema lets through what is taken', async () => {
  const start = 'https://a.example/';
  const length = fc.oneof(
    fc.constantFrom(MAX_LENGTH, MAX_LENGTH + 1),
    fc.integer({ min: start.length, max: 100 }),
  );
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\ufeff'), maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(length, space, space, async (characters, before, after) => {
      const sent = before + start + 'p'.repeat(characters - start.length) + after;
      const { status } = await api.fetchJson('POST', '/urls', { body: { url: sent } });
      expect(status).toBe(characters <= MAX_LENGTH ? 201 : 400);
      const schema = { prefix: '/v1', pointer: '/components/schemas/Destination' } as const;
      if (status === 201) expect(faultAt(schema, sent)).toBeUndefined();
    }),
    propertyRuns(30),
  );
});
