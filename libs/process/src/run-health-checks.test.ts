import { setTimeout as sleep } from 'node:timers/promises';
import { runHealthChecks } from './run-health-checks';

const never = () => new Promise<boolean>(() => undefined);

test('Each check is named with what it says', async () => {
  const checks = { postgres: () => Promise.resolve(true), redis: () => Promise.resolve(false) };
  expect(await runHealthChecks(checks)).toEqual({ postgres: true, redis: false });
});

test('An error is a no', async () => {
  expect(await runHealthChecks({ redis: () => Promise.reject(new Error('away')) })).toEqual({ redis: false });
});

test('A check that never answers is a no in time, and holds up no other', async () => {
  const checks = { frozen: never, fine: () => Promise.resolve(true) };
  expect(await runHealthChecks(checks, 30)).toEqual({ frozen: false, fine: true });
});

test('A check that answers while this process stands still says yes', async () => {
  const settled = runHealthChecks({ redis: () => sleep(150, true) }, 100);
  for (const end = performance.now() + 200; performance.now() < end;);
  expect(await settled).toEqual({ redis: true });
});
