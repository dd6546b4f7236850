import { makeMemoryCounter } from '../rate-limits/request-counter';
import { makeAccountTurns, TRIES_PER_ACCOUNT, type AccountTurns } from './account-turns';

const DAY_SECONDS = 24 * 3_600;

let turns: AccountTurns;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.250Z') });
  turns = makeAccountTurns({ makeCounter: (_, windowSeconds) => makeMemoryCounter(windowSeconds) });
});
afterEach(() => jest.useRealTimers());

const wait = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);
const useUpFree = async () => {
  for (let tried = 0; tried < TRIES_PER_ACCOUNT; tried++) await turns.take('a', `10.0.0.${tried}`);
};

test('beyond the free tries the delay grows to 5 minutes from fresh addresses, and no parallel try slips through', async () => {
  await useUpFree();
  const delays: number[] = [];
  for (let turn = 0; turn < 28; turn++) {
    const taken = await Promise.all([1, 2, 3].map((number) => turns.take('a', `10.${turn}.0.${number}`)));
    expect(taken.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
    const refused = await turns.take('a', '10.99.0.1');
    if (refused.kind !== 'wait') throw new Error('a turn was taken too early');
    delays.push(refused.seconds);
    await wait(refused.seconds);
  }
  // three at once count as one step further for a moment
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect([delays[0], delays.at(-1)]).toEqual([15, 300]);
});

test('one account is guessed at 780 times a day at most, from however many addresses', async () => {
  let guesses = 0;
  for (let second = 0; second < DAY_SECONDS; second += 5) {
    for (const address of [`10.0.0.1`, `fresh ${second}`]) {
      const { kind } = await turns.take('a', address);
      if (kind === 'taken') guesses += 1;
    }
    await wait(5);
  }
  expect(guesses).toBeGreaterThan(600);
  expect(guesses).toBeLessThanOrEqual(780);
});

test('a person at a new address gets a turn at once, while a few addresses have guessed for hours', async () => {
  await useUpFree();
  const guessAll = async () => {
    for (let number = 1; number <= 5; number++) await turns.take('a', `203.0.113.${number}`);
  };
  for (let second = 0; second < 3 * 3_600; second += 5) {
    await guessAll();
    await wait(5);
  }
  await guessAll();
  expect((await turns.take('a', '198.51.100.1')).kind).toBe('taken');
});

test('a right password gives the turn back', async () => {
  await useUpFree();
  for (let times = 1; times <= 8; times++) {
    const turn = await turns.take('a', '198.51.100.1');
    if (turn.kind !== 'taken') throw new Error('no turn');
    await turn.giveBack();
  }
  expect((await turns.take('a', '198.51.100.1')).kind).toBe('taken');
});

test('accounts do not share, and after four hours the tries are free again', async () => {
  await useUpFree();
  await turns.take('a', '198.51.100.1');
  expect((await turns.take('a', '198.51.100.2')).kind).toBe('wait');
  expect((await turns.take('b', '198.51.100.2')).kind).toBe('taken');
  await wait(4 * 3_600);
  for (const number of [1, 2, 3]) expect((await turns.take('a', `10.0.0.${number}`)).kind).toBe('taken');
});
