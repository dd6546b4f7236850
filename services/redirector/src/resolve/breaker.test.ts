import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@kurz/process';
import { makeBreaker } from './breaker';

afterEach(() => jest.useRealTimers());

const never = () => new Promise<never>(() => {});

function makeBroken(options: { ask?: () => Promise<unknown> } = {}) {
  let calls = 0;
  let asked = 0;
  let isAway = true;
  const answer = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('here'));
  const ask = () => {
    asked++;
    return options.ask ? options.ask() : answer();
  };
  const breaker = makeBreaker({ log: silentLog }, { store: 'postgres', timeoutMs: 50, ask });
  const call = () => {
    calls++;
    return answer();
  };
  return {
    attempt: () => breaker.attempt(call),
    calls: () => calls,
    asked: () => asked,
    comeBack: () => (isAway = false),
    breaker,
  };
}

/** A second of fake time. */
const aSecond = () => jest.advanceTimersByTimeAsync(1_000);

test('After three failures in a row no visitor asks, and once a second it is seen whether the store is back', async () => {
  jest.useFakeTimers();
  const { attempt, calls, asked } = makeBroken();
  for (let index = 0; index < 10; index++) expect(await attempt()).toEqual({ kind: 'failed' });
  expect([calls(), asked()]).toEqual([3, 0]);
  for (let second = 1; second <= 5; second++) {
    await aSecond();
    await Promise.all([attempt(), attempt(), attempt()]);
    expect([calls(), asked()]).toEqual([3, second]);
  }
});

test('Calls that were under way together fail as one, so that a moment of standstill is no outage', async () => {
  const { attempt, calls, comeBack } = makeBroken();
  await Promise.all(Array.from({ length: 64 }, attempt));
  await Promise.all(Array.from({ length: 64 }, attempt));
  comeBack();
  expect(await attempt()).toEqual({ kind: 'done', value: 'here' });
  expect(calls()).toBe(129);
});

test('A store that is back is used within a second, though nobody came meanwhile, and is asked no more', async () => {
  jest.useFakeTimers();
  const { attempt, calls, asked, comeBack } = makeBroken();
  for (let index = 0; index < 3; index++) await attempt();
  comeBack();
  await aSecond();
  expect(await attempt()).toEqual({ kind: 'done', value: 'here' });
  await aSecond();
  expect([calls(), asked()]).toEqual([4, 1]);
});

test('Nobody waits for the answer to whether a silent store is back', async () => {
  jest.useFakeTimers();
  const { attempt, asked, breaker } = makeBroken({ ask: never });
  for (let index = 0; index < 3; index++) await attempt();
  await aSecond();
  expect([asked(), await attempt()]).toEqual([1, { kind: 'failed' }]);
  await aSecond();
  expect([asked(), breaker.isAway()]).toEqual([2, true]);
});

test('Closed, it asks no more', async () => {
  jest.useFakeTimers();
  const { attempt, asked, breaker } = makeBroken();
  const late = makeBroken();
  for (let index = 0; index < 3; index++) await attempt();
  breaker.close();
  late.breaker.close();
  for (let index = 0; index < 3; index++) await late.attempt();
  await aSecond();
  expect([asked(), late.asked()]).toEqual([0, 0]);
});

test('A call that does not end in time has failed', async () => {
  const { breaker } = makeBroken();
  expect(await breaker.attempt(never)).toEqual({ kind: 'failed' });
});

test('One whole silence is enough, however many waited for it', async () => {
  const { breaker, calls, attempt } = makeBroken();
  await Promise.all([breaker.attempt(never), breaker.attempt(never), attempt()]);
  expect(breaker.isAway()).toBe(true);
  await attempt();
  expect(calls()).toBe(1);
  breaker.close();
});

test('A call without an answer is no silence when another was answered meanwhile', async () => {
  const { breaker } = makeBroken();
  const lost = breaker.attempt(never);
  expect(await breaker.attempt(() => Promise.resolve('here'))).toEqual({ kind: 'done', value: 'here' });
  expect(await lost).toEqual({ kind: 'failed' });
  expect(breaker.isAway()).toBe(false);
});

test('An answer that came while this process stood still is heard', async () => {
  const { breaker } = makeBroken();
  const slow = breaker.attempt(async () => {
    await sleep(30);
    return 'here';
  });
  for (const end = performance.now() + 100; performance.now() < end;);
  expect(await slow).toEqual({ kind: 'done', value: 'here' });
});

test('A call that throws at once has failed', async () => {
  const { breaker } = makeBroken();
  const outcome = await breaker.attempt(() => {
    throw new Error('at once');
  });
  expect(outcome).toEqual({ kind: 'failed' });
});
