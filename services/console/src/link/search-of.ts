// The list's query for words that a person searches for. The API searches slugs, titles and destinations. A short link,
// as rows show and copy it, becomes a slug and a domain.

export type LinkSearch = { q?: string; zoneDomain?: string };

/** The slug in the path of a short link or of its QR code. */
const slugOf = (path: string): string => path.replace(/^q\//, '').replace(/\/?(?:[?#].*)?$/, '');

/** `domains`: the domains of the workspace's links. */
export function searchOf(words: string, domains: readonly string[]): LinkSearch {
  const name = words.trim().replace(/^https?:\/\//i, '');
  const domain = domains.find((one) => name.toLowerCase().startsWith(`${one}/`));
  const q = domain === undefined ? words : slugOf(name.slice(domain.length + 1));
  return { ...(q !== '' && { q }), ...(domain !== undefined && { zoneDomain: domain }) };
}
