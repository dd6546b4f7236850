import { withoutTrailing } from './without-trailing';

test.each([
  ['', ''],
  ['...', ''],
  ['a', 'a'],
  ['a.', 'a'],
  ['.a..b...', '.a..b'],
])('%j ends without full stops as %j', (text, without) => {
  expect(withoutTrailing(text, '.')).toBe(without);
});

test('Five million of them in the middle are passed over once', () => {
  const text = `a${'.'.repeat(5_000_000)}b`;
  expect(withoutTrailing(text, '.')).toBe(text);
});
