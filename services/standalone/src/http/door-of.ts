// One port serves everything: the path says whose request it is.

/** Whom a request goes to. A short link's slug has three characters or more and is never `docs`, `livez`, `readyz` or `v1`-like. */
export type Door = 'api' | 'live' | 'ready' | 'redirector';

/** The door for a request target, query string and all. */
export function doorOf(target: string): Door {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  if (path === '/livez') return 'live';
  if (path === '/readyz') return 'ready';
  if (path === '/v1' || path.startsWith('/v1/') || path.startsWith('/x/')) return 'api';
  if (path === '/docs' || path.startsWith('/docs/')) return 'api';
  return 'redirector';
}
