// The API of another shortener as a source of links. The cursor is the number of links read. The list may change
// between two runs.

import { createHash } from 'node:crypto';
import { withoutTrailing } from '@kurz/process';
import {
  MAX_LINKS_OF_PAGE,
  pagesOf,
  SourceFault,
  type HistorySource,
  type ImportedLink,
  type LinkSource,
} from '../import-source';
import { withCustomLinks } from '../short-url-names';
import type { PeerApi, PeerLink, PeerRequest } from './peer-api';
import { peerDays } from './peer-days';
import { peerVisits } from './peer-visits';
import { readJson, type JsonRequestOptions } from './read-json';

const RETRY_MS = 1_000;
/** Requests for links: enough for 500,000 links in the smallest pages, of 25. */
const MAX_REQUESTS = 20_000;

/** The fields of a link of which only slug and destination are told. */
export const NO_FIELDS = {
  domain: undefined,
  title: undefined,
  note: undefined,
  externalId: undefined,
  tags: [],
  isArchived: false,
  isEnabled: true,
  hasPassword: false,
  createdAt: undefined,
  startsAt: undefined,
  expiresAt: undefined,
  expiredUrl: undefined,
  history: { kind: 'none' },
  historyKey: undefined,
} as const;

function linksOf({ customLinks = [], ...link }: PeerLink, place: number): ImportedLink[] {
  const known = Object.fromEntries(Object.entries(link).filter(([, value]) => value !== undefined));
  const named = { ...NO_FIELDS, ...known, place, slug: link.slug, url: link.url };
  return withCustomLinks(named, customLinks.slice(0, MAX_LINKS_OF_PAGE - 1));
}

export type PeerAccount = { origin: string; token: string } & Partial<JsonRequestOptions> &
  Pick<JsonRequestOptions, 'outbound'>;

/** Whether the token can be sent. */
export const isPeerToken = (token: string) => /^[\x21-\x7e]{1,4096}$/.test(token);

/** Throws SourceFault. */
export function openPeerSource(
  { name, origin: ownOrigin, headers, first, visitsOf, daysOf, daysOrigin }: PeerApi,
  { origin, token, ...how }: PeerAccount,
): LinkSource {
  if (!isPeerToken(token)) throw new SourceFault('gets no token that can be one', 'token_refused');
  const options = { retryMs: RETRY_MS, ...how };
  const base = withoutTrailing(origin, '/');
  const fetchFrom = (address: string, path: string, form?: PeerRequest['form']) =>
    readJson(options, { url: new URL(address + path), headers: headers(token), form });
  const fetchPath = (path: string, form?: PeerRequest['form']) => fetchFrom(base, path, form);
  const fetchPathOfDays = (path: string) =>
    fetchFrom(origin === ownOrigin && daysOrigin ? daysOrigin : base, path);

  async function* peerLinks(): AsyncGenerator<PeerLink> {
    const asked = new Set<string>();
    let requests: readonly PeerRequest[] = [first(token)];
    for (let request = requests[0]; request; request = requests[0]) {
      const { path, form, read } = request;
      const key = JSON.stringify([path, form]);
      if (asked.has(key))
        throw new SourceFault('answers with a page that it has answered with before', 'strange');
      asked.add(key);
      if (asked.size > MAX_REQUESTS)
        throw new SourceFault(`has more than ${MAX_REQUESTS} pages`, 'too_large');
      const { links, next } = read(await fetchPath(path, form));
      yield* links;
      requests = [...next, ...requests.slice(1)];
    }
  }

  // two accounts of a service are two sources
  const fingerprint = createHash('sha256').update(`${base} ${token}`).digest();
  const keyOf: HistorySource['keyOf'] = ({ historyKey }) => historyKey;
  const history: HistorySource | undefined =
    (visitsOf && {
      kind: 'visits',
      keyOf,
      of: (key, until) => peerVisits(visitsOf(key, until), fetchPath),
    }) ??
    (daysOf && {
      kind: 'days',
      keyOf,
      of: (key, until) => peerDays(daysOf(key, until), until, fetchPathOfDays),
    });
  const pagesFrom: LinkSource['pagesFrom'] = (cursor) => pagesOf(peerLinks(), cursor, linksOf);
  return { name, fingerprint, history, mayChange: true, pagesFrom };
}
