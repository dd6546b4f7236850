import { readHead } from './read-head';

const HOST = 'Host: kurz.example\r\n';
const read = (text: string, start = 0) =>
  readHead(Buffer.from(text, 'latin1'), text.slice(start), start, '203.0.113.7');

test('A plain request is read with what an answer and a visit need, wherever it begins', () => {
  const head =
    `GET /q/abc?x HTTP/1.1\r\n${HOST}USER-AGENT: Mozilla/5.0 (x; \\y)\r\nreferer: https://a.example/\r\n` +
    'Accept-Language: de-CH\r\nX-Forwarded-For: 1.2.3.4, 5.6.7.8\r\nX-Moz: prefetch\r\nSec-Purpose: Prefetch\r\n' +
    'Connection: Keep-Alive\r\nCookie: a=b; c=d\r\nX-Other_1: a b\r\n\r\n';
  expect(read(`before${head}`, 6)).toEqual({
    visitor: {
      method: 'GET',
      target: '/q/abc?x',
      sender: {
        host: 'kurz.example',
        userAgent: 'Mozilla/5.0 (x; \\y)',
        referer: 'https://a.example/',
        acceptLanguage: 'de-CH',
        forwardedFor: '1.2.3.4, 5.6.7.8',
        purpose: 'prefetch,prefetch',
        fetchSite: '',
        cookie: 'a=b; c=d',
        traceparent: '',
        remoteAddress: '203.0.113.7',
      },
    },
    targetEnd: 6 + 'GET /q/abc?x'.length,
    end: 6 + head.length,
    isLast: false,
  });
});

test('HEAD and Connection: close are plain as well', () => {
  expect(read(`HEAD /abc HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).toMatchObject({
    visitor: { method: 'HEAD' },
    isLast: true,
  });
});

test('Wherever a plain request is cut, more of it is waited for', () => {
  const head = `HEAD /abc HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
  for (let length = 1; length < head.length; length++) expect(read(head.slice(0, length))).toBe('partial');
});

test.each([
  ['another method', `POST /abc HTTP/1.1\r\n${HOST}\r\n`],
  ['lower case', `get /abc HTTP/1.1\r\n${HOST}\r\n`],
  ['an absolute target', `GET http://kurz.example/abc HTTP/1.1\r\n${HOST}\r\n`],
  ['a fragment', `GET /abc#d HTTP/1.1\r\n${HOST}\r\n`],
  ['a byte beyond ASCII in the target', `GET /\xe4 HTTP/1.1\r\n${HOST}\r\n`],
  ['two spaces', `GET /abc  HTTP/1.1\r\n${HOST}\r\n`],
  ['HTTP/1.0', `GET /abc HTTP/1.0\r\n${HOST}\r\n`],
  ['no host', 'GET /abc HTTP/1.1\r\nX: a\r\n\r\n'],
  ['two hosts', `GET /abc HTTP/1.1\r\n${HOST}${HOST}\r\n`],
  ['a header twice that counts once', `GET /abc HTTP/1.1\r\n${HOST}Purpose: a\r\npurpose: b\r\n\r\n`],
  ['bare line feeds', `GET /abc HTTP/1.1\nHost: kurz.example\n\n`],
  ['a bare line feed in a header', `GET /abc HTTP/1.1\r\n${HOST}X: a\nY: b\r\n\r\n`],
  ['a bare carriage return', `GET /abc HTTP/1.1\r\n${HOST}X: a\rY: b\r\n\r\n`],
  ['a folded header', `GET /abc HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`],
  ['no space behind the colon', `GET /abc HTTP/1.1\r\n${HOST}X:a\r\n\r\n`],
  ['two spaces behind the colon', `GET /abc HTTP/1.1\r\n${HOST}X:  a\r\n\r\n`],
  ['a space before the colon', `GET /abc HTTP/1.1\r\n${HOST}X : a\r\n\r\n`],
  ['a space at the end', `GET /abc HTTP/1.1\r\n${HOST}X: a \r\n\r\n`],
  ['a tab', `GET /abc HTTP/1.1\r\n${HOST}X: a\tb\r\n\r\n`],
  ['an empty value', `GET /abc HTTP/1.1\r\n${HOST}X: \r\n\r\n`],
  ['a name of other characters', `GET /abc HTTP/1.1\r\n${HOST}X!: a\r\n\r\n`],
  ['a body', `GET /abc HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`],
  ['chunks', `GET /abc HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`],
  ['an expectation', `GET /abc HTTP/1.1\r\n${HOST}Expect: 100-continue\r\n\r\n`],
  ['an upgrade', `GET /abc HTTP/1.1\r\n${HOST}Upgrade: h2c\r\n\r\n`],
  ['another connection option', `GET /abc HTTP/1.1\r\n${HOST}Connection: close, TE\r\n\r\n`],
  ['a proxy connection', `GET /abc HTTP/1.1\r\n${HOST}Proxy-Connection: close\r\n\r\n`],
  ['too many headers', `GET /abc HTTP/1.1\r\n${HOST}${'X: a\r\n'.repeat(101)}\r\n`],
  ['an empty line first', `\r\nGET /abc HTTP/1.1\r\n${HOST}\r\n`],
])('%s is for the fallback', (_, text) => {
  expect(read(text)).toBe('odd');
});
