// The readers of other shorteners' APIs request every page and wait as told. An invalid answer ends the import with
// an error that names the shortener and not the token.

import { openPeerSource, peerApis, SourceChanged, type MovedLink } from '@kurz/api';
import { makeOutbound } from '@kurz/outbound';
import { describedPeers } from './described-peers';
import { startFakePeer, TOKEN, type Asked, type FakePeer, type PeerAnswer } from './fake-peer';

let peer: FakePeer | undefined;
const outbound = makeOutbound({ allowed: 'any' });
afterEach(() => peer?.close());
afterAll(() => outbound.close());

function apiOf(name: string) {
  const api = peerApis.find((one) => one.name === name);
  if (!api) throw new Error(`there is no ${name}`);
  return api;
}

async function linksOf(name: string, from = 0, token = TOKEN): Promise<MovedLink[]> {
  const links: MovedLink[] = [];
  const source = openPeerSource(apiOf(name), { origin: peer?.url ?? '', token, outbound, retryMs: 1 });
  for await (const page of source.pagesFrom(from)) links.push(...page.links);
  return links;
}

it('describes an answer of each', () => {
  expect(Object.keys(describedPeers).sort()).toEqual(peerApis.map(({ name }) => name).sort());
});

const sale = {
  place: 1,
  domain: 'go.a.example',
  slug: 'spring',
  url: 'https://shop.example/spring',
  isEnabled: true,
  hasPassword: false,
};
const total = (count: number) => ({ history: { kind: 'total', count } });
const named = { title: 'Spring Sale' };

test.each([
  [
    'shlink',
    2,
    {
      ...named,
      ...total(1_204),
      tags: ['promo', 'seasonal'],
      createdAt: '2023-06-07T08:09:10+02:00',
      expiresAt: '2030-01-01T00:00:00+00:00',
    },
    { slug: 'docs/intro' },
  ],
  [
    'kutt',
    2,
    { note: 'Spring Sale', ...total(1_204), createdAt: '2022-02-03T04:05:06.789Z' },
    { slug: 'members', hasPassword: true },
  ],
  ['yourls', 1_000, { ...named, ...total(1_204), createdAt: '2018-04-05T06:07:08Z' }, { place: 1_000 }],
  ['dub', 100, { ...named, ...total(1_204), tags: ['promo'], isArchived: true, externalId: 'own-1' }, {}],
  ['rebrandly', 25, { ...named, ...total(42), tags: ['promo'], createdAt: '2016-07-13T10:54:12.000Z' }, {}],
  [
    'bitly',
    3,
    { ...named, tags: ['promo'], createdAt: '2020-10-26T17:20:40+00:00', history: { kind: 'none' } },
    { domain: 'bit.ly', slug: '3defXyz', place: 2 },
  ],
  ['short-io', 2, { ...named, tags: ['promo'] }, { slug: 'members', hasPassword: true }],
  [
    'sink',
    2,
    { domain: undefined, note: 'Spring Sale', createdAt: '2024-03-01T12:00:00.000Z' },
    { slug: 'members', hasPassword: true },
  ],
])('reads every page of %s', async (name, count, first, last) => {
  const answer = describedPeers[name];
  peer = await startFakePeer((asked) => answer?.(asked));
  const links = await linksOf(name);
  expect(links).toHaveLength(count);
  expect(links[0]).toMatchObject({ ...sale, ...first });
  expect(links.at(-1)).toMatchObject(last);
  const more = await linksOf(name, 1);
  expect(more.map(({ slug }) => slug)).toEqual(
    links.filter(({ place }) => place > 1).map(({ slug }) => slug),
  );
});

/** Starts a peer that gives these answers first, then the described ones. */
async function startWith(...answers: PeerAnswer[]) {
  const left = [...answers];
  peer = await startFakePeer((asked: Asked) => left.shift() ?? describedPeers['shlink']?.(asked));
}

