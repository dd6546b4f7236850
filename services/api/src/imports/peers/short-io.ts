// Short.io: the domains of the token, their links, and the clicks of each by day. The list has no counts.

import { fieldsOf, objectsIn } from './fields-of';
import type { DaysRequest, PeerApi, PeerRequest } from './peer-api';

const pageAfter = (id: string, domain: string | undefined, token: string | undefined): PeerRequest => ({
  path: `/api/links?domain_id=${encodeURIComponent(id)}&limit=150${token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`}`,
  read: (body) => {
    const fields = fieldsOf(body);
    const links = fields.objects('links').map((item) => ({
      domain,
      slug: item.text('path') ?? '',
      url: item.text('originalURL') ?? '',
      title: item.text('title'),
      tags: item.tags('tags'),
      isArchived: item.flag('archived'),
      hasPassword: item.flag('hasPassword') || item.text('password') !== undefined,
      createdAt: item.moment('createdAt'),
      expiresAt: item.moment('expiresAt'),
      expiredUrl: item.text('expiredURL'),
      historyKey: item.text('idString') ?? item.text('id'),
    }));
    const next = fields.text('nextPageToken');
    return { links, next: next === undefined || links.length === 0 ? [] : [pageAfter(id, domain, next)] };
  },
});

const domains: PeerRequest = {
  path: '/api/domains',
  read: (body) => ({
    links: [],
    next: objectsIn(body, 'a list of domains').flatMap((domain) => {
      const id = domain.text('id');
      return id === undefined ? [] : [pageAfter(id, domain.text('hostname'), undefined)];
    }),
  }),
};

/** A moment, or milliseconds since 1970. */
const dayOf = (x: string | undefined) =>
  x !== undefined && /^\d{12,13}$/.test(x)
    ? new Date(Number(x)).toISOString().slice(0, 10)
    : (x?.slice(0, 10) ?? '');

const clicksOf = (id: string): readonly DaysRequest[] => [
  {
    path: `/statistics/link/${encodeURIComponent(id)}?period=total&clicksChartInterval=day&tz=UTC`,
    read: (body) => {
      const fields = fieldsOf(body);
      const [clicks] = fields.object('clickStatistics').objects('datasets');
      const days = (clicks?.objects('data') ?? []).map((item) => ({
        day: dayOf(item.text('x')),
        clicks: Number(item.text('y') ?? NaN),
      }));
      return { days, total: Number(fields.text('totalClicks') ?? NaN) };
    },
  },
];

export const shortIo: PeerApi = {
  name: 'short-io',
  origin: 'https://api.short.io',
  headers: (token) => ({ authorization: token }),
  first: () => domains,
  daysOf: clicksOf,
  daysOrigin: 'https://statistics.short.io',
};
