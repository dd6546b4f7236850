// Bitly: the groups of the token, and their Bitlinks. The list has no counts.

import { splitShortUrl } from '../short-url-names';
import { fieldsOf } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

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

export const bitly: PeerApi = {
  name: 'bitly',
  origin: 'https://api-ssl.bitly.com',
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  first: () => groups,
};
