import fc from 'fast-check';
import { textOfValues, valuesOf } from './listed-values';

test.each([
  ['', []],
  [' , ,', []],
  ['email, social-*', ['email', 'social-*']],
  ['email\n web ,print', ['email', 'web', 'print']],
  ['"Berlin, Germany", Rome', ['Berlin, Germany', 'Rome']],
  ['24" screen, "a" b, "open', ['24" screen', '"a" b', '"open']],
])('%j is %j', (text, values) => {
  expect(valuesOf(text)).toEqual(values);
});

test('values without commas are shown as they are', () => {
  expect(textOfValues(['email', '24" screen'])).toBe('email, 24" screen');
});

test('any values come back as they were', () => {
  const value = fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', '\n', '*'), minLength: 1 });
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(valuesOf(textOfValues(values))).toEqual(values);
    }),
    { numRuns: 2_000 },
  );
});
