import { routeOf } from './route-of';

describe('routeOf', () => {
  it.each([
    ['/v1', 'api'],
    ['/v1/', 'api'],
    ['/v1/urls?page=2', 'api'],
    ['/x/urls/abc/stats', 'api'],
    ['/app', 'api'],
    ['/app/links?page=2', 'api'],
    ['/appx', 'redirector'],
    ['/docs', 'api'],
    ['/docs/style.css', 'api'],
    ['/docsx', 'redirector'],
    ['/livez', 'live'],
    ['/livez?probe=1', 'live'],
    ['/readyz', 'ready'],
    ['/', 'redirector'],
    ['/abc', 'redirector'],
    ['/q/abc', 'redirector'],
    ['/v1x', 'redirector'],
    ['/x', 'redirector'],
    ['/livez/', 'redirector'],
    ['/abc?next=/v1/urls', 'redirector'],
    ['//v1/urls', 'redirector'],
    ['http://localhost:3000/v1/zones', 'api'],
    ['HTTPS://kurz.example/x/urls/abc/stats?from=2026-03-01', 'api'],
    ['http://localhost:3000/docs', 'api'],
    ['http://localhost:3000/livez', 'live'],
    ['http://localhost:3000/readyz?probe=1', 'ready'],
    ['http://localhost:3000/abc', 'redirector'],
    ['http://localhost:3000?next=/v1/urls', 'redirector'],
    ['http://localhost:3000', 'redirector'],
    ['http://v1/urls', 'redirector'],
    ['ftp://localhost:3000/v1/zones', 'redirector'],
    ['*', 'redirector'],
    ['', 'redirector'],
  ])('sends %s to the %s', (target, route) => {
    expect(routeOf(target)).toBe(route);
  });
});
