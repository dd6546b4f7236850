import { doorOf } from './door-of';

describe('doorOf', () => {
  it.each([
    ['/v1', 'api'],
    ['/v1/', 'api'],
    ['/v1/urls?page=2', 'api'],
    ['/x/urls/abc/stats', 'api'],
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
    ['*', 'redirector'],
    ['', 'redirector'],
  ])('sends %s to the %s', (target, door) => {
    expect(doorOf(target)).toBe(door);
  });
});
