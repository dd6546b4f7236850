// A Shlink with links and their visits, newest first, which answers as its REST API documentation says.

import { startFakePeer, TOKEN, type Asked, type PeerAnswer } from '../stores/admin/fake-peer';

export type ShlinkVisit = {
  date: string;
  referer: string;
  userAgent: string;
  visitLocation: { countryCode: string } | null;
  potentialBot: boolean;
};
export type ShlinkLink = { shortCode: string; total: number; visits: readonly ShlinkVisit[] };

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Every third visit is a crawler's. The days are ten of October 2026. */
const visitOf = (at: number): ShlinkVisit => ({
  date: new Date(Date.UTC(2026, 9, 1 + (at % 10), 10) + at * 1_000).toISOString().replace('.000Z', '+00:00'),
  referer: at % 2 === 0 ? 'https://www.news.example/front' : '',
  userAgent: at % 3 === 0 ? CRAWLER : CHROME,
  visitLocation: at % 4 === 0 ? null : { countryCode: at % 4 === 1 ? 'DE' : 'US' },
  potentialBot: at % 3 === 0,
});

/**
 * The first link has `most` visits, every seventh has none, the others have fewer than `below`, and some have lost
 * their oldest visits.
 */
export const shlinkLinks = (count: number, most: number, below = 90): ShlinkLink[] =>
  Array.from({ length: count }, (_, at) => {
    const visits = at === 0 ? most : at % 7 === 1 ? 0 : (at * 37) % below;
    return {
      shortCode: `slug-${at}`,
      total: visits === 0 ? 0 : visits + (at % 5),
      visits: Array.from({ length: visits }, (_, visit) => visitOf(visit)).reverse(),
    };
  });

function pageOf<Item>({ url }: Asked, items: readonly Item[]) {
  const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('itemsPerPage'))];
  const data = items.slice((page - 1) * size, page * size);
  const pagination = {
    currentPage: page,
    pagesCount: Math.ceil(items.length / size),
    totalItems: items.length,
  };
  return { data, pagination };
}

export function shlinkAnswerOf(links: readonly ShlinkLink[], asked: Asked): PeerAnswer | undefined {
  if (asked.headers['x-api-key'] !== TOKEN) return { status: 401, body: {} };
  const [, code] = /^\/rest\/v3\/short-urls(?:\/([^/]+)\/visits)?$/.exec(asked.url.pathname) ?? [];
  if (code !== undefined) {
    const link = links.find(({ shortCode }) => shortCode === code);
    const until = Date.parse(asked.url.searchParams.get('endDate') ?? '');
    return (
      link && {
        body: {
          visits: pageOf(
            asked,
            link.visits.filter(({ date }) => Date.parse(date) <= until),
          ),
        },
      }
    );
  }
  const listed = links.map(({ shortCode, total }) => ({
    shortCode,
    shortUrl: `https://old.example/${shortCode}`,
    longUrl: `https://shop.example/${shortCode}`,
    dateCreated: '2023-06-07T08:09:10+02:00',
    tags: [],
    meta: { validSince: null, validUntil: null, maxVisits: null },
    domain: null,
    title: null,
    visitsSummary: { total, nonBots: 0, bots: 0 },
  }));
  return { body: { shortUrls: pageOf(asked, listed) } };
}

/** `fault`: an answer in place of the documented one, by request number (from 1). */
export const startFakeShlink = (
  links: readonly ShlinkLink[],
  fault: (request: number) => PeerAnswer | undefined = () => undefined,
) => {
  let requests = 0;
  return startFakePeer((asked) => fault(++requests) ?? shlinkAnswerOf(links, asked));
};
