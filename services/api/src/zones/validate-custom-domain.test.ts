import { validateCustomDomain } from './validate-custom-domain';

test.each([
  ['go.example.com', 'go.example.com'],
  [' Go.Example.COM. ', 'go.example.com'],
  ['example.co.uk', 'example.co.uk'],
  ['kurz.github.io', 'kurz.github.io'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['links.intranet', 'links.intranet'],
])('%j can be a custom domain: %s', (text, domain) => {
  expect(validateCustomDomain(text)).toEqual({ kind: 'domain', domain });
});

test.each([
  '',
  'localhost',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  'go.example.com:8080',
  'https://go.example.com',
  'a b.de',
])('%j is no domain that can be verified', (text) => {
  expect(validateCustomDomain(text)).toEqual({ kind: 'not_a_domain' });
});

test.each(['co.uk', 'CO.UK.', 'github.io', 's3.amazonaws.com'])('%j is a public suffix', (text) => {
  expect(validateCustomDomain(text)).toEqual({ kind: 'public_suffix' });
});
