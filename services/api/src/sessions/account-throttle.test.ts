import { makeMemoryCounter } from '../rate-limits/request-counter';
import { makeAccountThrottle, ATTEMPTS_PER_ACCOUNT, type AccountThrottle } from './account-throttle';

const DAY_SECONDS = 24 * 3_600;

let throttle: AccountThrottle;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.250Z') });
  throttle = makeAccountThrottle({ makeCounter: (_, windowSeconds) => makeMemoryCounter(windowSeconds) });
});
afterEach(() => jest.useRealTimers());

const wait = (seconds: number) => jest.advanceTimersByTime(seconds * 1_000);
const useUpFree = async () => {
  for (let attempt = 0; attempt < ATTEMPTS_PER_ACCOUNT; attempt++)
    await throttle.consume('a', `10.0.0.${attempt}`);
};

test('beyond the free attempts the delay grows to 5 minutes from fresh addresses, and no parallel attempt slips through', async () => {
  await useUpFree();
  const delays: number[] = [];
  for (let step = 0; step < 28; step++) {
    const taken = await Promise.all(
      [1, 2, 3].map((number) => throttle.consume('a', `10.${step}.0.${number}`)),
    );
    expect(taken.filter(({ kind }) => kind === 'consumed')).toHaveLength(1);
    const refused = await throttle.consume('a', '10.99.0.1');
    if (refused.kind !== 'delayed') throw new Error('an attempt was let through too early');
    delays.push(refused.seconds);
    wait(refused.seconds);
  }
  // three attempts at once count as one step further for a moment
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect([delays[0], delays.at(-1)]).toEqual([15, 300]);
});

test('one account is guessed at 780 times a day at most, from however many addresses', async () => {
  let guesses = 0;
  for (let second = 0; second < DAY_SECONDS; second += 5) {
    for (const address of [`10.0.0.1`, `fresh ${second}`]) {
      const { kind } = await throttle.consume('a', address);
      if (kind === 'consumed') guesses += 1;
    }
    wait(5);
  }
  expect(guesses).toBeGreaterThan(600);
  expect(guesses).toBeLessThanOrEqual(780);
});

test('a person at a new address may try at once, while a few addresses have guessed for hours', async () => {
  await useUpFree();
  const guessAll = async () => {
    for (let number = 1; number <= 5; number++) await throttle.consume('a', `203.0.113.${number}`);
  };
  for (let second = 0; second < 3 * 3_600; second += 5) {
    await guessAll();
    wait(5);
  }
  await guessAll();
  expect((await throttle.consume('a', '198.51.100.1')).kind).toBe('consumed');
});

test('a right password refunds the attempt', async () => {
  await useUpFree();
  for (let times = 1; times <= 8; times++) {
    const attempt = await throttle.consume('a', '198.51.100.1');
    if (attempt.kind !== 'consumed') throw new Error('delayed');
    await attempt.refund();
  }
  expect((await throttle.consume('a', '198.51.100.1')).kind).toBe('consumed');
});

test('accounts do not share, and after four hours the attempts are free again', async () => {
  await useUpFree();
  await throttle.consume('a', '198.51.100.1');
  expect((await throttle.consume('a', '198.51.100.2')).kind).toBe('delayed');
  expect((await throttle.consume('b', '198.51.100.2')).kind).toBe('consumed');
  wait(4 * 3_600);
  for (const number of [1, 2, 3])
    expect((await throttle.consume('a', `10.0.0.${number}`)).kind).toBe('consumed');
});
