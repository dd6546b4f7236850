import { purposeOf } from './purpose-of';

test.each([
  [{}, ''],
  [{ 'sec-purpose': 'Prefetch;Prerender' }, 'prefetch;prerender'],
  [{ purpose: 'prefetch' }, 'prefetch'],
  [{ 'x-purpose': 'preview', 'x-moz': 'prefetch' }, 'preview,prefetch'],
  [{ purpose: '', 'x-moz': 'prefetch' }, 'prefetch'],
  [{ accept: 'prefetch' }, ''],
  [{ purpose: 'x'.repeat(1_000) }, 'x'.repeat(256)],
])('The purpose of %.60j is %.40j', (headers, purpose) => {
  expect(purposeOf(headers)).toBe(purpose);
});
