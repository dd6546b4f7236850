import fc from 'fast-check';
import { matchesPattern } from './matches-pattern';

test.each([
  ['email', 'email', true],
  ['email', 'Email', false],
  ['email', '*', true],
  ['', '*', true],
  ['2026-spring', '2026-*', true],
  ['2025-spring', '2026-*', false],
  ['spring-2026', '*-2026', true],
  ['a-b-c', 'a*b*c', true],
  ['acb', 'a*b*c', false],
  ['aa', 'aa*aa', false],
  ['aaa', 'aa*aa', false],
  ['aaaa', 'aa*aa', true],
  ['abab', 'ab*ab*ab', false],
  ['a.c', 'a?c', false],
])('%j and the entry %j: %j', (value, pattern, isMatch) => {
  expect(matchesPattern(value, pattern)).toBe(isMatch);
});

test('agrees with the regular expression that the entry stands for', () => {
  const letters = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
  fc.assert(
    fc.property(letters('ab'), letters('ab*'), (value, pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      expect(matchesPattern(value, pattern)).toBe(expression.test(value));
    }),
    { numRuns: 2_000 },
  );
});
