// Shlink 3 and newer: `GET /rest/v3/short-urls`, the oldest first, and the visits of each.

import { momentText } from '../moment-text';
import { splitShortUrl } from '../short-url-names';
import { fieldsOf, type Fields } from './fields-of';
import type { PeerApi, PeerRequest, VisitsRequest } from './peer-api';

const VISITS_OF_PAGE = 500;

/** Undefined when there are no visits. */
function visitsPathOf(item: Fields): string | undefined {
  const [code, domain] = [item.text('shortCode'), item.text('domain')];
  if (code === undefined || Number(item.object('visitsSummary').text('total') ?? 0) === 0) return undefined;
  const query = domain === undefined ? '' : `domain=${encodeURIComponent(domain)}&`;
  return `/rest/v3/short-urls/${encodeURIComponent(code)}/visits?${query}itemsPerPage=${VISITS_OF_PAGE}`;
}

const pageOf = (page: number): PeerRequest => ({
  path: `/rest/v3/short-urls?itemsPerPage=100&orderBy=dateCreated-ASC&page=${page}`,
  read: (body) => {
    const list = fieldsOf(body).object('shortUrls');
    const links = list.objects('data').map((item) => ({
      // without a domain it is Shlink's own, which the short URL names
      domain: item.text('domain') ?? splitShortUrl(item.text('shortUrl') ?? '').domain,
      slug: item.text('shortCode') ?? '',
      url: item.text('longUrl') ?? '',
      title: item.text('title'),
      tags: item.tags('tags'),
      createdAt: item.moment('dateCreated'),
      startsAt: item.object('meta').moment('validSince'),
      expiresAt: item.object('meta').moment('validUntil'),
      history: item.object('visitsSummary').count('total'),
      historyKey: visitsPathOf(item),
    }));
    const pages = Number(list.object('pagination').text('pagesCount') ?? 0);
    return { links, next: page < pages ? [pageOf(page + 1)] : [] };
  },
});

/** The newest come first: a visit that is new while they are read would move all others to later pages. */
const visitsPageOf = (path: string, page: number): VisitsRequest => ({
  path: `${path}&page=${page}`,
  read: (body) => {
    const list = fieldsOf(body).object('visits');
    const visits = list.objects('data').map((item) => ({
      time: Date.parse(momentText(item.text('date') ?? '')),
      referrer: item.text('referer') ?? '',
      userAgent: item.text('userAgent') ?? '',
      address: '',
      country: item.object('visitLocation').text('countryCode') ?? '',
    }));
    const pagination = list.object('pagination');
    const isLast = page >= Number(pagination.text('pagesCount') ?? 0);
    return {
      visits,
      of: Number(pagination.text('totalItems') ?? 0),
      next: isLast ? undefined : visitsPageOf(path, page + 1),
    };
  },
});

export const shlink: PeerApi = {
  name: 'shlink',
  origin: undefined,
  headers: (token) => ({ 'x-api-key': token }),
  first: () => pageOf(1),
  visitsOf: (path, until) => visitsPageOf(`${path}&endDate=${encodeURIComponent(until.toISOString())}`, 1),
};
