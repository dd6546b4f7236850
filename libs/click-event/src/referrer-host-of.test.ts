import * as fc from 'fast-check';
import { anyCharacter } from '../../../tests/inputs/any-character';
import { anyWebUrl } from '../../../tests/inputs/any-web-url';
import { referrerHostOf } from './referrer-host-of';

test.each([
  ['https://example.com/', 'example.com'],
  ['https://example.com', 'example.com'],
  ['http://www.example.com/a?b=c#d', 'example.com'],
  ['https://news.example.co.uk?x', 'news.example.co.uk'],
  ['https://example.com:8443/', 'example.com'],
  ['https://example.com:65535/', 'example.com'],
  ['HTTPS://WWW.Example.COM/', 'example.com'],
  ['https://user:pass@www.example.com/', 'example.com'],
  ['https://example.com:80@evil.example/', 'evil.example'],
  ['https://example.com\\@evil.example/', 'example.com'],
  ['https://example.com./', 'example.com'],
  ['https://wwww.example.com/', 'wwww.example.com'],
  ['https://intranet/', 'intranet'],
  ['http://192.0.2.7/', '192.0.2.7'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://[2001:db8::1]:8080/', '[2001:db8::1]'],
  ['https://münchen.de/', 'xn--mnchen-3ya.de'],
  [Buffer.from('https://münchen.de/straße').toString('latin1'), 'xn--mnchen-3ya.de'],
  ['https://xn--mnchen-3ya.de/', 'xn--mnchen-3ya.de'],
  ['  https://example.com/ ', 'example.com'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['android-app://com.slack', 'com.slack'],
])('%j comes from %s', (referer, host) => {
  expect(referrerHostOf(referer)).toBe(host);
});

test.each([
  undefined,
  '',
  'example.com',
  '/relative',
  'about:blank',
  'javascript:alert(1)',
  'ftp://example.com/',
  'data:text/html,x',
  'https://',
  'https://exa mple.com/',
  'https://example.com:99999/',
  'http://256.256.256.256/',
  'android-app://com.unknown.app/',
  'https://\texample.com/',
  `https://${'a'.repeat(254)}/`,
  `https://${'ab.'.repeat(100)}com/`,
])('%j names no host', (referer) => {
  expect(referrerHostOf(referer)).toBe('');
});

test('a long path does not hide the host, and only the first 2,048 characters are read', () => {
  expect(referrerHostOf(`https://www.example.com/${'x'.repeat(100_000)}`)).toBe('example.com');
  expect(referrerHostOf(`https://exämple.com/${'x'.repeat(100_000)}`)).toBe('xn--exmple-cua.com');
  expect(referrerHostOf(`https://${'u'.repeat(3_000)}@example.com/`)).toBe('');
});

test('a user name cut off from its host never passes for the host', () => {
  expect(referrerHostOf(`https://alice:${'0'.repeat(3_000)}1@example.com/`)).toBe('');
  expect(referrerHostOf(`https:/\t/alice:${'0'.repeat(3_000)}1@example.com/`)).toBe('');
});

test('the short way for plain hosts answers as the URL parser does', () => {
  const label = fc.stringMatching(/^[a-z0-9_-]{1,12}$/);
  const hosts = fc.oneof(
    fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.')),
    fc.domain(),
    fc.ipV4(),
  );
  const tails = fc.constantFrom('', '/', '/a.b?c', '?q=@x', '#f', ':80/', ':8080', ':8080@other.example/');
  fc.assert(
    fc.property(hosts, tails, (host, tail) => {
      const referer = `https://${host}${tail}`;
      const parsed = URL.canParse(referer) ? new URL(referer).hostname : '';
      expect(referrerHostOf(referer)).toBe(parsed.replace(/^www\./, ''));
    }),
    { numRuns: 2_000 },
  );
});

test('no garbage makes it throw, and what it answers is a lower-case host without port', () => {
  const nearly = fc.tuple(
    fc.constantFrom('http://', 'https://', 'HTTP:', 'android-app://'),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        anyWebUrl(),
        nearly.map((parts) => parts.join('')),
      ),
      (referer) => {
        const host = referrerHostOf(referer);
        expect(host.length).toBeLessThanOrEqual(253);
        expect(host).toMatch(/^([^A-Z\s/?#@:\u0080-\uffff]*|\[[0-9a-f:]+\])$/);
      },
    ),
    { numRuns: 2_000 },
  );
});
