// Shlink 3 and newer: `GET /rest/v3/short-urls`, the oldest first.

import { splitShortUrl } from '../short-url-names';
import { fieldsOf } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

const pageOf = (page: number): PeerRequest => ({
  path: `/rest/v3/short-urls?itemsPerPage=100&orderBy=dateCreated-ASC&page=${page}`,
  read: (body) => {
    const list = fieldsOf(body).object('shortUrls');
    const links = list.objects('data').map((item) => ({
      // no domain: Shlink's own, which its short URL names
      domain: item.text('domain') ?? splitShortUrl(item.text('shortUrl') ?? '').domain,
      slug: item.text('shortCode') ?? '',
      url: item.text('longUrl') ?? '',
      title: item.text('title'),
      tags: item.tags('tags'),
      createdAt: item.moment('dateCreated'),
      startsAt: item.object('meta').moment('validSince'),
      expiresAt: item.object('meta').moment('validUntil'),
      history: item.object('visitsSummary').count('total'),
    }));
    const pages = Number(list.object('pagination').text('pagesCount') ?? 0);
    return { links, next: page < pages ? [pageOf(page + 1)] : [] };
  },
});

export const shlink: PeerApi = {
  name: 'shlink',
  origin: undefined,
  headers: (token) => ({ 'x-api-key': token }),
  first: () => pageOf(1),
};
