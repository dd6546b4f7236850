// Keys of the referrer list.
import { referrerOf } from './referrer-of';

test('a visit without referrer is ~direct, one with a host is the host', () => {
  expect(referrerOf('')).toBe('~direct');
  expect(referrerOf('news.example')).toBe('news.example');
});

test('a client cannot pass a host off as a sentinel', () => {
  for (const host of ['~direct', '~other', '~x']) expect(referrerOf(host)).toBe('~other');
});

test('a host that no DNS name can have is ~other', () => {
  expect(referrerOf('a'.repeat(253))).toHaveLength(253);
  expect(referrerOf('a'.repeat(254))).toBe('~other');
});
