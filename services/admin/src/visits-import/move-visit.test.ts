import type { ReadLine } from './line-reader';
import { moveVisit } from './move-visit';

const DAY_MS = 86_400_000;
const LATEST = 8.64e15;
const now = Date.UTC(2026, 10, 23, 8);

const readAt = (time: number): ReadLine => ({
  kind: 'request',
  visit: { time, method: 'GET', target: '/abc', address: '', referrer: '', userAgent: '', language: '' },
  slug: { slug: 'abc', isScan: false, path: '/abc', isHashed: false },
});
const badTime = { kind: 'unreadable', reason: 'bad_time' };

describe('moving a visit', () => {
  it('moves its time by whole days and leaves the rest as it was', () => {
    expect(moveVisit(readAt(5 * DAY_MS + 1), -2, now)).toEqual(readAt(3 * DAY_MS + 1));
  });

  it.each([
    ['the first moment of 1970', 0, 0],
    ['a day from now', now + DAY_MS, 0],
    ['a time before 1970 that is moved behind it', -1, 1],
    ['a later time that is moved back', now + 9 * DAY_MS, -8],
  ])('keeps %s', (_, time, shiftDays) => {
    expect(moveVisit(readAt(time), shiftDays, now)).toEqual(readAt(time + shiftDays * DAY_MS));
  });

  it.each([
    ['before 1970', -1, 0],
    ['moved before 1970', DAY_MS, -2],
    ['more than a day later than now', now + DAY_MS + 1, 0],
    ['moved more than a day later than now', now, 2],
    ['a part of a millisecond', 0.5, 0],
    ['beyond every number', Infinity, 0],
    ['none', NaN, 0],
  ])('takes a time for unreadable that is %s', (_, time, shiftDays) => {
    expect(moveVisit(readAt(time), shiftDays, now)).toEqual(badTime);
  });

  it('goes by what the ingester reads where the clock is beyond that', () => {
    expect(moveVisit(readAt(LATEST), 0, LATEST)).toEqual(readAt(LATEST));
    expect(moveVisit(readAt(LATEST + 2), 0, LATEST)).toEqual(badTime);
  });

  it('leaves an unreadable line what it is', () => {
    const line: ReadLine = { kind: 'unreadable', reason: 'too_long' };
    expect(moveVisit(line, 1, now)).toBe(line);
  });
});