test.each<[string, PeerAnswer]>([
  ['a wait in seconds', { status: 429, headers: { 'retry-after': '1' } }],
  ['a wait until a moment', { status: 503, headers: { 'retry-after': new Date().toUTCString() } }],
  ['a cut connection', 'cut'],
  ['broken JSON', { body: '{"shortUrls":{"data":[' }],
  ['a page of HTML', { body: '<!doctype html>' }],
  ['a broken server', { status: 502, body: '<html>' }],
  ['a 429 without a wait', { status: 429 }],
])('asks again after %s', async (_, answer) => {
  await startWith(answer);
  expect(await linksOf('shlink')).toHaveLength(2);
  expect(peer?.asked).toHaveLength(3);
});

const always = async (answer: PeerAnswer) => (peer = await startFakePeer(() => answer));

test.each<[string, PeerAnswer, string]>([
  ['an expired token', { status: 401, body: {} }, 'refuses the token'],
  ['an address of something else', { status: 404, body: 'no' }, 'has no /rest/v3/short-urls'],
  ['a redirect', { status: 301, headers: { location: 'https://evil.example/' } }, 'redirects to another'],
  ['another object', { body: { error: 'no' } }, 'answers without "data"'],
  ['HTML for good', { body: '<!doctype html>' }, 'what it answers is no JSON'],
  ['a connection that is always cut', 'cut', 'cannot be read'],
  ['a wait of a day', { status: 429, headers: { 'retry-after': '86400' } }, 'for 86400 seconds'],
])('ends on %s', async (_, answer, message) => {
  await always(answer);
  const failure = await linksOf('shlink').catch((error: unknown) => String(error));
  expect(failure).toContain(message);
  expect(failure).not.toContain(TOKEN);
});

const UNTIL = new Date('2026-01-02T03:04:05Z');

/** The visits of Shlink's first link. */
async function visitsOf(key = '/rest/v3/short-urls/spring/visits?itemsPerPage=500') {
  const { history } = openPeerSource(apiOf('shlink'), {
    origin: peer?.url ?? '',
    token: TOKEN,
    outbound,
    retryMs: 1,
  });
  if (history?.kind !== 'visits') throw new Error('Shlink tells no visits');
  const visits = [];
  for await (const page of history.of(key, UNTIL)) visits.push(...page);
  return visits;
}

test.each<[string, PeerAnswer]>([
  ['nothing', { body: shlinkPage(1) }],
  ['a wait', { status: 429, headers: { 'retry-after': '0' } }],
  ['a cut connection', 'cut'],
  ['broken JSON', { body: '{"visits":{"data":[' }],
])('reads every page of the visits of a link of Shlink, after %s', async (_, answer) => {
  await startWith(answer);
  expect(await visitsOf()).toEqual([
    visit('2023-06-08T08:00:00Z', {
      referrer: 'https://t.co',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      country: 'US',
    }),
    visit('2023-06-07T22:30:00Z', { userAgent: 'curl/8' }),
    visit('2023-06-07T06:30:00Z', {}),
  ]);
  const last = peer?.asked.at(-1)?.url.searchParams;
  expect([last?.get('page'), last?.get('itemsPerPage'), last?.get('endDate')]).toEqual([
    '2',
    '500',
    UNTIL.toISOString(),
  ]);
});

function visit(moment: string, told: object) {
  return { time: Date.parse(moment), referrer: '', userAgent: '', address: '', country: '', ...told };
}
function shlinkPage(page: number, totalItems = 3): unknown {
  const url = new URL(`http://peer/rest/v3/short-urls/spring/visits?page=${page}`);
  const described = describedPeers['shlink']?.({
    url,
    headers: { 'x-api-key': TOKEN },
    form: new URLSearchParams(),
  });
  const text = JSON.stringify(described && described !== 'cut' ? described.body : undefined);
  return text.replace('"totalItems":3', `"totalItems":${totalItems}`);
}

it('tells where a link gets visits while they are read, as pages are not of one moment then', async () => {
  await startWith({ body: shlinkPage(1, 2) });
  await expect(visitsOf()).rejects.toThrow(SourceChanged);
});

