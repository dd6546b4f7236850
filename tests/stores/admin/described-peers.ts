// Answers of other shorteners' APIs, by their published descriptions, on two pages each. The first link is the same
// everywhere. The other links cannot be moved in, are special cases, or fill the first page.

import type { Asked, PeerAnswer } from './fake-peer';
import { TOKEN } from './fake-peer';

type Pages = (asked: Asked) => PeerAnswer | undefined;

const URL_OF_ALL = 'https://shop.example/spring';
const bearer = ({ headers }: Asked) => headers.authorization === `Bearer ${TOKEN}`;
const after = ({ url }: Asked, name: string) => url.searchParams.get(name);

const shlinkLink = {
  shortCode: 'spring',
  shortUrl: 'https://go.a.example/spring',
  longUrl: URL_OF_ALL,
  dateCreated: '2023-06-07T08:09:10+02:00',
  tags: ['promo', 'seasonal'],
  meta: { validSince: null, validUntil: '2030-01-01T00:00:00+00:00', maxVisits: null },
  domain: null,
  title: 'Spring Sale',
  visitsSummary: { total: 1_204, nonBots: 1_200, bots: 4 },
};
const shlinkVisits = [
  {
    referer: 'https://t.co',
    date: '2023-06-08T10:00:00+02:00',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    visitLocation: { cityName: 'Cupertino', countryCode: 'US', countryName: 'United States' },
    potentialBot: false,
  },
  {
    referer: '',
    date: '2023-06-07T22:30:00+00:00',
    userAgent: 'curl/8',
    visitLocation: null,
    potentialBot: true,
  },
  {
    referer: null,
    date: '2023-06-07T08:30:00+02:00',
    userAgent: '',
    visitLocation: null,
    potentialBot: false,
  },
];
const kuttLink = {
  id: '6a0c1d7e-0001',
  address: 'spring',
  link: 'https://go.a.example/spring',
  target: URL_OF_ALL,
  description: 'Spring Sale',
  banned: false,
  password: false,
  expire_in: null,
  visit_count: 1_204,
  created_at: '2022-02-03T04:05:06.789Z',
};
const yourlsLink = {
  shorturl: 'https://go.a.example/spring',
  url: URL_OF_ALL,
  title: 'Spring Sale',
  timestamp: '2018-04-05 06:07:08',
  ip: '192.0.2.7',
  clicks: '1204',
};
const dubLink = {
  id: 'link_1',
  domain: 'go.a.example',
  key: 'spring',
  url: URL_OF_ALL,
  title: 'Spring Sale',
  comments: null,
  externalId: 'own-1',
  tags: [{ id: 'tag_1', name: 'promo', color: 'red' }],
  archived: true,
  password: null,
  expiresAt: null,
  expiredUrl: null,
  clicks: 1_204,
  createdAt: '2024-03-01T12:00:00.000Z',
};
const rebrandlyLink = {
  id: 'r1',
  title: 'Spring Sale',
  slashtag: 'spring',
  destination: URL_OF_ALL,
  shortUrl: 'go.a.example/spring',
  domain: { id: 'd1', fullName: 'go.a.example' },
  tags: [{ id: 't1', name: 'promo' }],
  createdAt: '2016-07-13T10:54:12.000Z',
  clicks: 42,
};
const bitlyLink = {
  id: 'bit.ly/3abcXyz',
  link: 'https://bit.ly/3abcXyz',
  custom_bitlinks: ['https://go.a.example/spring'],
  long_url: URL_OF_ALL,
  title: 'Spring Sale',
  tags: ['promo'],
  archived: false,
  created_at: '2020-10-26T17:20:40+0000',
};
const shortIoLink = {
  idString: 'lnk_1',
  originalURL: URL_OF_ALL,
  path: 'spring',
  title: 'Spring Sale',
  tags: ['promo'],
  createdAt: '2024-03-01T12:00:00.000Z',
  archived: false,
  hasPassword: false,
};
const sinkLink = {
  id: 's1',
  slug: 'spring',
  url: URL_OF_ALL,
  comment: 'Spring Sale',
  tags: ['promo'],
  createdAt: 1_709_294_400,
};

const bitlyDays = [
  { clicks: 7, date: '2025-12-31T00:00:00+0000' },
  { clicks: 0, date: '2025-12-30T00:00:00+0000' },
  { clicks: 3, date: '2024-02-29T00:00:00+0000' },
];
const shortIoDays = [
  { x: '2025-12-31T00:00:00.000Z', y: '5' },
  { x: Date.UTC(2024, 1, 29), y: 3 },
  { x: 'no day', y: 1 },
];

/** One click on the first day of each month. Windows older than the plan allows are refused. */
function dubDays(asked: Asked): PeerAnswer {
  const [start, end] = [after(asked, 'start') ?? '', after(asked, 'end') ?? ''];
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  if (days <= 2 || days >= 180 || after(asked, 'timezone') !== 'UTC') return { status: 422, body: {} };
  if (start < '2024-06-01') return { status: 403, body: { error: { code: 'forbidden' } } };
  const told = Array.from({ length: days + 1 }, (_, at) =>
    new Date(Date.parse(start) + at * 86_400_000).toISOString(),
  );
  return { body: told.map((day) => ({ start: day, clicks: day.slice(8, 10) === '01' ? 1 : 0 })) };
}

