import { requestTargetOf } from './request-target-of';

test.each([
  ['/abc', 'kurz.example', 'kurz.example', '/abc'],
  ['/abc', '', '', '/abc'],
  ['http://kurz.example/abc?x', 'other.example', 'kurz.example', '/abc?x'],
  ['HTTPS://kurz.example:8443/abc', 'other.example', 'kurz.example:8443', '/abc'],
  ['http://kurz.example', 'other.example', 'kurz.example', '/'],
  ['http://kurz.example?x', 'other.example', 'kurz.example', '/?x'],
  ['http://user@kurz.example/abc', 'other.example', 'user@kurz.example', '/abc'],
  ['http:///abc', 'other.example', '', '/abc'],
  ['ftp://kurz.example/abc', 'other.example', 'other.example', 'ftp://kurz.example/abc'],
  ['//evil.example/abc', 'kurz.example', 'kurz.example', '//evil.example/abc'],
])('%s with Host %s goes to %s and %s', (url, header, host, target) => {
  expect(requestTargetOf(url, header)).toEqual({ host, target });
});
