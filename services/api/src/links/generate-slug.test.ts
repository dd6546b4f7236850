import { generateSlug, SLUG_ALPHABET } from './generate-slug';
import { slugValidityOf } from './validate-link';

test('a drawn slug has seven characters and none that look alike', () => {
  for (let draw = 0; draw < 1_000; draw++) {
    const slug = generateSlug();
    expect(slug).toMatch(/^[2-9A-HJ-NP-Za-km-z]{7}$/);
    expect(slugValidityOf(slug)).toBe('usable');
  }
});

test('the alphabet is base62 without 0 O I l 1', () => {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  expect(SLUG_ALPHABET).toBe([...base62].filter((one) => !'0OIl1'.includes(one)).join(''));
});

test('every character is drawn about equally often', () => {
  const counts = new Map<string, number>();
  for (let draw = 0; draw < 10_000; draw++) {
    for (const character of generateSlug()) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = 70_000 / SLUG_ALPHABET.length;
  expect(counts.size).toBe(57);
  // seven standard deviations: once in 10^10 runs
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected));
});

test('a reserved word is drawn again', () => {
  const draws = ['session', 'Suspend', 'aaaaaaa'];
  expect(generateSlug(() => draws.shift() ?? '')).toBe('Suspend');
  expect(draws).toEqual(['aaaaaaa']);
});
