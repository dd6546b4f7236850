// Invalid `rules` in a body, each with the field that the error names; and similar ones that are valid.

import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
const url = 'https://shop.example/all';
const scanned = { when: { via: 'scan' }, url: 'https://shop.example/poster' };
const create = (body: object) => api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body });
beforeAll(async () => {
  api = await startApi();
  await create({ url, slug: 'whole', rules: [scanned] });
});
afterAll(() => api.close());

const edit = (slug: string, body: object) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('PATCH', `/urls/${slug}`, { body });
const read = async (slug: string) => (await api.fetchJson<UrlAnswer>('GET', `/urls/${slug}`)).body.url;

const at = (from: string, to: string, more: object = {}) => ({
  when: { time: { zone: 'Europe/Berlin', from, to, ...more } },
  url,
});
const query = (name: string, value?: string) => ({ when: { query: { name, value } }, url });

test.each<[string, unknown, string]>([
  ['rules that are no list', { when: {} }, 'rules'],
  ['more than twenty', Array.from({ length: 21 }, (_, n) => query(`p${n}`)), 'rules'],
  [
    'more than 4 KB',
    Array.from({ length: 20 }, (_, n) => ({ ...query(`p${n}`), url: url + 'x'.repeat(200) })),
    'rules',
  ],
  ['a rule that is no object', ['x'], 'rules[0]'],
  ['a rule that is null', [null], 'rules[0]'],
  ['a rule without conditions', [scanned, { url }], 'rules[1].when'],
  ['a rule with empty conditions', [{ when: {}, url }], 'rules[0].when'],
  ['a condition that is not known', [{ when: { via: 'scan', moon: 'full' }, url }], 'rules[0].when.moon'],
  ['a field that is not known', [{ ...scanned, weight: 1 }], 'rules[0].weight'],
  ['an empty list', [{ when: { country: [] }, url }], 'rules[0].when.country'],
  ['a country that is none', [{ when: { country: ['EU'] }, url }], 'rules[0].when.country'],
  ['a country that is a number', [{ when: { country: [49] }, url }], 'rules[0].when.country'],
  ['a device that is none', [{ when: { device: ['fridge'] }, url }], 'rules[0].when.device'],
  ['a system that is none', [{ when: { system: ['__proto__'] }, url }], 'rules[0].when.system'],
  ['a browser that is none', [{ when: { browser: ['firefox'] }, url }], 'rules[0].when.browser'],
  ['a language with a region', [{ when: { language: ['de-AT'] }, url }], 'rules[0].when.language'],
  ['another way', [{ when: { via: 'mail' }, url }], 'rules[0].when.via'],
  [
    'a zone that is none',
    [{ when: { time: { zone: 'Mars', from: '09:00', to: '10:00' } }, url }],
    'rules[0].when.time.zone',
  ],
  ['no zone', [{ when: { time: { from: '09:00', to: '10:00' } }, url }], 'rules[0].when.time.zone'],
  ['a time of nothing', [{ when: { time: { zone: 'UTC' } }, url }], 'rules[0].when.time'],
  ['a time of no length', [at('09:00', '09:00')], 'rules[0].when.time'],
  [
    'a time without an end',
    [{ when: { time: { zone: 'UTC', from: '09:00' } }, url }],
    'rules[0].when.time.to',
  ],
  ['a time that is none', [at('24:00', '09:00')], 'rules[0].when.time.from'],
  ['an eighth day', [at('09:00', '10:00', { weekdays: ['sol'] })], 'rules[0].when.time.weekdays'],
  ['a parameter without a name', [query('')], 'rules[0].when.query.name'],
  ['a parameter with a NUL', [query('a', '\u0000')], 'rules[0].when.query.value'],
  ['no destination', [{ when: { via: 'scan' } }], 'rules[0].url'],
  ['a destination of another scheme', [{ ...scanned, url: 'javascript:alert(1)' }], 'rules[0].url'],
  ['a destination with credentials', [{ ...scanned, url: 'https://a:b@x.example/' }], 'rules[0].url'],
  [
    'a destination on an own domain',
    [query('a'), { ...scanned, url: `https://${SHARED_DOMAIN}/x` }],
    'rules[1].url',
  ],
  ['the same rule twice', [scanned, { ...scanned, url }], 'rules[1]'],
  [
    'a rule of one country behind that of two',
    [
      { when: { country: ['DE', 'AT'] }, url },
      { when: { country: ['AT'], via: 'scan' }, url },
    ],
    'rules[1]',
  ],
  ['a value behind any value', [query('a'), query('a', '1')], 'rules[1]'],
  ['an hour behind its day', [at('00:00', '24:00'), at('09:00', '10:00')], 'rules[1]'],
  ['times that overlap', [at('09:00', '12:00'), at('11:59', '14:00')], 'rules[1]'],
  [
    'times that overlap over midnight',
    [at('22:00', '04:00', { weekdays: ['sun'] }), at('03:00', '09:00', { weekdays: ['mon'] })],
    'rules[1]',
  ],
])('%s: 400 at the field, alone, in a batch, in an edit, in both languages', async (_, sent, field) => {
  const fault = { code: 'VALIDATION_FAILED', field };
  const body = { url, slug: 'refused', rules: sent };
  const alone = await create(body);
  expect([alone.status, alone.body]).toMatchObject([400, fault]);
  const batch = await api.fetchJson<{ results: ErrorAnswer[] }>('POST', '/urls/batch', {
    body: { links: [body, { url }] },
  });
  expect(batch.body.results).toMatchObject([fault, { status: 201 }]);
  expect((await edit('whole', { rules: sent, title: 'Changed' })).body).toMatchObject(fault);
  expect(await read('whole')).toMatchObject({ title: '', rules: [scanned] });
  const german = await api.fetchJson<ErrorAnswer>('POST', '/urls', {
    body,
    headers: { 'Accept-Language': 'de' },
  });
  expect(german.body.error).toContain(`„${field}“`);
  expect((await api.fetchJson('GET', '/urls/refused')).status).toBe(404);
});

test.each<[string, unknown[]]>([
  ['times side by side', [at('09:00', '12:00'), at('12:00', '14:00')]],
  [
    'times that overlap under other conditions',
    [at('09:00', '12:00'), { when: { ...at('10:00', '13:00').when, via: 'scan' }, url }],
  ],
  [
    'two countries behind one',
    [
      { when: { country: ['DE'] }, url },
      { when: { country: ['DE', 'AT'] }, url },
    ],
  ],
  ['any value behind one', [query('a', '1'), query('a')]],
  [
    'a parameter of a hundred characters that take two places each',
    [query('🙂'.repeat(100), '🙂'.repeat(100))],
  ],
  ['a day with its last minute', [at('09:00', '24:00')]],
  ['twenty', Array.from({ length: 20 }, (_, n) => query(`p${n}`))],
])('%s can all match', async (_, sent) => {
  expect((await create({ url, rules: sent })).status).toBe(201);
});
