import { RateLimiterMemory } from 'rate-limiter-flexible';
import { makeLimiterCounter, makeMemoryCounter } from './request-counter';
import { makeTakeRequest, type TakeRequest } from './take-request';

const START = Date.parse('2026-03-01T12:00:00.250Z');
const WINDOW_SECONDS = 60;

let take: TakeRequest;
beforeEach(() => {
  jest.useFakeTimers({ now: START });
  take = makeTakeRequest({ counter: makeMemoryCounter(WINDOW_SECONDS) });
});
afterEach(() => jest.useRealTimers());

const allowed = async (key: string, requests: number, times: number) => {
  const taken = await Promise.all(Array.from({ length: times }, () => take({ key, requests })));
  return taken.filter(({ isAllowed }) => isAllowed).length;
};

test('a window holds exactly as many requests as the allowance, however many come at once', async () => {
  expect(await allowed('a', 300, 500)).toBe(300);
  expect(await allowed('a', 300, 10)).toBe(0);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await allowed('a', 300, 500)).toBe(300);
});

test('what remains counts down to none and stays there', async () => {
  const remaining = [];
  for (let asked = 0; asked < 4; asked++) remaining.push((await take({ key: 'a', requests: 2 })).remaining);
  expect(remaining).toEqual([1, 0, 0, 0]);
});

test('keys do not share', async () => {
  expect(await allowed('a', 2, 5)).toBe(2);
  expect(await allowed('b', 2, 5)).toBe(2);
});

test.each([0, 1, 499, 500, 1_000, 30_001, 58_999, 59_000, 59_001, 59_999])(
  'refused %i ms into the window, the told seconds are enough to wait, and one less is not',
  async (elapsed) => {
    expect(await allowed('a', 1, 1)).toBe(1);
    await jest.advanceTimersByTimeAsync(elapsed);
    const refused = await take({ key: 'a', requests: 1 });
    expect(refused.isAllowed).toBe(false);
    expect(Number.isInteger(refused.secondsLeft)).toBe(true);
    expect(refused.secondsLeft).toBeGreaterThanOrEqual(1);
    if (refused.secondsLeft > 1) {
      await jest.advanceTimersByTimeAsync((refused.secondsLeft - 1) * 1_000);
      expect(await allowed('a', 1, 1)).toBe(0);
      await jest.advanceTimersByTimeAsync(1_000);
    } else {
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(await allowed('a', 1, 1)).toBe(1);
  },
);

test('a wall clock that is set back never makes the wait longer than a window', async () => {
  expect(await allowed('a', 1, 1)).toBe(1);
  jest.setSystemTime(START - 3_600_000);
  expect((await take({ key: 'a', requests: 1 })).secondsLeft).toBe(60);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await allowed('a', 1, 1)).toBe(1);
});

test('a raised allowance helps within the same window, by just what it is raised', async () => {
  expect(await allowed('a', 300, 900)).toBe(300);
  expect(await allowed('a', 600, 900)).toBe(300);
});

test('a lowered allowance counts what was taken before', async () => {
  expect(await allowed('a', 600, 400)).toBe(400);
  expect(await allowed('a', 300, 1)).toBe(0);
  expect(await allowed('a', 600, 300)).toBe(200);
});

test('a refusal at the very end of a window, given back late, makes the next one no bigger', async () => {
  class SlowCounter extends RateLimiterMemory {
    override async reward(key: string | number, points?: number) {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return super.reward(key, points);
    }
  }
  take = makeTakeRequest({
    counter: makeLimiterCounter(
      new SlowCounter({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS }),
    ),
  });
  expect(await allowed('a', 5, 5)).toBe(5);
  await jest.advanceTimersByTimeAsync(59_500);
  const refusals = allowed('a', 5, 3);
  await jest.advanceTimersByTimeAsync(1_500);
  expect(await refusals).toBe(0);
  const next = allowed('a', 5, 20);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe(5);
});
