// Orders the routes for the router: one entry per path with its methods, literal segments before parameters.

type Endpoint = { method: string; path: string };

export type RoutePath<R extends Endpoint> = {
  path: string;
  byMethod: ReadonlyMap<string, R>;
  allow: string;
};

/** `/urls/campaigns` before `/urls/:slug`: a parameter sorts after every literal at its place. */
const rankOf = (path: string) =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

function byMethodOf<R extends Endpoint>(routes: readonly R[]): Map<string, R> {
  const byMethod = new Map<string, R>();
  for (const route of routes) {
    if (byMethod.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
    byMethod.set(route.method, route);
  }
  const get = byMethod.get('GET');
  if (get) byMethod.set('HEAD', get);
  return byMethod;
}

/** Throws when two routes claim the same method and path. */
export function routeTableOf<R extends Endpoint>(routes: readonly R[]): RoutePath<R>[] {
  const paths = [...new Set(routes.map((route) => route.path))].sort((a, b) =>
    rankOf(a).localeCompare(rankOf(b)),
  );
  return paths.map((path) => {
    const byMethod = byMethodOf(routes.filter((route) => route.path === path));
    return { path, byMethod, allow: [...byMethod.keys(), 'OPTIONS'].join(', ') };
  });
}
