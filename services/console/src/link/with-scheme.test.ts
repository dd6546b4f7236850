import { withScheme } from './with-scheme';

test('an address without a scheme gets one', () => {
  expect(withScheme('shop.example')).toBe('https://shop.example');
  expect(withScheme(' shop.example/a?b=c ')).toBe('https://shop.example/a?b=c');
  expect(withScheme('shop.example:8080/a')).toBe('https://shop.example:8080/a');
  expect(withScheme('bücher.example/')).toBe('https://bücher.example/');
});

test.each([
  'https://shop.example/',
  'http://shop.example',
  'javascript:alert(1)',
  'data.example:text',
  'mailto:a@b.example',
  'word',
  'two words.example',
  '',
  '/path',
])('%j stays as it was typed', (text) => {
  expect(withScheme(text)).toBe(text);
});
