import { queryOf } from './query-of';

test('a parameter counts however many stand before it', () => {
  const others = Array.from({ length: 2_000 }, (_, index) => `p${index}=1`).join('&');
  const query = queryOf(`/v1/urls/abc?${others}&zoneDomain=krz.example`);
  expect(query['zoneDomain']).toBe('krz.example');
  expect(Object.keys(query)).toHaveLength(2_001);
});

test('a repeated name is an array, malformed encoding stays, and no name reaches a prototype', () => {
  const query = queryOf('/v1/urls?a=1&a=2&b=%zz&__proto__=3');
  expect({ ...query }).toEqual({ a: ['1', '2'], b: '%zz', ['__proto__']: '3' });
  expect(Object.getPrototypeOf(query)).toBeNull();
});