it('finds no visits of a link that is gone meanwhile', async () => {
  await startWith();
  expect(await visitsOf('/rest/v3/short-urls/gone/visits?itemsPerPage=500')).toEqual([]);
});

it('asks for visits by the domain of a link, and not where there are none', async () => {
  await startWith();
  const [spring] = await linksOf('shlink');
  expect(spring?.historyKey).toBe('/rest/v3/short-urls/spring/visits?itemsPerPage=500');
  await peer?.close();
  const summary = {
    shortUrls: {
      data: [{ shortCode: 'a', domain: 'b.example', visitsSummary: { total: 1 } }, { shortCode: 'c' }],
    },
  };
  await always({ body: summary });
  expect((await linksOf('shlink')).map(({ historyKey }) => historyKey)).toEqual([
    '/rest/v3/short-urls/a/visits?domain=b.example&itemsPerPage=500',
    undefined,
  ]);
});

/** The days of the shortener's first link. */
async function daysOf(name: string) {
  const source = openPeerSource(apiOf(name), { origin: peer?.url ?? '', token: TOKEN, outbound, retryMs: 1 });
  const [first] = await linksOf(name);
  const key = first && source.history?.keyOf(first);
  if (source.history?.kind !== 'days' || key === undefined) throw new Error(`${name} tells no days`);
  return source.history.of(key, UNTIL);
}

test.each([
  [
    'bitly',
    12,
    [
      { day: '2025-12-31', clicks: 7 },
      { day: '2024-02-29', clicks: 3 },
    ],
  ],
  [
    'short-io',
    9,
    [
      { day: '2025-12-31', clicks: 5 },
      { day: '2024-02-29', clicks: 3 },
    ],
  ],
])('reads the days of a link of %s, and its total', async (name, total, days) => {
  peer = await startFakePeer((asked) => describedPeers[name]?.(asked));
  expect(await daysOf(name)).toEqual({ days, total });
});

it('asks Dub for days half a year at a time, and leaves out what its plan does not show', async () => {
  peer = await startFakePeer((asked) => describedPeers['dub']?.(asked));
  const { days, total } = await daysOf('dub');
  expect(total).toBeUndefined();
  // the peer refuses the window of 2024-03-01 to 2024-08-17
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 17 }, (_, at) => new Date(Date.UTC(2024, 8 + at)).toISOString().slice(0, 10)),
  );
  expect(days.every(({ clicks }) => clicks === 1)).toBe(true);
});

it('takes no day after the import begins, and no count that is none', async () => {
  const link_clicks = [
    { clicks: 1, date: '2026-01-03T00:00:00+0000' },
    { clicks: -1, date: '2025-01-01T00:00:00+0000' },
    { clicks: 1.5, date: '2025-01-02T00:00:00+0000' },
    { clicks: 1, date: '2025-02-31T00:00:00+0000' },
    { clicks: 1, date: '0000-01-01T00:00:00+0000' },
    { clicks: 2, date: '2025-01-03T00:00:00+0000' },
  ];
  peer = await startFakePeer((asked) => {
    const body = asked.url.pathname.endsWith('/clicks') ? { link_clicks } : { total_clicks: 'many' };
    return asked.url.pathname.includes('/clicks') ? { body } : describedPeers['bitly']?.(asked);
  });
  expect(await daysOf('bitly')).toEqual({ days: [{ day: '2025-01-03', clicks: 2 }], total: undefined });
});

it('ends where pages go in a circle', async () => {
  await always({ body: { groups: [{ guid: 'g1' }, { guid: 'g1' }], links: [], pagination: {} } });
  await expect(linksOf('bitly')).rejects.toThrow('answered with before');
});

test.each(['', 'two\nlines', 'a b', 'ü'])('takes %j for no token', async (token) => {
  await always('cut');
  await expect(linksOf('shlink', 0, token)).rejects.toThrow('no token that can be one');
  expect(peer?.asked).toEqual([]);
});
