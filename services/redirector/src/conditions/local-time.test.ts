import { isTimeZone } from '@kurz/link-cache';
import { localTimeIn } from './local-time';

const MONDAY = Date.UTC(2026, 5, 1, 22, 30);

test.each([
  ['Europe/Zurich', 2, 30],
  ['America/St_Johns', 1, 20 * 60],
  ['Pacific/Kiritimati', 2, 12 * 60 + 30],
  ['UTC', 1, 22 * 60 + 30],
])('day and minute in %s', (zone, day, minute) => {
  expect(localTimeIn(zone, MONDAY)).toEqual({ day, minute });
});

test('what is kept for a minute is not kept for the next', () => {
  const minutes = [0, 59_999, 60_000, 3_600_000, 0].map(
    (ms) => localTimeIn('Asia/Kolkata', MONDAY + ms).minute,
  );
  expect(minutes).toEqual([240, 240, 241, 300, 240]);
});

test('a zone is asked of Intl once, whatever the number of links: each time it takes memory outside the heap', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  for (let n = 0; n < 100; n++) {
    expect(isTimeZone('Africa/Nairobi')).toBe(true);
    localTimeIn('Africa/Nairobi', MONDAY + n);
  }
  expect(made).toHaveBeenCalledTimes(2);
  made.mockRestore();
});

test('a name that is no zone stays none', () => {
  expect([isTimeZone('Mars/Base'), isTimeZone('Mars/Base')]).toEqual([false, false]);
  expect(() => localTimeIn('Mars/Base', MONDAY)).toThrow(RangeError);
});