/** `count` variants of a link, to fill a page. */
const times = <T extends object>(count: number, one: T, name: keyof T) =>
  Array.from({ length: count }, (_, at) => ({ ...one, [name]: `filler-${at}`, id: `filler_${at}` }));

export const describedPeers: Record<string, Pages> = {
  shlink: (asked) => {
    if (asked.headers['x-api-key'] !== TOKEN) return;
    const page = Number(after(asked, 'page'));
    if (asked.url.pathname === '/rest/v3/short-urls/spring/visits') {
      const pagination = { currentPage: page, pagesCount: 2, totalItems: 3 };
      return { body: { visits: { data: shlinkVisits.slice(page * 2 - 2, page * 2), pagination } } };
    }
    if (asked.url.pathname !== '/rest/v3/short-urls') return;
    const data = [page === 1 ? shlinkLink : { ...shlinkLink, shortCode: 'docs/intro' }];
    return { body: { shortUrls: { data, pagination: { currentPage: page, pagesCount: 2 } } } };
  },
  kutt: (asked) => {
    if (asked.url.pathname !== '/api/v2/links' || asked.headers['x-api-key'] !== TOKEN) return;
    const skip = Number(after(asked, 'skip'));
    const data = [skip === 0 ? kuttLink : { ...kuttLink, address: 'members', password: true }];
    return { body: { total: 2, limit: 50, skip, data } };
  },
  yourls: ({ url, form }) => {
    if (url.pathname !== '/yourls-api.php' || form.get('signature') !== TOKEN || url.search !== '') return;
    const start = Number(form.get('start'));
    const page = start === 0 ? [yourlsLink, ...times(999, yourlsLink, 'shorturl')] : [];
    const named = page.map((link, at) => [`link_${at + 1}`, link] as const);
    return { body: { links: start === 0 ? Object.fromEntries(named) : [], statusCode: 200 } };
  },
  dub: (asked) => {
    if (!bearer(asked)) return;
    if (asked.url.pathname === '/analytics') return dubDays(asked);
    if (asked.url.pathname !== '/links') return;
    const isFirst = after(asked, 'startingAfter') === null;
    return { body: isFirst ? [dubLink, ...times(99, { ...dubLink, externalId: null }, 'key')] : [] };
  },
  rebrandly: (asked) => {
    if (asked.url.pathname !== '/v1/links' || asked.headers['apikey'] !== TOKEN) return;
    const isFirst = after(asked, 'last') === null;
    return { body: isFirst ? [rebrandlyLink, ...times(24, rebrandlyLink, 'slashtag')] : [] };
  },
  bitly: (asked) => {
    if (!bearer(asked)) return;
    const [, code, kind] =
      /^\/v4\/bitlinks\/bit\.ly\/(\w+)\/clicks(\/summary)?$/.exec(asked.url.pathname) ?? [];
    if (code !== undefined && after(asked, 'unit') === 'day' && after(asked, 'units') === '-1')
      return kind === undefined
        ? {
            body: {
              unit_reference: '2026-01-02T00:00:00+0000',
              units: -1,
              unit: 'day',
              link_clicks: bitlyDays,
            },
          }
        : { body: { units: -1, unit: 'day', total_clicks: 12 } };
    if (asked.url.pathname === '/v4/groups') return { body: { groups: [{ guid: 'g1' }, { guid: 'g2' }] } };
    if (asked.url.pathname === '/v4/groups/g2/bitlinks') return { body: { links: [], pagination: {} } };
    const isFirst = after(asked, 'search_after') === null;
    const links = [isFirst ? bitlyLink : { ...bitlyLink, id: 'bit.ly/3defXyz', custom_bitlinks: [] }];
    return { body: { links, pagination: isFirst ? { search_after: 'token' } : { search_after: '' } } };
  },
  'short-io': (asked) => {
    if (asked.headers.authorization !== TOKEN) return;
    if (asked.url.pathname === '/statistics/link/lnk_1')
      return {
        body: { totalClicks: 9, humanClicks: 8, clickStatistics: { datasets: [{ data: shortIoDays }] } },
      };
    if (asked.url.pathname === '/api/domains') return { body: [{ id: 7, hostname: 'go.a.example' }] };
    const isFirst = after(asked, 'pageToken') === null;
    const links = [isFirst ? shortIoLink : { ...shortIoLink, path: 'members', hasPassword: true }];
    return { body: { count: 1, links, nextPageToken: isFirst ? 'next' : null } };
  },
  sink: (asked) => {
    if (asked.url.pathname !== '/api/link/export' || !bearer(asked)) return;
    const isFirst = after(asked, 'cursor') === null;
    const links = [isFirst ? sinkLink : { ...sinkLink, slug: 'members', password: 'sink-pwd:v1:x' }];
    return { body: { version: '1.0', links, cursor: isFirst ? 'next' : '', list_complete: !isFirst } };
  },
};
