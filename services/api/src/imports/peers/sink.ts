// Sink: `GET /api/link/export`. It names no domain, and has no counts.

import { fieldsOf } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

const pageAfter = (cursor: string | undefined): PeerRequest => ({
  path: `/api/link/export${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
  read: (body) => {
    const fields = fieldsOf(body);
    const links = fields.objects('links').map((item) => ({
      slug: item.text('slug') ?? '',
      url: item.text('url') ?? '',
      title: item.text('title'),
      note: item.text('comment'),
      tags: item.tags('tags'),
      hasPassword: item.text('password') !== undefined,
      createdAt: item.moment('createdAt'),
      expiresAt: item.moment('expiration'),
    }));
    const next = fields.flag('list_complete') ? undefined : fields.text('cursor');
    return { links, next: next === undefined ? [] : [pageAfter(next)] };
  },
});

export const sink: PeerApi = {
  name: 'sink',
  origin: undefined,
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  first: () => pageAfter(undefined),
};
