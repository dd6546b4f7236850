import fc from 'fast-check';
import { normaliseDomain } from './normalise-domain';

test.each([
  ['example.com', 'example.com'],
  ['EXAMPLE.com', 'example.com'],
  [' example.com ', 'example.com'],
  ['example.com.', 'example.com'],
  ['example.com:8080', 'example.com:8080'],
  ['example.com:80', 'example.com'],
  ['example.com:443', 'example.com'],
  ['localhost:3000', 'localhost:3000'],
  ['127.0.0.1:3000', '127.0.0.1:3000'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
  ['ａｂｃ.com', 'abc.com'],
  ['go.sub-domain.example.com', 'go.sub-domain.example.com'],
])('%j is the domain %s', (text, domain) => {
  expect(normaliseDomain(text)).toBe(domain);
});

test.each([
  '',
  '.',
  '..',
  'example..com',
  '.example.com',
  'example.com..',
  'http://example.com',
  'example.com/',
  'example.com/path',
  'example.com?x',
  'example.com#x',
  'user@example.com',
  'exa mple.com',
  'exa\tmple.com',
  'example.com\\path',
  'ex%61mple.com',
  'example.com:0x50',
  'example.com:99999',
  'exa\u0000mple.com',
  '-example.com',
  'example-.com',
  'exa*mple.com',
  '[::1]',
  '[::1]:3000',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
  `${'\u00ad'.repeat(1_000)}example.com`,
])('%j is no domain', (text) => {
  expect(normaliseDomain(text)).toBeUndefined();
});

test('a normalised domain stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.string()), (text) => {
      const domain = normaliseDomain(text);
      expect(domain === undefined || normaliseDomain(domain) === domain).toBe(true);
      expect(domain ?? '').toMatch(/^[a-z0-9._:-]*$/);
    }),
  );
});
