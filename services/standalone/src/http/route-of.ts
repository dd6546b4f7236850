// One port serves everything: the path decides which part of the product answers.

import { originFormOf } from '@kurz/process';

/**
 * The part of the product that answers a request. A short link's slug has three characters or more and is never `app`,
 * `docs`, `livez`, `readyz` or `v1`-like.
 */
export type RequestRoute = 'api' | 'live' | 'ready' | 'redirector';

/** The route for a request target, which may have a query string. */
export function routeOf(target: string): RequestRoute {
  const local = originFormOf(target);
  const end = local.indexOf('?');
  const path = end < 0 ? local : local.slice(0, end);
  if (path === '/livez') return 'live';
  if (path === '/readyz') return 'ready';
  if (path === '/v1' || path.startsWith('/v1/') || path.startsWith('/x/')) return 'api';
  if (path === '/app' || path.startsWith('/app/')) return 'api';
  if (path === '/docs' || path.startsWith('/docs/')) return 'api';
  return 'redirector';
}
