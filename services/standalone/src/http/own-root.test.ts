import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { isRoot, makeIsOwnRoot } from './own-root';

const isOwnRoot = makeIsOwnRoot(new Set(['localhost:3000', 'kurz.example']));

function request(method: string, url: string, headers: Record<string, string>) {
  return Object.assign(new IncomingMessage(new Socket()), { method, url, headers });
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('isRoot', () => {
  it.each([
    ['/', true],
    ['/?utm_source=x', true],
    ['http://localhost:3000', true],
    ['http://localhost:3000/?a', true],
    ['/abc', false],
    ['//', false],
    ['/q/', false],
    ['*', false],
    ['', false],
  ])('says whether %s is the root', (target, expected) => {
    expect(isRoot(target)).toBe(expected);
  });
});

describe('isOwnRoot', () => {
  it.each([
    ['a browser at the product’s own host', 'GET', '/', { host: 'localhost:3000', ...browser }, true],
    ['its HEAD', 'HEAD', '/', { host: 'LOCALHOST:3000', ...browser }, true],
    ['an absolute target', 'GET', 'http://kurz.example/', { host: 'go.example', ...browser }, true],
    ['a browser at a custom domain', 'GET', '/', { host: 'go.example', ...browser }, false],
    ['an absolute target of a custom domain', 'GET', 'http://go.example/', browser, false],
    ['a client that wants no page', 'GET', '/', { host: 'localhost:3000', accept: '*/*' }, false],
    ['a client that says nothing', 'GET', '/', { host: 'localhost:3000' }, false],
    ['another method', 'POST', '/', { host: 'localhost:3000', ...browser }, false],
    ['a short link', 'GET', '/abc', { host: 'localhost:3000', ...browser }, false],
  ])('%s: %s %s', (_who, method, url, headers, expected) => {
    expect(isOwnRoot(request(method, url, headers))).toBe(expected);
  });
});
