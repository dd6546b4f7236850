import { ownPartOf } from './own-part-of';

const link = { stats: { slug: 'a', series: [1], geo: [], freshness: 'final' } };

test('an example that repeats three fields of an earlier one is shown by its others', () => {
  const tag = { stats: { tag: 'b', series: [1], geo: [], freshness: 'final' } };
  expect(ownPartOf(tag, [{ url: {} }, link])).toEqual({ stats: { tag: 'b' } });
});

test('any other example is shown whole', () => {
  const other = { stats: { slug: 'b', series: [1], geo: [], freshness: 'degraded' } };
  for (const value of [other, { url: link.stats }, { ...link, scans: [] }, 'text', null]) {
    expect(ownPartOf(value, [link])).toBe(value);
  }
});
