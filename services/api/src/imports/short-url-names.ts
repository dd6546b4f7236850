// The names of a link: a short URL is a domain and a slug, and some shorteners give a link several of them.

import type { ImportedLink } from './import-source';

/** With or without its scheme. */
export function splitShortUrl(text: string): { domain: string; slug: string } {
  const [, domain = '', slug = ''] = /^(?:https?:\/\/)?([^/]*)\/?(.*)$/is.exec(text) ?? [];
  return { domain, slug };
}

/**
 * One link per name. The names share a count and an external id, which go with the first custom link: its domain is
 * more likely to be the workspace's own.
 */
export function withCustomLinks(link: ImportedLink, shortUrls: readonly string[]): ImportedLink[] {
  const custom = shortUrls.map((shortUrl) => ({ ...link, ...splitShortUrl(shortUrl) }));
  const [first = link, ...others] = [...custom, link];
  const bare = { externalId: undefined, history: { kind: 'none' }, historyKey: undefined } as const;
  return [first, ...others.map((other) => ({ ...other, ...bare }))];
}
