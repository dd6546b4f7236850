// What is asked of the list for words that a person looks for. The API looks into slugs, titles and destinations; a short
// link, as rows show and copy it, is a slug on a domain.

export type LinkSearch = { q?: string; zoneDomain?: string };

/** Of the path of a short link or of its QR code. */
const slugOf = (path: string): string => path.replace(/^q\//, '').replace(/\/?(?:[?#].*)?$/, '');

/** `domains`: of the workspace's links. */
export function searchOf(words: string, domains: readonly string[]): LinkSearch {
  const name = words.trim().replace(/^https?:\/\//i, '');
  const domain = domains.find((one) => name.toLowerCase().startsWith(`${one}/`));
  const q = domain === undefined ? words : slugOf(name.slice(domain.length + 1));
  return { ...(q !== '' && { q }), ...(domain !== undefined && { zoneDomain: domain }) };
}
