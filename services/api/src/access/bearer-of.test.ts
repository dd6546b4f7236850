import { bearerOf } from './bearer-of';
import { makeTokenSecret } from './token-secret';

const token = makeTokenSecret('workspace');

test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`, `Bearer ${token} `])(
  'the token is read from a header like %j',
  (header) => {
    expect(bearerOf(header)).toBe(token);
  },
);

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  token,
  `Basic ${token}`,
  `Token ${token}`,
  `Bearer\t${token}`,
  `Bearer ${token}, Bearer ${token}`,
  `Bearer ${token.slice(0, -1)}`,
  `Bearer ${'A'.repeat(10_000)}`,
])('there is no token in %j', (header) => {
  expect(bearerOf(header)).toBeUndefined();
});
