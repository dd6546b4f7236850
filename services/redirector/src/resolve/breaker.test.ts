import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@kurz/process';
import { makeBreaker } from './breaker';

function makeBroken() {
  let now = 0;
  let calls = 0;
  let isAway = true;
  const breaker = makeBreaker(
    { clock: { now: () => now }, log: silentLog },
    { store: 'postgres', timeoutMs: 50 },
  );
  const call = () => {
    calls++;
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve('here');
  };
  return {
    attempt: () => breaker.attempt(call),
    calls: () => calls,
    pass: (ms: number) => (now += ms),
    comeBack: () => (isAway = false),
    breaker,
  };
}

test('After three failures in a row nobody is asked for a second, then one is', async () => {
  const { attempt, calls, pass } = makeBroken();
  for (let index = 0; index < 10; index++) expect(await attempt()).toEqual({ kind: 'failed' });
  expect(calls()).toBe(3);
  pass(999);
  await attempt();
  expect(calls()).toBe(3);
  pass(1);
  await Promise.all([attempt(), attempt(), attempt()]);
  expect(calls()).toBe(4);
});

test('Calls that were under way together fail as one, so that a moment of standstill is no outage', async () => {
  const { attempt, calls, comeBack } = makeBroken();
  await Promise.all(Array.from({ length: 64 }, attempt));
  await Promise.all(Array.from({ length: 64 }, attempt));
  comeBack();
  expect(await attempt()).toEqual({ kind: 'done', value: 'here' });
  expect(calls()).toBe(129);
});

test('The first success lets everybody through again', async () => {
  const { attempt, calls, pass, comeBack } = makeBroken();
  for (let index = 0; index < 3; index++) await attempt();
  comeBack();
  pass(1_000);
  expect(await attempt()).toEqual({ kind: 'done', value: 'here' });
  await Promise.all([attempt(), attempt()]);
  expect(calls()).toBe(6);
});

test('A call that does not end in time has failed', async () => {
  const { breaker } = makeBroken();
  expect(await breaker.attempt(() => new Promise(() => {}))).toEqual({ kind: 'failed' });
});

const never = () => new Promise<never>(() => {});

test('Nobody is asked after one whole silence, however many waited for it', async () => {
  const { breaker, calls, attempt, pass } = makeBroken();
  await Promise.all([breaker.attempt(never), breaker.attempt(never), attempt()]);
  expect(breaker.isResting()).toBe(true);
  await attempt();
  expect(calls()).toBe(1);
  pass(1_000);
  await attempt();
  expect(calls()).toBe(2);
});

test('A call without an answer is no silence when another was answered meanwhile', async () => {
  const { breaker } = makeBroken();
  const lost = breaker.attempt(never);
  expect(await breaker.attempt(() => Promise.resolve('here'))).toEqual({ kind: 'done', value: 'here' });
  expect(await lost).toEqual({ kind: 'failed' });
  expect(breaker.isResting()).toBe(false);
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
