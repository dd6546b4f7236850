import fc from 'fast-check';
import { decodeWindowed, encodeWindowed } from './windowed-text';

const location = fc.stringMatching(/^[!-~]{1,100}$/);
const moment = fc.option(fc.nat({ max: Date.UTC(2200, 0) }));
const windowed = fc.record({
  location,
  window: fc.record({
    startsAt: moment,
    expiresAt: moment,
    // a lone dash means none
    expiredLocation: fc.option(location.filter((text) => text !== '-')),
  }),
});

/** What a header may carry: the rule of every release. */
const SENDABLE = /^[\x21-\x7e]+$/;

test('A location and its window come back as they were, and never as what a header may carry', () => {
  fc.assert(
    fc.property(windowed, (given) => {
      const text = encodeWindowed(given);
      expect(decodeWindowed(text)).toEqual(given);
      expect(SENDABLE.test(text)).toBe(false);
    }),
  );
});

test.each([
  [''],
  ['https://example.com/'],
  [' https://example.com/'],
  [' 1 2 https://example.com/'],
  [' 1 2 https://example.com/ - more'],
  [' 1 soon https://example.com/ -'],
])('%j has no window', (text) => {
  expect(decodeWindowed(text)).toBeUndefined();
});
