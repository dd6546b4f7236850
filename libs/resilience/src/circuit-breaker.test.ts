import { setTimeout as sleep } from 'node:timers/promises';
import { makeCircuitBreaker } from './circuit-breaker';
import { within } from './time-limit';

afterEach(() => jest.useRealTimers());

const LIMIT_MS = 50;

const never = () => new Promise<never>(() => {});

function makeBroken(options: { ask?: () => Promise<unknown> } = {}) {
  let calls = 0;
  let asked = 0;
  let isAway = true;
  const answer = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('here'));
  const probe = () => {
    asked++;
    return within(LIMIT_MS, options.ask ? options.ask() : answer());
  };
  const logged: unknown[] = [];
  const log = { info: logged.push.bind(logged), warn: logged.push.bind(logged) };
  const breaker = makeCircuitBreaker({ log }, { store: 'postgres', failures: 3, probeEveryMs: 1_000, probe });
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
    logged,
    /** As users call it: with a time limit. */
    attemptInTime: <T>(one: () => Promise<T>) => breaker.attempt(() => within(LIMIT_MS, one())),
  };
}

/** A second of fake time. */
const aSecond = () => jest.advanceTimersByTimeAsync(1_000);

test('After three failures in a row no call is made, and once a second a probe is', async () => {
  jest.useFakeTimers();
  const { attempt, calls, asked } = makeBroken();
  for (let index = 0; index < 10; index++) expect((await attempt()).kind).toBe(index < 3 ? 'failed' : 'open');
  expect([calls(), asked()]).toEqual([3, 0]);
  for (let second = 1; second <= 5; second++) {
    await aSecond();
    await Promise.all([attempt(), attempt(), attempt()]);
    expect([calls(), asked()]).toEqual([3, second]);
  }
});

test('Calls that ran at the same time fail as one, so that a pause of the process is no outage', async () => {
  const { attempt, calls, comeBack } = makeBroken();
  await Promise.all(Array.from({ length: 64 }, attempt));
  await Promise.all(Array.from({ length: 64 }, attempt));
  comeBack();
  expect(await attempt()).toEqual({ kind: 'done', value: 'here' });
  expect(calls()).toBe(129);
});

test('A store that is back is used after the next probe, although no call came meanwhile, and is probed no more', async () => {
  jest.useFakeTimers();
  const { attempt, calls, asked, comeBack } = makeBroken();
  for (let index = 0; index < 3; index++) await attempt();
  comeBack();
  await aSecond();
  expect(await attempt()).toEqual({ kind: 'done', value: 'here' });
  await aSecond();
  expect([calls(), asked()]).toEqual([4, 1]);
});

test('No call waits for the probe of a silent store', async () => {
  jest.useFakeTimers();
  const { attempt, asked, breaker } = makeBroken({ ask: never });
  for (let index = 0; index < 3; index++) await attempt();
  await aSecond();
  expect([asked(), await attempt()]).toEqual([1, { kind: 'open' }]);
  await aSecond();
  expect([asked(), breaker.isOpen()]).toEqual([2, true]);
});

test('After its end it probes no more', async () => {
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
  const { attemptInTime } = makeBroken();
  expect(await attemptInTime(never)).toMatchObject({ kind: 'failed', error: { name: 'NoAnswerError' } });
});

test('One silence opens it, however many calls waited', async () => {
  const { breaker, calls, attempt, attemptInTime } = makeBroken();
  await Promise.all([attemptInTime(never), attemptInTime(never), attempt()]);
  expect(breaker.isOpen()).toBe(true);
  await attempt();
  expect(calls()).toBe(1);
  breaker.close();
});

test('A call without an answer is no silence when another was answered meanwhile', async () => {
  const { breaker, attemptInTime } = makeBroken();
  const lost = attemptInTime(never);
  expect(await attemptInTime(() => Promise.resolve('here'))).toEqual({ kind: 'done', value: 'here' });
  expect((await lost).kind).toBe('failed');
  expect(breaker.isOpen()).toBe(false);
});

test('An answer that came while this process stood still is read', async () => {
  const { attemptInTime } = makeBroken();
  const slow = attemptInTime(async () => {
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
  expect(outcome).toMatchObject({ kind: 'failed', error: { message: 'at once' } });
});

test('A call from before it opened closes it when it succeeds', async () => {
  const { breaker, attempt } = makeBroken();
  let succeed: (value: string) => void = () => {};
  const early = breaker.attempt(() => new Promise<string>((resolve) => (succeed = resolve)));
  for (let index = 0; index < 3; index++) await attempt();
  expect(breaker.isOpen()).toBe(true);
  succeed('here');
  expect(await early).toEqual({ kind: 'done', value: 'here' });
  expect(breaker.isOpen()).toBe(false);
});

test('A failure that is not to count leaves it closed, and a success of such a call counts', async () => {
  const { breaker, attempt } = makeBroken();
  const fail = () => Promise.reject(new Error('too long'));
  for (let index = 0; index < 5; index++) await breaker.attempt(fail, { countsFailure: false });
  for (let index = 0; index < 2; index++) await attempt();
  await breaker.attempt(() => Promise.resolve('here'), { countsFailure: false });
  for (let index = 0; index < 2; index++) await attempt();
  expect(breaker.isOpen()).toBe(false);
});

test('One probe runs at a time, and the next begins when it has ended', async () => {
  jest.useFakeTimers();
  let running = 0;
  let most = 0;
  const ask = async () => {
    most = Math.max(most, ++running);
    // a timer that the test's clock moves
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    running -= 1;
    throw new Error('away');
  };
  let asked = 0;
  const log = { info: () => {}, warn: () => {} };
  const probe = () => {
    asked += 1;
    return ask();
  };
  const breaker = makeCircuitBreaker({ log }, { store: 's', failures: 1, probeEveryMs: 1_000, probe });
  await breaker.attempt(() => Promise.reject(new Error('away')));
  await jest.advanceTimersByTimeAsync(7_900);
  expect([most, asked]).toEqual([1, 3]);
  breaker.close();
});

test('It logs once that the store is away, with the reason, and once that it is back', async () => {
  jest.useFakeTimers();
  const { attempt, comeBack, logged } = makeBroken();
  for (let index = 0; index < 6; index++) await attempt();
  await aSecond();
  comeBack();
  await aSecond();
  await attempt();
  expect(logged).toEqual([
    { event: 'store_away', store: 'postgres', reason: 'away' },
    { event: 'store_back', store: 'postgres' },
  ]);
});
