import type { IncomingHttpHeaders } from 'node:http';
import { isFromOwnPage } from './console-origin';

const asked = { 'x-requested-with': 'kurz' };

test.each<[IncomingHttpHeaders, boolean]>([
  [{ host: 'kurz.example', origin: 'https://kurz.example' }, true],
  [{ host: 'kurz.example:443', origin: 'https://kurz.example' }, true],
  [{ host: 'KURZ.example', origin: 'https://kurz.example' }, true],
  [{ host: '[::1]:3000', origin: 'https://[::1]:3000' }, true],
  [{ host: 'kurz.example:80', origin: 'http://kurz.example' }, false],
])('%j is a page of ours: %s', (headers, isOwn) => {
  expect(isFromOwnPage({ headers: { ...asked, ...headers } }, true)).toBe(isOwn);
});

test.each(['', 'a b', 'user@kurz.example', 'kurz.example/x?', '//', ':80'])(
  'the host %j is nobody’s',
  (host) => {
    expect(isFromOwnPage({ headers: { ...asked, host, origin: 'https://evil.example' } }, true)).toBe(false);
    expect(isFromOwnPage({ headers: { ...asked, host, origin: 'null' } }, true)).toBe(false);
  },
);
