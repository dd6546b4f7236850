import { setTimeout as sleep } from 'node:timers/promises';
import { settleChecks } from './settle-checks';

const never = () => new Promise<boolean>(() => undefined);

test('Each check is named with what it says', async () => {
  const checks = { postgres: () => Promise.resolve(true), redis: () => Promise.resolve(false) };
  expect(await settleChecks(checks)).toEqual({ postgres: true, redis: false });
});

test('An error is a no', async () => {
  expect(await settleChecks({ redis: () => Promise.reject(new Error('away')) })).toEqual({ redis: false });
});

test('A check that never answers is a no in time, and holds up no other', async () => {
  const checks = { frozen: never, fine: () => Promise.resolve(true) };
  expect(await settleChecks(checks, 30)).toEqual({ frozen: false, fine: true });
});

test('A check that answers while this process stands still says yes', async () => {
  const settled = settleChecks({ redis: () => sleep(150, true) }, 100);
  for (const end = performance.now() + 200; performance.now() < end;);
  expect(await settled).toEqual({ redis: true });
});
