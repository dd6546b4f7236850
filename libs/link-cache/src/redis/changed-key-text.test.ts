import { decodeChangedKey, encodeChangedKey } from './changed-key-text';

test.each([
  [{ zoneId: 'zon_1', slug: 'a-b_C9' }, 'zon_1/a-b_C9'],
  [{ zoneId: 'zon_1', slug: null }, 'zon_1'],
])('%j is published as %s', (key, text) => {
  expect(encodeChangedKey(key)).toBe(text);
  expect(decodeChangedKey(text)).toEqual(key);
});
