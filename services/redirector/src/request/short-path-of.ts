// Parses a target in origin form into what it requests of a zone. Takes and returns plain values, so that it also reads
// logs of other shorteners.

export type ShortPath =
  | { kind: 'link'; slug: string; isScan: boolean }
  | { kind: 'root' }
  | { kind: 'robots' }
  | { kind: 'favicon' }
  | { kind: 'other' };

const SLUG = /^[A-Za-z0-9_-]{3,1024}$/;
// `/q/`, 1,024 characters percent-encoded, and a slash
const MAX_PATH = 3 + 3 * 1024 + 1;
const SCAN = '/q/';

const other: ShortPath = { kind: 'other' };
const fixed = new Map<string, ShortPath>([
  ['/', { kind: 'root' }],
  ['/robots.txt', { kind: 'robots' }],
  ['/favicon.ico', { kind: 'favicon' }],
]);

/** `%61bc` names the same slug as `abc` (RFC 3986, 6.2.2.2); a text that does not decode is not a slug. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** `/slug` and `/q/slug`, one trailing slash tolerated, the query string ignored; `other` names nothing. */
export function shortPathOf(target: string): ShortPath {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  // all fixed paths have these lengths: a comparison is cheaper than a hash
  const known = path.length === 1 || path.length > 10 ? fixed.get(path) : undefined;
  if (known) return known;
  if (path.charCodeAt(0) !== 47 || path.length > MAX_PATH) return other;
  const isScan = path.startsWith(SCAN);
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const slug = decoded(path.slice(isScan ? SCAN.length : 1, end));
  return SLUG.test(slug) ? { kind: 'link', slug, isScan } : other;
}
