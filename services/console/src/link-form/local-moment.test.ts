import { isoOfLocal, localTextOf } from './local-moment';

test.each(['2030-12-31T23:59', '2030-01-01T00:00', '2030-07-01T12:30:45'])(
  '%s comes back as it was',
  (text) => {
    expect(localTextOf(isoOfLocal(text))).toBe(text);
  },
);

test('No moment is an empty text, and what is none is left to the service', () => {
  expect(localTextOf(undefined)).toBe('');
  expect(isoOfLocal('soon')).toBe('soon');
});
