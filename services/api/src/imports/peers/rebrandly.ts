// Rebrandly: `GET /v1/links`, the oldest first, page by page after an id.

import { objectsIn } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

const PAGE = 25;

const pageAfter = (id: string | undefined): PeerRequest => ({
  path: `/v1/links?limit=${PAGE}&orderBy=createdAt&orderDir=asc${id === undefined ? '' : `&last=${encodeURIComponent(id)}`}`,
  read: (body) => {
    const items = objectsIn(body);
    const links = items.map((item) => ({
      domain: item.object('domain').text('fullName'),
      slug: item.text('slashtag') ?? '',
      url: item.text('destination') ?? '',
      title: item.text('title'),
      tags: item.tags('tags'),
      createdAt: item.moment('createdAt'),
      history: item.count('clicks'),
    }));
    const last = items.at(-1)?.text('id');
    return { links, next: items.length < PAGE || last === undefined ? [] : [pageAfter(last)] };
  },
});

export const rebrandly: PeerApi = {
  name: 'rebrandly',
  origin: 'https://api.rebrandly.com',
  headers: (token) => ({ apikey: token }),
  first: () => pageAfter(undefined),
};
