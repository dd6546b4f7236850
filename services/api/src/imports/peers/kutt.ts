// Kutt 2 and 3: `GET /api/v2/links`.

import { splitShortUrl } from '../short-url-names';
import { fieldsOf } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

const PAGE = 50;

const pageFrom = (skip: number): PeerRequest => ({
  path: `/api/v2/links?limit=${PAGE}&skip=${skip}`,
  read: (body) => {
    const fields = fieldsOf(body);
    const links = fields.objects('data').map((item) => ({
      domain: splitShortUrl(item.text('link') ?? '').domain || item.text('domain'),
      slug: item.text('address') ?? '',
      url: item.text('target') ?? '',
      note: item.text('description'),
      isEnabled: !item.flag('banned'),
      hasPassword: item.flag('password'),
      createdAt: item.moment('created_at'),
      expiresAt: item.moment('expire_in'),
      history: item.count('visit_count'),
    }));
    const after = skip + links.length;
    const isLast = links.length === 0 || after >= Number(fields.text('total') ?? 0);
    return { links, next: isLast ? [] : [pageFrom(after)] };
  },
});

export const kutt: PeerApi = {
  name: 'kutt',
  origin: undefined,
  headers: (token) => ({ 'x-api-key': token }),
  first: () => pageFrom(0),
};
