// YOURLS: `action=stats` of yourls-api.php, with the secret signature token.

import { splitShortUrl } from '../short-url-names';
import { SourceFault } from '../import-source';
import { fieldsOf } from './fields-of';
import type { PeerApi, PeerRequest } from './peer-api';

const PAGE = 1_000;

/** `{"link_1": {…}, "link_2": {…}}`; an empty list when there are no links. */
function linksIn(body: unknown) {
  const { links } =
    typeof body === 'object' && body !== null && 'links' in body ? body : { links: undefined };
  if (typeof links !== 'object' || links === null) throw new SourceFault('answers without "links"');
  return Object.values(links).map(fieldsOf);
}

const pageFrom = (signature: string, start: number): PeerRequest => ({
  path: '/yourls-api.php',
  form: { signature, action: 'stats', filter: 'last', limit: `${PAGE}`, start: `${start}`, format: 'json' },
  read: (body) => {
    const links = linksIn(body).map((item) => ({
      ...splitShortUrl(item.text('shorturl') ?? ''),
      url: item.text('url') ?? '',
      title: item.text('title'),
      createdAt: item.moment('timestamp'),
      history: item.count('clicks'),
    }));
    return { links, next: links.length < PAGE ? [] : [pageFrom(signature, start + PAGE)] };
  },
});

export const yourls: PeerApi = {
  name: 'yourls',
  origin: undefined,
  hasLog: true,
  headers: () => ({}),
  first: (token) => pageFrom(token, 0),
};
