// Dub: `GET /links`, page by page after an id.

import { objectsIn } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

const PAGE = 100;

const pageAfter = (id: string | undefined): PeerRequest => ({
  path: `/links?pageSize=${PAGE}&showArchived=true&withTags=true${id === undefined ? '' : `&startingAfter=${encodeURIComponent(id)}`}`,
  read: (body) => {
    const items = objectsIn(body);
    const links = items.map((item) => ({
      domain: item.text('domain'),
      slug: item.text('key') ?? '',
      url: item.text('url') ?? '',
      title: item.text('title'),
      note: item.text('comments'),
      externalId: item.text('externalId'),
      tags: item.tags('tags'),
      isArchived: item.flag('archived'),
      hasPassword: item.text('password') !== undefined,
      createdAt: item.moment('createdAt'),
      expiresAt: item.moment('expiresAt'),
      expiredUrl: item.text('expiredUrl'),
      history: item.count('clicks'),
    }));
    const last = items.at(-1)?.text('id');
    return { links, next: items.length < PAGE || last === undefined ? [] : [pageAfter(last)] };
  },
});

export const dub: PeerApi = {
  name: 'dub',
  origin: 'https://api.dub.co',
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  first: () => pageAfter(undefined),
};
