import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { isSecureRequest } from './is-secure-request';

const plain = new Socket();
const tls = new TLSSocket(new Socket());
afterAll(() => {
  plain.destroy();
  tls.destroy();
});

test.each([
  ['nothing', {}, 0, false],
  ['a header that nobody trusts', { 'x-forwarded-proto': 'https' }, 0, false],
  ['a trusted proxy that says https', { 'x-forwarded-proto': 'https' }, 1, true],
  ['a trusted proxy that says HTTPS', { 'x-forwarded-proto': ' HTTPS ' }, 1, true],
  ['a trusted proxy that says http', { 'x-forwarded-proto': 'http' }, 1, false],
  ['a trusted proxy that says nothing', {}, 1, false],
  ['https by the caller, http by the proxy', { 'x-forwarded-proto': 'https, http' }, 1, false],
  ['https by the outer of two proxies', { 'x-forwarded-proto': 'http, https, http' }, 2, true],
  ['the one entry that two proxies left', { 'x-forwarded-proto': 'https' }, 2, true],
])('with %s a request over plain sockets is validated', (_, headers, proxies, isSecure) => {
  expect(isSecureRequest({ headers, socket: plain }, proxies)).toBe(isSecure);
});

test('a request over TLS is secure whatever the headers say', () => {
  expect(isSecureRequest({ headers: { 'x-forwarded-proto': 'http' }, socket: tls }, 1)).toBe(true);
});
