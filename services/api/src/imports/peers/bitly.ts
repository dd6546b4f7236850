// Bitly: the groups of the token, their Bitlinks, and the clicks of each by day, as many as the plan shows. The list
// has no counts.

import { splitShortUrl } from '../short-url-names';
import { fieldsOf } from './fields-of';
import type { DaysRequest, PeerApi, PeerRequest } from './peer-api';

const pageAfter = (group: string, after: string | undefined): PeerRequest => ({
  path: `/v4/groups/${encodeURIComponent(group)}/bitlinks?size=100&archived=both${after === undefined ? '' : `&search_after=${encodeURIComponent(after)}`}`,
  read: (body) => {
    const fields = fieldsOf(body);
    const links = fields.objects('links').map((item) => ({
      ...splitShortUrl(item.text('id') ?? ''),
      customLinks: item.tags('custom_bitlinks'),
      url: item.text('long_url') ?? '',
      title: item.text('title'),
      tags: item.tags('tags'),
      isArchived: item.flag('archived'),
      createdAt: item.moment('created_at'),
      historyKey: item.text('id'),
    }));
    const next = fields.object('pagination').text('search_after');
    return { links, next: next === undefined || links.length === 0 ? [] : [pageAfter(group, next)] };
  },
});

const groups: PeerRequest = {
  path: '/v4/groups',
  read: (body) => ({
    links: [],
    next: fieldsOf(body)
      .objects('groups')
      .flatMap((group) => group.text('guid') ?? [])
      .map((guid) => pageAfter(guid, undefined)),
  }),
};

/** A Bitlink's domain and code are two parts of the path. */
const clicksOf = (bitlink: string): readonly DaysRequest[] => {
  const path = `/v4/bitlinks/${bitlink.split('/').map(encodeURIComponent).join('/')}/clicks`;
  const units = 'unit=day&units=-1';
  return [
    {
      path: `${path}?${units}`,
      read: (body) => ({
        days: fieldsOf(body)
          .objects('link_clicks')
          .map((item) => ({
            day: item.text('date')?.slice(0, 10) ?? '',
            clicks: Number(item.text('clicks') ?? NaN),
          })),
      }),
    },
    {
      path: `${path}/summary?${units}`,
      read: (body) => ({ total: Number(fieldsOf(body).text('total_clicks') ?? NaN) }),
    },
  ];
};

export const bitly: PeerApi = {
  name: 'bitly',
  origin: 'https://api-ssl.bitly.com',
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  first: () => groups,
  daysOf: clicksOf,
};
